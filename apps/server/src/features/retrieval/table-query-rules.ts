import type { TableQuery } from '@lectern/contract';
import {
  foldTableText,
  type KnownValue,
  namesTable,
  type QueryTable,
  rankTables,
  readQuestion,
} from '@lectern/retrieval';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { chunks } from '../documents/chunks/chunk.table.ts';
import { documentTables } from '../documents/chunks/document-table.table.ts';
import { documents } from '../documents/document.table.ts';
import { type QuestionScope, scopeOf } from './retrieval-question.ts';

/** A table that can be queried, with its place in the document. */
export type AskableTable = QueryTable & {
  knowledgeBaseId: string;
  documentId: string;
  documentFile: string;
  documentTitle: string | null;
};

export type MadeQuery = { query: TableQuery; madeBy: TableMaker };
export type TableMaker = 'rules' | 'model';

/** Tables that one question is held against: those that share most words with it. */
const mostTables = 6;
const mostListed = 500;
const mostValues = 200;
const longestValue = 80;
/** A table that nothing names, as in a file of values: people call it by its file. */
const nameless = /^Table(?: \d+)?$/;

const withoutEnding = (name: string) => name.replace(/\.[^.]{1,5}$/, '');

/** The tables of the bases that the question may be about: of active versions of enabled documents alone. */
export async function findTables(
  tx: Tx,
  asked: QuestionScope & { question: string },
): Promise<AskableTable[]> {
  const { question, bases } = asked;
  const rows = await tx
    .select({ table: documentTables, name: documents.name, title: documents.title })
    .from(documentTables)
    .innerJoin(
      documents,
      and(
        eq(documents.id, documentTables.documentId),
        eq(documents.activeVersion, documentTables.version),
        isNull(documents.deletedAt),
        eq(documents.enabled, true),
      ),
    )
    .where(
      and(
        inArray(
          documentTables.knowledgeBaseId,
          bases.map(({ id }) => id),
        ),
        scopeOf(asked),
        sql`${documentTables.rowCount} > 0`,
      ),
    )
    .orderBy(documentTables.id)
    .limit(mostListed);
  const tables = rows.map(
    ({ table, name, title }): AskableTable => ({
      id: table.id,
      name: nameless.test(table.name) ? withoutEnding(name) : table.name,
      documentName: withoutEnding(name),
      rowCount: table.rowCount,
      columns: table.columns,
      knowledgeBaseId: table.knowledgeBaseId,
      documentId: table.documentId,
      documentFile: name,
      documentTitle: title,
    }),
  );
  return rankTables(question, tables, mostTables);
}

/** The query that rules make of the question; undefined where they are not sure, or two tables would answer. */
export async function askRules(
  tx: Tx,
  question: string,
  tables: AskableTable[],
): Promise<MadeQuery | undefined> {
  const values = await findValues(tx, question, tables);
  const today = new Date().toISOString().slice(0, 10);
  const made: { table: AskableTable; query: TableQuery }[] = [];
  for (const table of tables) {
    const ask = (uniqueColumns: ReadonlySet<string>) =>
      readQuestion({ question, table, values: values.get(table.id) ?? [], uniqueColumns, today });
    const texts = table.columns.filter(({ type }) => type === 'text').map(({ key }) => key);
    const [ifNone, ifAll] = [ask(new Set()), ask(new Set(texts))];
    // What repeats is counted only where it matters.
    const isSame = JSON.stringify(ifNone) === JSON.stringify(ifAll);
    const query = isSame ? ifNone : ask(await findUnique(tx, table.id, texts));
    if (query) made.push({ table, query });
  }
  const named = made.length > 1 ? made.filter(({ table }) => namesTable(question, table)) : made;
  const [only] = named;
  return named.length === 1 && only ? { query: only.query, madeBy: 'rules' } : undefined;
}

const accents = 'àâäáãåçéèêëíìîïñóòôöõúùûüýÿ';
const plain = 'aaaaaaceeeeiiiinooooouuuuyy';

/** Cells of text columns whose whole value appears in the question. */
async function findValues(
  tx: Tx,
  question: string,
  tables: AskableTable[],
): Promise<Map<string, KnownValue[]>> {
  const folded = foldTableText(question);
  const lower = question.toLowerCase();
  const cell = sql`translate(lower(field.value), ${accents}, ${plain})`;
  const { rows } = await tx.execute<{ table_id: string; key: string; value: string }>(sql`
    select distinct ${chunks.tableId} as table_id, field.key, field.value
    from ${chunks} cross join lateral jsonb_each_text(${chunks.fields}) field
    where ${chunks.tableId} in ${tables.map(({ id }) => id)} and ${chunks.enabled} and ${chunks.kind} = 'row'
      and length(field.value) between 1 and ${longestValue}
      and (position(${cell} in ${folded}) > 0 or position(lower(field.value) in ${lower}) > 0)
    limit ${mostValues}`);
  const found = new Map<string, KnownValue[]>();
  for (const { table_id: id, key, value } of rows) {
    const column = tables.find((table) => table.id === id)?.columns.find((one) => one.key === key);
    if (column?.type === 'text') found.set(id, [...(found.get(id) ?? []), { column: key, value }]);
  }
  return found;
}

async function findUnique(tx: Tx, tableId: string, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await tx.execute<{ key: string }>(sql`
    select field.key from ${chunks} cross join lateral jsonb_each_text(${chunks.fields}) field
    where ${chunks.tableId} = ${tableId} and ${chunks.kind} = 'row' and field.key in ${keys} and field.value <> ''
    group by field.key having count(*) = count(distinct field.value)`);
  return new Set(rows.map(({ key }) => key));
}
