import {
  type ApiClient,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { readRealDocument, testOnRealDocuments } from '@lectern/testing/real-documents';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let person: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

type Row = { id: string; kind: string; fields: { name: string; value: unknown }[] };

async function readRows(name: string, bytes: string | Buffer): Promise<{ id: string; rows: Row[] }> {
  const base = await buildKnowledgeBase(person, { chunk_method: 'table' });
  const { body } = await person.upload(`/knowledge-bases/${base.id}/documents`, [{ name, bytes }]);
  const { id } = await waitUntilParsed(person, body.documents[0].id);
  const chunks = await person.call('GET', `/documents/${id}/chunks?page_size=200`);
  return { id, rows: chunks.body.items.filter(({ kind }: Row) => kind === 'row') };
}

testOnRealDocuments('the cells of a row are named and ordered as in a real workbook', async () => {
  const { id, rows } = await readRows('sheets.xlsx', readRealDocument('s15-sheets.xlsx').bytes);
  expect(rows[0]?.fields).toEqual([
    { name: 'first', value: 1 },
    { name: 'second', value: 5 },
    { name: 'third', value: 9 },
  ]);
  const names = rows.map(({ fields }) => fields.map(({ name }) => name));
  expect(names).toContainEqual(['first (f)', 'header (f) – second', 'header (f) – third']);
  const one = await person.call('GET', `/documents/${id}/chunks/${rows[0]?.id}`);
  expect(one.body).toEqual(rows[0]);
});

test('names keep their capitals, accents and synonyms, also once the row was edited', async () => {
  const { id, rows } = await readRows(
    'orders.csv',
    'Zone;N° de commande;Prix/Montant;Ville\nNord;A-7;12,50;Lille\nSud;A-8;8;Nice\n',
  );
  const expected = [
    { name: 'Zone', value: 'Nord' },
    { name: 'N° de commande', value: 'A-7' },
    { name: 'Prix/Montant', value: 12.5 },
    { name: 'Ville', value: 'Lille' },
  ];
  expect(rows[0]?.fields).toEqual(expected);
  const edited = await person.call('PATCH', `/documents/${id}/chunks/${rows[0]?.id}`, { text: 'Nord: A-7' });
  expect(edited.body).toMatchObject({ edited: true, fields: expected });
});
