import { chunkMethods } from '@lectern/chunking';
import { errors } from '@lectern/contract';
import { buildKnowledgeBase, startTestServer, type TestServer } from '@lectern/testing';
import { readRealDocument, testOnRealDocuments } from '@lectern/testing/real-documents';
import { afterAll, beforeAll, expect } from 'vitest';
import { reconcile } from '../system/reconcile.service.ts';

const originals = [
  's04-nics-table.pdf',
  's05-eu-retail-tables.pdf',
  's12-numbered-headings.docx',
  's13-rich-cells.docx',
  's14-slides.pptx',
  's16-ducks.xls',
  's17-small.epub',
  's18-mail.eml',
  's19-japanese.rtf',
  's20-headings.html',
];

/** The same numbers each time (mulberry32), so that a file that fails can be made again. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Mutation = (bytes: Buffer, random: () => number) => Buffer;
const mutations: Record<string, Mutation> = {
  truncated: (bytes, random) => bytes.subarray(0, Math.floor(bytes.length * random())),
  flipped: (bytes, random) => {
    const changed = Buffer.from(bytes);
    for (let n = 0; n < 40; n++) changed[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    return changed;
  },
  zeroed: (bytes, random) => {
    const from = Math.floor(random() * bytes.length);
    return Buffer.from(bytes).fill(0, from, Math.min(bytes.length, from + Math.ceil(bytes.length / 20)));
  },
  swapped: (bytes, random) => {
    const cut = Math.floor(bytes.length * random());
    return Buffer.concat([bytes.subarray(cut), bytes.subarray(0, cut)]);
  },
  repeated: (bytes, random) => Buffer.concat([bytes, bytes.subarray(Math.floor(bytes.length * random()))]),
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

testOnRealDocuments(
  'whatever becomes of a file, every method ends it in a state that people can understand',
  {
    timeout: 600_000,
  },
  async () => {
    const random = createRandom(20_261_121);
    const kinds = Object.entries(mutations);
    const begun = new Map<string, string>();
    for (const [turn, method] of chunkMethods.entries()) {
      const base = await buildKnowledgeBase(server.admin, { chunk_method: method.id, permission: 'team' });
      const files = originals.map((original, index) => {
        const { name, bytes } = readRealDocument(original);
        const [kind, mutate] = kinds[(turn + index) % kinds.length] as [string, Mutation];
        // Every fourth file also lies about what it is.
        const lying = (turn + index) % 4 === 0;
        const shown = lying ? name.replace(/\.\w+$/, '.docx') : name;
        return { name: `${kind} ${shown}`, bytes: mutate(bytes, random) };
      });
      const { status, body } = await server.admin.upload(`/knowledge-bases/${base.id}/documents`, files);
      expect(status).toBe(202);
      for (const { id, name } of body.documents) begun.set(id, `${method.id}: ${name}`);
      for (const refusal of body.refused) expect(Object.keys(errors)).toContain(refusal.code);
    }
    expect(begun.size).toBeGreaterThan(chunkMethods.length * 8);

    let rows: Record<string, unknown>[] = [];
    while (rows.length < begun.size) {
      rows = await server.query(
        `select id, status, error_code, chunk_count from documents where status in ('success', 'fail')`,
      );
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    for (const row of rows) {
      const what = begun.get(row.id as string);
      if (row.status === 'success') expect(row.chunk_count, what).toBeGreaterThan(0);
      else {
        expect(Object.keys(errors), what).toContain(row.error_code);
        // That would be a fault of ours, not of the file.
        expect(row.error_code, what).not.toBe('parsing.failed');
      }
    }
    // Later than anything under way: whatever nothing names by then is an orphan.
    const counted = await reconcile(server.platform, Date.now() + 2 * 3_600_000);
    expect(counted).toEqual({ objects: 0, indexes: 0, documents: 0, tombstones: 0 });
  },
);
