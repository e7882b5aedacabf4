import type { DocumentLabels, DocumentStatus } from '@lectern/contract';
import {
  and,
  asc,
  count,
  desc,
  eq,
  ilike,
  inArray,
  isNull,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import { chooseFreeName, splitName } from '../../platform/free-name.ts';
import type { QuotaToken } from '../../platform/quota.ts';
import { rememberDeleted } from '../deletions/deletion.queries.ts';
import { type FileRow, files } from '../file-storage/file.table.ts';
import { visibleTo } from '../knowledge-bases/knowledge-base.queries.ts';
import {
  isActiveKnowledgeBase,
  type KnowledgeBaseRow,
  knowledgeBases,
} from '../knowledge-bases/knowledge-base.table.ts';
import { type DocumentRow, documents } from './document.table.ts';
import { indexLabels } from './labels/document-label.queries.ts';

const alive = isNull(documents.deletedAt);

export type DocumentWithFile = { document: DocumentRow; file: FileRow };

const sortColumns = {
  name: documents.name,
  created_at: documents.createdAt,
  size: files.sizeBytes,
  chunk_count: documents.chunkCount,
} as const;

/** In every knowledge base that the actor may open. */
export function findDocumentsByName(tx: Tx, actor: Actor, filter: { search: string; limit: number }) {
  return tx
    .select({
      id: documents.id,
      name: documents.name,
      format: documents.format,
      knowledgeBaseId: knowledgeBases.id,
      knowledgeBaseName: knowledgeBases.name,
    })
    .from(documents)
    .innerJoin(knowledgeBases, and(eq(knowledgeBases.id, documents.knowledgeBaseId), isActiveKnowledgeBase()))
    .where(and(alive, visibleTo(actor), ilike(documents.name, likePattern(filter.search))))
    .orderBy(desc(documents.createdAt), desc(documents.id))
    .limit(filter.limit);
}

export async function listDocumentRows(
  tx: Tx,
  knowledgeBaseId: string,
  filter: {
    search?: string | undefined;
    status?: DocumentStatus | undefined;
    matches?: SQL | undefined;
    sort: keyof typeof sortColumns;
    direction: 'asc' | 'desc';
    page: number;
    pageSize: number;
  },
): Promise<{ rows: DocumentWithFile[]; total: number }> {
  const where = and(
    alive,
    eq(documents.knowledgeBaseId, knowledgeBaseId),
    filter.search ? ilike(documents.name, likePattern(filter.search)) : undefined,
    filter.status ? eq(documents.status, filter.status) : undefined,
    filter.matches,
  );
  const order = filter.direction === 'asc' ? asc : desc;
  const [total] = await tx.select({ count: count() }).from(documents).where(where);
  const rows = await tx
    .select({ document: documents, file: files })
    .from(documents)
    .innerJoin(files, eq(files.id, documents.fileId))
    .where(where)
    .orderBy(order(sortColumns[filter.sort]), order(documents.id))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  return { rows, total: total?.count ?? 0 };
}

export async function findDocument(tx: Tx, id: string): Promise<DocumentWithFile | undefined> {
  const [row] = await tx
    .select({ document: documents, file: files })
    .from(documents)
    .innerJoin(files, eq(files.id, documents.fileId))
    .where(and(alive, eq(documents.id, id)));
  return row;
}

/** The row under lock, also a deleted one: for jobs that decide by its newest state. */
export async function lockDocument(tx: Tx, id: string): Promise<DocumentRow | undefined> {
  const [row] = await tx.select().from(documents).where(eq(documents.id, id)).for('update');
  return row;
}

export type LabelledDocument = { id: string; folderId: string | null } & DocumentLabels;

/** Those whose file is directly inside one of these folders. */
export function listLabelsInFolders(
  tx: Tx,
  knowledgeBaseId: string,
  folderIds: string[],
): Promise<LabelledDocument[]> {
  return tx
    .select({
      id: documents.id,
      folderId: files.folderId,
      tags: documents.tags,
      fieldValues: documents.fieldValues,
    })
    .from(documents)
    .innerJoin(files, eq(files.id, documents.fileId))
    .where(
      and(
        alive,
        eq(documents.knowledgeBaseId, knowledgeBaseId),
        sql`${files.folderId} = any(${sql.param(folderIds)}::uuid[])`,
      ),
    );
}

/** Always in one order, so that two callers never wait for each other. */
export async function lockDocumentsByIds(tx: Tx, ids: string[]): Promise<DocumentRow[]> {
  return tx
    .select()
    .from(documents)
    .where(and(alive, inArray(documents.id, ids)))
    .orderBy(asc(documents.id))
    .for('update');
}

/** `report.pdf`, or `report (2).pdf` where a live document of the base has that name. It stays free until the transaction ends. */
export async function findFreeName(tx: Tx, knowledgeBaseId: string, name: string): Promise<string> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`document names of ${knowledgeBaseId}`}, 0))`,
  );
  const [stem, extension] = splitName(name);
  const taken = await tx
    .select({ name: documents.name })
    .from(documents)
    .where(
      and(
        alive,
        eq(documents.knowledgeBaseId, knowledgeBaseId),
        sql`(lower(${documents.name}) = lower(${name}) or lower(${documents.name}) like lower(${`${escapeLike(stem)} (%)${escapeLike(extension)}`}))`,
      ),
    );
  return chooseFreeName(name, taken);
}

/** Documents of the base with one of these names, the oldest first. */
export function listSameNames(tx: Tx, knowledgeBaseId: string, names: readonly string[]) {
  const folded = names.map((name) => name.toLowerCase());
  return tx
    .select({ id: documents.id, name: documents.name })
    .from(documents)
    .where(
      and(
        alive,
        eq(documents.knowledgeBaseId, knowledgeBaseId),
        sql`lower(${documents.name}) = any(${sql.param(folded)}::text[])`,
      ),
    )
    .orderBy(asc(documents.createdAt), asc(documents.id))
    .limit(500);
}

function escapeLike(text: string): string {
  return likePattern(text).slice(1, -1);
}

export async function insertDocument(
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  values: typeof documents.$inferInsert,
): Promise<DocumentRow> {
  const [row] = await tx.insert(documents).values(values).returning();
  const { tags = [], fieldValues = {} } = values;
  if (tags.length > 0 || Object.keys(fieldValues).length > 0) await indexLabels(tx, base, [values.id]);
  return row as DocumentRow;
}

/** Changes a document of a base that the actor may change; its labels by `updateLabels`. */
export async function updateDocumentRow(
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  id: string,
  changes: Partial<Omit<DocumentRow, keyof DocumentLabels>>,
): Promise<void> {
  await tx
    .update(documents)
    .set(changes)
    .where(and(eq(documents.id, id), eq(documents.knowledgeBaseId, base.id)));
}

/** Each its own labels, in one statement. */
export async function updateLabels(
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  changes: ({ id: string } & DocumentLabels)[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx
    .update(documents)
    .set({
      tags: sql`array(select jsonb_array_elements_text(given.tags))`,
      fieldValues: sql`given."fieldValues"`,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as given(id uuid, tags jsonb, "fieldValues" jsonb)`,
    )
    .where(and(sql`${documents.id} = given.id`, eq(documents.knowledgeBaseId, base.id)));
  await indexLabels(
    tx,
    base,
    changes.map(({ id }) => id),
  );
}

