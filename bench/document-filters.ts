import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@lectern/adapters';
import type { DocumentFilter, FilterCondition, MetadataField } from '@lectern/contract';
import { Client } from 'pg';
import { documentSet } from '../apps/server/src/features/documents/document-filter.ts';
import { findMatching } from '../apps/server/src/features/retrieval/matching-documents.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrateDatabase, migrationsFolder } from '../apps/server/src/platform/database/migrate.ts';
import { openLanceChunkIndex } from '../packages/adapters/src/chunk-index/index.ts';
import { fillDocuments, labelledBase } from './support/labelled-documents.ts';
import { makeDataDirectory } from './support/product.ts';
import { keepResult, percentile, printTable, round } from './support/report.ts';

/**
 * What a filter over tags, fields and other properties of documents costs before a question is searched, in a base of
 * 100,000 documents, against one plain reading of their rows.
 *   npm run bench:filters -- [--documents 100000] [--rounds 15]
 */
const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '15' },
  },
});
const [documents, rounds] = [values.documents, values.rounds].map(Number) as [number, number];
/** Milliseconds at p50. */
const aim = 50;

const fields: MetadataField[] = [
  { key: 'customer', name: 'Customer', type: 'text' },
  { key: 'year', name: 'Year', type: 'number' },
  { key: 'signed', name: 'Signed', type: 'date' },
  { key: 'state', name: 'State', type: 'choice', choices: ['draft', 'valid', 'expired'] },
  { key: 'secret', name: 'Secret', type: 'yes_no' },
] as MetadataField[];
const base = { id: labelledBase.id, metadataFields: fields, conversationId: null };

const tag = (operator: FilterCondition['operator'], ...tags: string[]): FilterCondition => ({
  property: 'tag',
  operator,
  values: tags,
});
const field = (key: string, operator: FilterCondition['operator'], ...given: string[]): FilterCondition => ({
  property: 'field',
  field: key,
  operator,
  values: given,
});
const all = (...conditions: FilterCondition[]): DocumentFilter => ({ match: 'all', conditions });

const filters: Record<string, DocumentFilter> = {
  'a tag of 100 documents': all(tag('is', 'rare')),
  'a tag of 10,000': all(tag('is', 'Tenth')),
  'a tag of half of them': all(tag('is', 'half')),
  'not a tag of 10,000': all(tag('is_not', 'tenth')),
  'a choice of a third': all(field('state', 'is', 'valid')),
  'a text of 100': all(field('customer', 'is', 'Customer 7')),
  'a text that contains a word': all(field('customer', 'contains', 'er 77')),
  'a number of 10,000': all(field('year', 'is', '2017')),
  'a number at least': all(field('year', 'at_least', '2024')),
  'a date from and to': all(
    field('signed', 'at_least', '2024-01-01'),
    field('signed', 'at_most', '2024-03-31'),
  ),
  'a field that is not set': all(field('secret', 'is_not_set')),
  'a type': all({ property: 'type', operator: 'is', values: ['pdf'] }),
  'a name that contains a word': all({ property: 'name', operator: 'contains', values: ['report 77'] }),
  'tag, choice and number': all(
    tag('is', 'tenth'),
    field('state', 'is', 'valid'),
    field('year', 'at_least', '2020'),
  ),
  'any of tag and text': {
    match: 'any',
    conditions: [tag('is', 'rare'), field('customer', 'is', 'customer 7')],
  },
};

/** As an upgrade labels the documents that are there. */
const migration = readdirSync(migrationsFolder()).find((name) => name.endsWith('_document_labels.sql')) ?? '';
const labelling =
  readFileSync(join(migrationsFolder(), migration), 'utf8')
    .split('--> statement-breakpoint')
    .find((statement) => statement.includes('INSERT INTO "document_labels"')) ?? '';

