import { type Chunk, snakeCase } from '@lectern/contract';
import { inArray } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { listLastChanges } from '../documents/chunks/chunk-revision.queries.ts';
import { documentTables } from '../documents/chunks/document-table.table.ts';
import type { ShownChunk } from './chunk.queries.ts';

type Columns = (typeof documentTables.$inferSelect)['columns'];

/** Chunks as the API shows them; the cells of rows are named as their sheet names them. */
export async function presentChunks(tx: Tx, rows: readonly ShownChunk[]): Promise<Chunk[]> {
  const [columns, changes] = [await findColumns(tx, rows), await listLastChanges(tx, rows)];
  return rows.map((row) => ({
    ...present(row, columns.get(row.tableId ?? '')),
    lastChange: changes.get(row.id) ?? null,
  }));
}

export async function presentChunk(tx: Tx, row: ShownChunk): Promise<Chunk> {
  const [chunk] = await presentChunks(tx, [row]);
  return chunk as Chunk;
}

async function findColumns(tx: Tx, rows: readonly ShownChunk[]): Promise<Map<string, Columns>> {
  const ids = [...new Set(rows.flatMap(({ tableId }) => tableId ?? []))];
  if (ids.length === 0) return new Map();
  const tables = await tx
    .select({ id: documentTables.id, columns: documentTables.columns })
    .from(documentTables)
    .where(inArray(documentTables.id, ids));
  return new Map(tables.map((table) => [table.id, table.columns]));
}

function present(row: ShownChunk, columns: Columns | undefined): Omit<Chunk, 'lastChange'> {
  return {
    id: row.id,
    documentId: row.documentId,
    ordinal: row.ordinal,
    text: row.text,
    keywords: row.keywords,
    questions: row.questions,
    kind: row.kind,
    sourceChunkIds: row.sourceChunkIds ?? [],
    fields: row.fields && nameFields(row.fields, columns),
    hasImage: row.imageKey !== null,
    enabled: row.enabled,
    headingPath: row.headingPath,
    tokens: row.tokens,
    page: row.page,
    pageEnd: row.pageEnd,
    boxes: row.boxes,
    charRange:
      row.charStart === null || row.charEnd === null ? null : { start: row.charStart, end: row.charEnd },
    edited: row.edited,
  };
}

/** The row itself knows its cells by keys, in no order: names and order are those of the sheet. */
function nameFields(
  fields: NonNullable<ShownChunk['fields']>,
  columns: Columns | undefined,
): NonNullable<Chunk['fields']> {
  if (columns)
    return columns.map(({ key, name, synonyms }) => ({
      name: [name, ...synonyms].join('/'),
      value: fields[key] ?? null,
    }));
  return Object.entries(fields).map(([key, value]) => ({ name: snakeCase(key), value }));
}
