import { type TableAnswer, type TableQuery, type TableSource, tableQueryLimits } from '@lectern/contract';
import { guessAnswerLanguage } from '@lectern/models';
import { findColumn, isNumeric, type QueryTable } from '@lectern/retrieval';
import { inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { chunks } from '../documents/chunks/chunk.table.ts';
import type { RetrievalQuestion } from './retrieval-question.ts';
import { askForTableQuery } from './table-query-model.ts';
import { type AskableTable, askRules } from './table-query-rules.ts';
import { compileTableQuery } from './table-query-sql.ts';

/** What was computed, and the row that stands for it where it is cited. */
export type FoundTableAnswer = { answer: TableAnswer; place: TableSource };

/** Longer statements are called off: the question is then answered from passages alone. */
const timeoutMs = 2_000;

/**
 * What a question over the columns of tables comes to: by rules where they are sure, else by a model that writes, where
 * there is one. Never fails: without an answer, passages are all that a question has anyway.
 */
export async function answerFromTables(
  platform: Platform,
  actor: Actor,
  question: RetrievalQuestion & { operation: string },
  tables: AskableTable[],
): Promise<FoundTableAnswer[]> {
  if (tables.length === 0) return [];
  try {
    const byRules = await readOnly(platform, actor, (tx) => askRules(tx, question.question, tables));
    const made = byRules ?? (await askForTableQuery(platform, actor, question, tables));
    if (!made) return [];
    const { query, madeBy } = made;
    const table = tables.find(({ id }) => id === query.tableId) as AskableTable;
    const baseIds = question.bases.map(({ id }) => id);
    const found = await readOnly(platform, actor, (tx) => runQuery(tx, query, table, baseIds));
    if (!found) return [];
    const named = new Set([...query.select, ...query.where, ...query.orderBy].map(({ column }) => column));
    const answer: TableAnswer = {
      knowledgeBaseId: table.knowledgeBaseId,
      documentId: table.documentId,
      documentName: table.documentFile,
      documentTitle: table.documentTitle,
      tableName: table.name,
      query,
      columns: table.columns
        .filter(({ key }) => named.has(key) || query.groupBy.includes(key))
        .map(({ key, name, type }) => ({ key, name, type })),
      ...found.result,
      madeBy,
    };
    return [{ answer, place: found.place }];
  } catch (error) {
    if (question.signal?.aborted) throw error;
    platform.log.warn({ event: 'table_question.failed', reason: nameFault(error) });
    return [];
  }
}

/** The database's own words may quote cells: only its code goes into the log. */
function nameFault(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown';
}

/** In a transaction that can change nothing and is called off in time. */
function readOnly<T>(platform: Platform, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
  return platform.database.withActor(actor, async (tx) => {
    await tx.execute(sql`set transaction read only`);
    await tx.execute(sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`);
    return work(tx);
  });
}

async function runQuery(tx: Tx, query: TableQuery, table: QueryTable, baseIds: string[]) {
  const compiled = compileTableQuery(query, table, baseIds);
  const { rows } = await tx.execute<Record<string, unknown>>(compiled.result);
  const behind = await tx.execute<{ id: string; matched: string }>(
    compiled.sources(tableQueryLimits.sources),
  );
  const ids = behind.rows.map(({ id }) => id);
  const [first] = ids.length > 0 ? [] : (await tx.execute<{ id: string }>(compiled.firstRow)).rows;
  const places = await readSources(tx, first ? [first.id] : ids);
  const [place] = places;
  if (!place) return undefined;
  const truncated = rows.length > query.limit && !isBest(query);
  const result = {
    rows: rows.slice(0, query.limit).map((row) => readCells(row, query, table)),
    truncated,
    matchedRows: Number(behind.rows[0]?.matched ?? 0),
    sources: first ? [] : places,
  };
  return { result, place };
}

/** Where the first few of an order were asked for, nothing is missing. */
function isBest({ orderBy, limit }: TableQuery): boolean {
  return orderBy.length > 0 && limit < tableQueryLimits.rows;
}

/** The driver gives exact numbers as text. */
function readCells(
  row: Record<string, unknown>,
  query: TableQuery,
  table: QueryTable,
): TableAnswer['rows'][number] {
  return query.select.map(({ column, aggregate }, index) => {
    const value = row[`v${index}`];
    if (value === null || value === undefined) return null;
    const counts = aggregate === 'count' || aggregate === 'count_distinct';
    const source = column === null ? undefined : findColumn(table, column);
    if (counts || (source && isNumeric(source))) return Number(value);
    return typeof value === 'boolean' ? value : String(value);
  });
}

async function readSources(tx: Tx, ids: string[]): Promise<TableSource[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({
      chunkId: chunks.id,
      text: chunks.text,
      headingPath: chunks.headingPath,
      page: chunks.page,
      boxes: chunks.boxes,
      charStart: chunks.charStart,
      charEnd: chunks.charEnd,
    })
    .from(chunks)
    .where(inArray(chunks.id, ids));
  const byId = new Map(rows.map((row) => [row.chunkId, row]));
  return ids.flatMap((id): TableSource[] => {
    const row = byId.get(id);
    if (!row) return [];
    const { charStart, charEnd, ...rest } = row;
    const charRange = charStart === null || charEnd === null ? null : { start: charStart, end: charEnd };
    return [{ ...rest, charRange }];
  });
}

/** The language that an answer from a table is written in: that of the question. */
export function languageOf(question: string) {
  const language = guessAnswerLanguage(question);
  return language === 'zh-traditional' ? 'zh-TRADITIONAL' : language;
}
