import {
  buildKnowledgeBase,
  buildPdfFile,
  createKillableServer,
  type KillableServer,
  nothingLeft,
  waitUntil,
} from '@lectern/testing';
import { requireTesseract } from '@lectern/testing/programs';
import { readRealDocument, testOnRealDocuments } from '@lectern/testing/real-documents';
import { afterEach, beforeEach, expect, test } from 'vitest';

let server: KillableServer;

beforeEach(async () => {
  server = await createKillableServer();
  await server.start();
});
afterEach(() => server.close());

const countDocuments = (where: string) => server.count(`documents where ${where}`);

/** Several formats, and enough text that every stage takes a while. */
function makeFiles(): { name: string; bytes: Uint8Array | string }[] {
  const words = 'rose garden apple planted bylaw council permit fence height metre river bridge'.split(' ');
  const prose = (seed: number, sentences: number) =>
    Array.from(
      { length: sentences },
      (_, n) =>
        `Sentence ${seed}.${n} says ${words[(n * seed) % words.length]} and ${words[(n + seed) % words.length]}.`,
    ).join(' ');
  return [
    ...[1, 2, 3].map((seed) => ({
      name: `part ${seed}.md`,
      bytes: Array.from({ length: 120 }, (_, n) => `## Section ${n}\n\n${prose(seed + n, 60)}`).join('\n\n'),
    })),
    { name: 'pages.pdf', bytes: buildPdfFile(Array.from({ length: 60 }, (_, n) => prose(n + 1, 2))) },
    {
      name: 'table.csv',
      bytes: Array.from({ length: 800 }, (_, n) => `${n},${words[n % 12]},${n * 7}`).join('\n'),
    },
    { name: 'same again.md', bytes: `## Section\n\n${prose(1, 60)}` },
  ];
}

async function uploadAll(): Promise<string> {
  const base = await buildKnowledgeBase(server.client, { chunk_options: { chunk_token_number: 128 } });
  const { body } = await server.client.upload(`/knowledge-bases/${base.id}/documents`, makeFiles());
  expect(body.refused).toEqual([]);
  return base.id;
}

/** What a base holds, without what differs by nature: ids and times. Summaries name their members by place. */
function readContents(baseId: string) {
  return server.query(
    `select d.name, d.status, d.chunk_count as counted, d.active_version = d.parse_version as newest,
            d.picture_bytes, d.first_page_text is not null as has_first_page,
            count(c.id)::int as chunks, count(distinct c.ordinal)::int as ordinals,
            count(*) filter (where c.vector is not null or c.kind = 'contents')::int as vectors,
            md5(string_agg(concat_ws('|', c.kind, c.text, c.page, c.char_start, c.keywords::text, c.image_key,
              c.fields::text, t.name, (select string_agg(m.ordinal::text, ' ' order by m.ordinal)
                from chunks m where m.id = any(c.source_chunk_ids))), '|' order by c.ordinal)) as texts,
            md5(string_agg(encode(c.vector, 'hex'), '|' order by c.ordinal)) as numbers,
            (select count(*)::int from document_tables where document_id = d.id) as tables
     from documents d left join chunks c on c.document_id = d.id left join document_tables t on t.id = c.table_id
     where d.knowledge_base_id = $1 group by d.id order by d.name`,
    [baseId],
  );
}

/** Opens what the processes left behind and holds the index against the database. */
async function compareWithIndex(baseIds: string[]): Promise<void> {
  await server.kill('SIGTERM');
  await server.inspect(async ({ index }, findLeft) => {
    for (const baseId of baseIds) {
      const rows = await server.query(
        "select document_id as id, count(*)::int as count from chunks where knowledge_base_id = $1 and kind <> 'contents' group by document_id",
        [baseId],
      );
      expect(Object.fromEntries(await index.countByDocument(baseId))).toEqual(
        Object.fromEntries(rows.map(({ id, count }) => [id, count])),
      );
    }
    expect(await findLeft()).toEqual(nothingLeft);
  });
}