/** What a job writes: only while its parse is the current one, so that a late job changes nothing. */
export async function updateParse(
  tx: SystemTx,
  parse: { documentId: string; version: number },
  changes: Partial<DocumentRow> | { messages: SQL },
): Promise<boolean> {
  const rows = await tx
    .update(documents)
    .set(changes as Partial<DocumentRow>)
    .where(
      and(
        alive,
        eq(documents.id, parse.documentId),
        eq(documents.parseVersion, parse.version),
        eq(documents.status, 'parsing'),
      ),
    )
    .returning({ id: documents.id });
  return rows.length > 0;
}

export async function isRenderedFormUsed(tx: Tx, renderedKey: string): Promise<boolean> {
  const rows = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(eq(documents.renderedKey, renderedKey))
    .limit(1);
  return rows.length > 0;
}

export function sumPictureBytes(companyId: SQLWrapper): SQL<number> {
  return sql`(select coalesce(sum(${documents.pictureBytes}), 0) from ${documents}
    where ${documents.companyId} = ${companyId} and ${documents.deletedAt} is null)`;
}

export async function softDeleteDocumentRow(
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  document: DocumentRow,
): Promise<void> {
  await updateDocumentRow(tx, base, document.id, { deletedAt: new Date() });
  await rememberDeleted(tx, 'document', [document]);
}

export async function softDeleteDocumentsOf(
  tx: Tx,
  base: Authorized<{ id: string }, 'delete'>,
): Promise<void> {
  const rows = await tx
    .update(documents)
    .set({ deletedAt: new Date() })
    .where(and(eq(documents.knowledgeBaseId, base.id), alive))
    .returning({ id: documents.id, companyId: documents.companyId });
  await rememberDeleted(tx, 'document', rows);
}

/** Of these documents, those of the base. `ids` selects them. */
export async function softDeleteDocumentsIn(
  tx: Tx,
  base: Authorized<{ id: string }, 'update'>,
  ids: SQLWrapper,
): Promise<void> {
  const rows = await tx
    .update(documents)
    .set({ deletedAt: new Date() })
    .where(and(alive, eq(documents.knowledgeBaseId, base.id), inArray(documents.id, ids)))
    .returning({ id: documents.id, companyId: documents.companyId });
  await rememberDeleted(tx, 'document', rows);
}

/** Stores what reading the file found. */
export async function updateDocumentFacts(
  tx: SystemTx,
  id: string,
  facts: Partial<Omit<DocumentRow, 'pictureBytes'>>,
): Promise<void> {
  await tx.update(documents).set(facts).where(eq(documents.id, id));
}

/** Pictures count as storage, in place of those that the document had before. */
export async function setPictureBytes(
  tx: SystemTx,
  id: string,
  pictureBytes: number,
  _place: QuotaToken<'storage'>,
): Promise<void> {
  await tx.update(documents).set({ pictureBytes }).where(eq(documents.id, id));
}

export async function changeChunkCount(
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  id: string,
  by: number,
): Promise<void> {
  await tx
    .update(documents)
    .set({ chunkCount: sql`${documents.chunkCount} + ${by}` })
    .where(and(eq(documents.id, id), eq(documents.knowledgeBaseId, base.id)));
}

/** For a document that was never parsed and gets its first chunk from a person. */
export async function startFirstVersion(
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  id: string,
): Promise<void> {
  await tx
    .update(documents)
    .set({ activeVersion: 1, parseVersion: sql`greatest(${documents.parseVersion}, 1)` })
    .where(and(eq(documents.id, id), eq(documents.knowledgeBaseId, base.id)));
}

/** All of the transaction's company. */
export async function softDeleteAllDocuments(tx: SystemTx): Promise<void> {
  await tx.update(documents).set({ deletedAt: new Date() }).where(alive);
}
