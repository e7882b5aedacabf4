import type { Product } from './product.ts';

/** Sections of one document; each becomes a chunk. */
const sections = 1_000;
const kinds = ['harbour', 'market', 'library', 'museum', 'station', 'school', 'theatre', 'garden'];

/** About fifty tokens on one place of one town. */
function writeSection(number: number): string {
  const kind = kinds[number % kinds.length] as string;
  const town = Math.floor(number / kinds.length);
  return `# The ${kind} of town ${town}

The ${kind} of town ${town} opens at ${5 + (number % 7)} in the morning and closes at ${17 + (number % 6)} in the evening. Visitors pay ${(number * 10) % 970} francs, children half of it. It was built in ${1800 + (number % 200)} and is cared for by ${2 + (number % 40)} people.`;
}

/** A knowledge base of about so many chunks on the opening hours of towns. */
export async function buildHarbourBase({ call, url, token }: Product, chunks: number) {
  const base = await call('POST', '/knowledge-bases', {
    name: 'Towns',
    chunk_options: { chunk_token_number: 96 },
  });
  for (let from = 0; from < chunks; from += sections) {
    const count = Math.min(sections, chunks - from);
    const text = Array.from({ length: count }, (_, n) => writeSection(from + n)).join('\n\n');
    const form = new FormData();
    form.append('file', new Blob([text]), `towns ${from / sections}.md`);
    const answer = await fetch(`${url}/api/v1/knowledge-bases/${base.id}/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
  for (;;) {
    const { total } = await call('GET', `/knowledge-bases/${base.id}/documents?page_size=1&status=1`);
    if (total === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  const { chunk_count } = await call('GET', `/knowledge-bases/${base.id}`);
  return { id: base.id as string, chunks: chunk_count as number };
}