/** Kills the process when a document of the base is met at each of these stages, and starts it again. */
async function killAt(baseId: string, stages: string[], again: () => Promise<void>): Promise<void> {
  const ofBase = `knowledge_base_id = '${baseId}'`;
  /** Whether a document was met at this moment before all were done. */
  const meet = async (moment: string) => {
    let met = false;
    await waitUntil(`a document at ${moment}`, async () => {
      met = (await countDocuments(`${ofBase} and ${moment}`)) > 0;
      return met || (await countDocuments(`${ofBase} and status = 'parsing'`)) === 0;
    });
    return met;
  };
  for (const stage of stages) {
    const moment =
      stage === 'any'
        ? `status = 'parsing' and percent > ${10 + Math.random() * 60}`
        : `status = 'parsing' and stage = '${stage}'`;
    // Some moments are short: all is parsed again until one is caught.
    let met = await meet(moment);
    for (let round = 0; !met && round < 10; round++) {
      await again();
      met = await meet(moment);
    }
    expect(met, `killed at ${stage}`).toBe(true);
    await server.kill();
    await server.start();
  }
  await waitUntil('all parsed', async () => (await countDocuments(`${ofBase} and status = 'parsing'`)) === 0);
}

async function parseAll(baseId: string): Promise<void> {
  const rows = await server.query('select id from documents where knowledge_base_id = $1', [baseId]);
  const body = { action: 'parse', document_ids: rows.map(({ id }) => id) };
  await server.client.call('POST', `/knowledge-bases/${baseId}/documents/bulk`, body);
}

test('killed at every stage of parsing, it ends as if nothing had happened', {
  timeout: 300_000,
}, async () => {
  const undisturbed = await uploadAll();
  await waitUntil(
    'all parsed',
    async () => (await countDocuments("status = 'success'")) === makeFiles().length,
  );
  const wanted = await readContents(undisturbed);
  expect(
    wanted.every(({ chunks, vectors, counted }) => chunks > 0 && vectors === chunks && counted === chunks),
  ).toBe(true);

  const disturbed = await uploadAll();
  const stages = ['queued', 'reading', 'chunking', 'embedding', 'indexing', 'any', 'any'];
  await killAt(disturbed, stages, () => parseAll(disturbed));
  expect(await readContents(disturbed)).toEqual(wanted);
  // Found once each, through the API as a person would.
  const { body } = await server.client.call('POST', '/retrieval', {
    question: 'Sentence 1.5',
    knowledge_base_ids: [disturbed],
    settings: { top_n: 100, similarity_threshold: 0 },
  });
  const ids = body.hits.map(({ chunk_id }: { chunk_id: string }) => chunk_id);
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(ids.length);
  await compareWithIndex([undisturbed, disturbed]);
});

/** A scan, pictures, typed rows and headings: something for every step that not every document needs. */
async function uploadRich(): Promise<string> {
  const base = await buildKnowledgeBase(server.client, {
    chunk_options: { chunk_token_number: 64 },
    reading_options: { task_page_size: 1 },
    enrichment_options: {
      auto_keywords: 3,
      first_page_text: true,
      table_of_contents_chunk_count: 2,
      raptor: { enabled: true, max_token: 48, random_seed: 5 },
    },
  });
  const real = ['s08-ocr-rotated.pdf', 's11-summer.docx'].map((name) => readRealDocument(name));
  const [, , prose] = makeFiles();
  const sections = String(prose?.bytes).split('\n\n').slice(0, 16).join('\n\n');
  const { body } = await server.client.upload(`/knowledge-bases/${base.id}/documents?parse=false`, [
    ...real,
    { name: 'sections.md', bytes: sections },
    {
      name: 'rows.csv',
      bytes: ['n,word', ...Array.from({ length: 300 }, (_, n) => `${n},w${n % 7}`)].join('\n'),
    },
  ]);
  expect(body.refused).toEqual([]);
  const rows = body.documents.find(({ name }: { name: string }) => name === 'rows.csv');
  const changed = await server.client.call('PATCH', `/documents/${rows.id}`, { chunk_method: 'table' });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  await parseAll(base.id);
  return base.id;
}

