import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  ilike,
  inArray,
  max,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import { type ChunkRow, chunks } from '../documents/chunks/chunk.table.ts';
import type { DocumentRow } from '../documents/document.table.ts';

/** Everything but the vector, which no list needs. */
const { vector: _, ...shown } = getTableColumns(chunks);

export type ShownChunk = Omit<ChunkRow, 'vector'>;

function ofDocument(document: Pick<DocumentRow, 'id' | 'activeVersion'>): SQL | undefined {
  return and(eq(chunks.documentId, document.id), eq(chunks.version, document.activeVersion));
}

export async function listChunkRows(
  tx: Tx,
  document: DocumentRow,
  filter: { search?: string | undefined; enabled?: boolean | undefined; page: number; pageSize: number },
) {
  const pattern = filter.search ? likePattern(filter.search) : undefined;
  const where = and(
    ofDocument(document),
    filter.enabled === undefined ? undefined : eq(chunks.enabled, filter.enabled),
    pattern
      ? or(ilike(chunks.text, pattern), sql`array_to_string(${chunks.keywords}, ' ') ilike ${pattern}`)
      : undefined,
  );
  const [total] = await tx.select({ count: count() }).from(chunks).where(where);
  const rows = await tx
    .select(shown)
    .from(chunks)
    .where(where)
    .orderBy(asc(chunks.ordinal))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  return { rows, total: total?.count ?? 0 };
}

export async function findChunk(
  tx: Tx,
  document: DocumentRow,
  chunkId: string,
): Promise<ChunkRow | undefined> {
  const [row] = await tx
    .select()
    .from(chunks)
    .where(and(ofDocument(document), eq(chunks.id, chunkId)));
  return row;
}

/** In reading order. */
export async function listChunkRowsByIds(
  tx: Tx,
  document: DocumentRow,
  ids: readonly string[],
): Promise<ChunkRow[]> {
  return tx
    .select()
    .from(chunks)
    .where(and(ofDocument(document), inArray(chunks.id, [...ids])))
    .orderBy(asc(chunks.ordinal));
}

/** The chunk that follows a place in reading order. */
export async function findNextChunk(
  tx: Tx,
  document: DocumentRow,
  ordinal: number,
): Promise<ChunkRow | undefined> {
  const [row] = await tx
    .select()
    .from(chunks)
    .where(and(ofDocument(document), gt(chunks.ordinal, ordinal)))
    .orderBy(asc(chunks.ordinal))
    .limit(1);
  return row;
}

export async function listChunksByIds(
  tx: Tx,
  document: DocumentRow,
  ids: string[],
): Promise<{ id: string; enabled: boolean }[]> {
  return tx
    .select({ id: chunks.id, enabled: chunks.enabled })
    .from(chunks)
    .where(and(ofDocument(document), inArray(chunks.id, ids)));
}

export async function nextOrdinal(tx: Tx, document: DocumentRow): Promise<number> {
  const [row] = await tx
    .select({ last: max(chunks.ordinal) })
    .from(chunks)
    .where(ofDocument(document));
  return (row?.last ?? -1) + 1;
}
