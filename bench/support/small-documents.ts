import { measureProcessorSeconds, type Product } from './product.ts';

/** About 150 tokens. */
const words = 130;
/** Files in one request, as a person drops a folder. */
export const filesAtOnce = 50;

const vocabulary =
  `the of and to in for on with from that this each are was will not garden river market school teacher window winter
   letter price report meeting contract number delivery invoice project machine colour paper station bridge village
   orange summer morning evening history science kitchen doctor ticket holiday engine forest island journey library
   museum newspaper orchestra pattern quarter rainfall season temperature umbrella valley weather yellow zone`.split(
    /\s+/,
  );

/** Another text for every number, so that none is a duplicate of another. */
function writeText(number: number): string {
  let state = number + 1;
  const word = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return vocabulary[(state >>> 8) % vocabulary.length];
  };
  const text = Array.from({ length: words }, (_, n) => word() + (n % 12 === 11 ? '.' : ''));
  return `Note ${number}: ${text.join(' ')}`;
}

/** Notes of the given numbers, in one request. Returns their ids. */
export async function uploadSmallDocuments(
  { url, token }: Product,
  baseId: string,
  from: number,
  to: number,
  { parse = true }: { parse?: boolean } = {},
): Promise<string[]> {
  const form = new FormData();
  for (let n = from; n < to; n++) form.append('file', new Blob([writeText(n)]), `note ${n}.txt`);
  const upload = () =>
    fetch(`${url}/api/v1/knowledge-bases/${baseId}/documents?parse=${parse}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
  // A connection that the server closes while it is taken up again is no answer.
  const answer = await upload().catch(upload);
  if (!answer.ok) throw new Error(await answer.text());
  const { documents } = (await answer.json()) as { documents: { id: string }[] };
  return documents.map(({ id }) => id);
}

/**
 * What a short text costs from its upload until it answers, over all processes: server, parsers and database. The
 * memory, network and disk that a large file needs hide in it what the pipeline costs by itself.
 */
export async function measureSmallDocuments(product: Product, documents = 1_000) {
  const { call, pid } = product;
  const base = await call('POST', '/knowledge-bases', { name: `Small ${performance.now()}` });
  const begin = performance.now();
  const before = measureProcessorSeconds(pid);
  for (let from = 0; from < documents; from += filesAtOnce)
    await uploadSmallDocuments(product, base.id, from, Math.min(documents, from + filesAtOnce));
  const uploaded = { seconds: seconds(begin), processor: measureProcessorSeconds(pid) - before };
  for (;;) {
    const { total } = await call('GET', `/knowledge-bases/${base.id}/documents?page_size=1&status=3`);
    if (total === documents) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const processor = measureProcessorSeconds(pid) - before;
  return {
    documents,
    words,
    seconds: seconds(begin),
    processor,
    uploaded,
    millisecondsEach: (1_000 * processor) / documents,
  };
}

function seconds(begin: number): number {
  return (performance.now() - begin) / 1_000;
}