testOnRealDocuments(
  'killed while it recognises, enriches and sums up, it ends as if nothing had happened',
  {
    timeout: 600_000,
  },
  async (context) => {
    requireTesseract(context);
    const undisturbed = await uploadRich();
    const ofBase = `knowledge_base_id = '${undisturbed}'`;
    await waitUntil(
      'all parsed',
      async () => (await countDocuments(`${ofBase} and status = 'parsing'`)) === 0,
    );
    const wanted = await readContents(undisturbed);
    expect(wanted.map(({ status }) => status)).toEqual(Array(4).fill('success'));
    expect(wanted.map(({ chunks, vectors }) => chunks === vectors && chunks > 0)).toEqual(
      Array(4).fill(true),
    );
    expect(wanted.find(({ name }) => name === 'rows.csv').tables).toBe(1);
    expect(Number(wanted.find(({ name }) => name.endsWith('.docx')).picture_bytes)).toBeGreaterThan(0);

    await server.query('delete from page_readings');
    const disturbed = await uploadRich();
    await killAt(disturbed, ['recognising', 'enriching', 'summarising', 'any', 'any'], async () => {
      // Else nothing would be left to recognise.
      await server.query('delete from page_readings');
      await parseAll(disturbed);
    });
    expect(await readContents(disturbed)).toEqual(wanted);
    await compareWithIndex([undisturbed, disturbed]);
  },
);

test('killed while it deletes, it deletes all the same and nothing else', { timeout: 300_000 }, async () => {
  const kept = await uploadAll();
  const dropped = await uploadAll();
  const all = 2 * makeFiles().length;
  await waitUntil('all parsed', async () => (await countDocuments("status = 'success'")) === all);
  const wanted = await readContents(kept);
  const { items } = (await server.client.call('GET', `/knowledge-bases/${dropped}/documents`)).body;
  for (const [round, document] of items.slice(0, 3).entries()) {
    expect((await server.client.call('DELETE', `/documents/${document.id}`)).status).toBe(204);
    await new Promise((next) => setTimeout(next, round * 15));
    await server.kill();
    await server.start();
    // Acknowledged means gone for good.
    expect((await server.client.call('GET', `/documents/${document.id}`)).status).toBe(410);
  }
  expect((await server.client.call('DELETE', `/knowledge-bases/${dropped}`)).status).toBe(204);
  await server.kill();
  await server.start();
  await waitUntil(
    'all cleared',
    async () => (await countDocuments(`knowledge_base_id = '${dropped}'`)) === 0,
  );
  await waitUntil('the base cleared', async () => {
    const rows = await server.query('select 1 from knowledge_bases where id = $1', [dropped]);
    return rows.length === 0;
  });
  expect(await readContents(kept)).toEqual(wanted);
  // The same bytes were in both bases: those that are left must still open.
  for (const { id } of (await server.client.call('GET', `/knowledge-bases/${kept}/documents`)).body.items) {
    expect((await server.client.call('GET', `/documents/${id}/file`)).status).toBe(200);
    expect((await server.client.call('GET', `/documents/${id}/rendered`)).status).toBeOneOf([200, 409]);
  }
  await compareWithIndex([kept]);
});

test('a parse whose job is lost fails instead of waiting for ever', async () => {
  const base = await buildKnowledgeBase(server.client);
  const { body } = await server.client.upload(
    `/knowledge-bases/${base.id}/documents?parse=false`,
    makeFiles().slice(0, 1),
  );
  await server.kill();
  await server.query("update documents set status = 'parsing', stage = 'reading', parse_version = 9");
  await server.start();
  await waitUntil('it failed', async () => (await countDocuments("status = 'fail'")) === 1);
  const document = (await server.client.call('GET', `/documents/${body.documents[0].id}`)).body;
  expect(document.error.code).toBe('parsing.failed');
  expect((await server.client.call('POST', `/documents/${document.id}/parse`)).status).toBe(202);
  await waitUntil('it is parsed', async () => (await countDocuments("status = 'success'")) === 1);
});