const data = makeDataDirectory();
const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };
const postgres = await startEmbeddedPostgres({ dataDirectory: join(data.path, 'postgres'), log });
try {
  await migrateDatabase(postgres.connectionString);
  const database = await openDatabase(postgres.connectionString, { poolSize: 2, log: log as never });
  const client = new Client({ connectionString: postgres.connectionString });
  // It is gone before the server is: whatever ends the measuring must be told, not that.
  client.on('error', () => {});
  await client.connect();
  await fillDocuments(client, documents);
  await client.query(labelling);
  await client.query('vacuum analyze');
  const plain = await time(() =>
    client.query("select count(*) filter (where field_values ->> 'state' = 'valid') from documents"),
  );
  const measured: { name: string; found: number; p50: number; p95: number; ofPlain: number }[] = [];
  for (const [name, filter] of Object.entries(filters)) {
    let found = 0;
    const ask = () =>
      database.withActor(labelledBase.actor, async (tx) => {
        const sets = [{ baseId: base.id, set: documentSet(base, { filter }) }];
        const matching = await findMatching(tx, sets, Promise.resolve(new Map()));
        found = matching.get(base.id)?.count ?? 0;
      });
    const { p50, p95 } = await time(ask);
    measured.push({ name, found, p50, p95, ofPlain: p50 / plain.p50 });
  }
  const sizes = await client.query(`select pg_total_relation_size('documents') as documents,
    pg_total_relation_size('document_labels') as labels, pg_relation_size('documents_properties') as properties`);
  await client.end();
  await database.close();
  const searches = await measureSearches();
  printTable(
    ['milliseconds', 'found', 'p50', 'p95', 'of a plain reading', 'aim', ''],
    measured.map(({ name, found, p50, p95, ofPlain }) => [
      name,
      found,
      round(p50),
      round(p95),
      round(ofPlain, 2),
      `< ${aim}`,
      p50 < aim ? '' : 'missed',
    ]),
  );
  const unfiltered = searches[0]?.p50 ?? Number.NaN;
  printTable(
    ['nearest 50 of as many passages, within', 'p50', 'p95', 'of all'],
    searches.map(({ listed, p50, p95 }) => [
      listed === undefined ? 'all' : `${listed} listed`,
      round(p50),
      round(p95),
      round(p50 / unfiltered, 2),
    ]),
  );
  const megabytes = Object.entries(sizes.rows[0]).map(
    ([name, bytes]) => `${name} ${round(Number(bytes) / 2 ** 20)} MB`,
  );
  console.log(`one plain reading of ${documents} documents: ${round(plain.p50)} ms; ${megabytes.join(', ')}`);
  keepResult('document-filters', { documents, rounds, plain, measured, searches, sizes: sizes.rows[0] });
} finally {
  await postgres.stop();
  data.remove();
}

async function time(work: () => Promise<unknown>): Promise<{ p50: number; p95: number }> {
  const times: number[] = [];
  // The first one warms the caches.
  for (let n = 0; n <= rounds; n++) {
    const begin = performance.now();
    await work();
    if (n > 0) times.push(performance.now() - begin);
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

/** What the list of documents adds to a search of the index; long lists are applied to what was found. */
async function measureSearches() {
  const dimensions = 64;
  const random = () => Float32Array.from({ length: dimensions }, () => Math.random() - 0.5);
  const index = await openLanceChunkIndex({ location: join(data.path, 'index') });
  await index.create('base', { dimensions });
  const chunks = Array.from({ length: documents }, (_, n) => ({
    id: `c${n}`,
    documentId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    terms: `term${n % 50}`,
    profile: new Uint8Array(8),
    vector: random(),
  }));
  await index.upsertChunks('base', chunks);
  await index.optimise('base');
  const searches: { listed: number | undefined; p50: number; p95: number }[] = [];
  for (const listed of [undefined, 100, 8_000, 10_000, 50_000]) {
    const documentIds =
      listed && chunks.filter((_, n) => n % (documents / listed) < 1).map(({ documentId }) => documentId);
    const filter = documentIds ? { documentIds } : {};
    const ask = () => index.search('base', { kind: 'vector', vector: random(), limit: 50, filter });
    searches.push({ listed, ...(await time(ask)) });
  }
  await index.close();
  return searches;
}
