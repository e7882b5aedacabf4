import type { ProgressMessage } from '@lectern/contract';
import { and, asc, eq, inArray, isNotNull, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { files } from '../file-storage/file.table.ts';
import type { DocumentWithFile } from './document.queries.ts';
import { type DocumentRow, documents } from './document.table.ts';
import { documentVersions } from './versions/document-version.table.ts';

// Many documents in one statement: a small one costs hardly more than its statements.

export type NumberedParse = { documentId: string; version: number };

export function listDocumentsWithFiles(tx: Tx, ids: string[]): Promise<DocumentWithFile[]> {
  return tx
    .select({ document: documents, file: files })
    .from(documents)
    .innerJoin(files, eq(files.id, documents.fileId))
    .where(and(isNull(documents.deletedAt), inArray(documents.id, ids)));
}

/** Changes the documents whose current parse is among these. Returns their ids. */
export async function updateParses(
  tx: SystemTx,
  parses: NumberedParse[],
  changes: Partial<DocumentRow>,
): Promise<string[]> {
  const rows = await tx
    .update(documents)
    .set(changes)
    .where(areCurrent(parses))
    .returning({ id: documents.id });
  return rows.map(({ id }) => id);
}

function areCurrent(parses: NumberedParse[]): SQL | undefined {
  const pairs = parses.map(({ documentId, version }) => sql`(${documentId}::uuid, ${version}::int)`);
  return and(
    isNull(documents.deletedAt),
    eq(documents.status, 'parsing'),
    sql`(${documents.id}, ${documents.parseVersion}) in (${sql.join(pairs, sql`, `)})`,
  );
}

/** How many of these are still the current parse of their document. */
export function countWantedParses(tx: Tx, parses: NumberedParse[]): Promise<number> {
  return tx.$count(documents, areCurrent(parses));
}

/** Always in one order, so that two callers never wait for each other. */
export async function lockParses(tx: Tx, parses: NumberedParse[]): Promise<DocumentRow[]> {
  return tx.select().from(documents).where(areCurrent(parses)).orderBy(asc(documents.id)).for('update');
}

/** What differs from document to document; `messages` are added to those that are there. */
export type ParseChanges = NumberedParse & { messages: ProgressMessage[] } & Partial<
    Pick<
      DocumentRow,
      | 'format'
      | 'title'
      | 'pageCount'
      | 'metadata'
      | 'firstPageText'
      | 'textSha256'
      | 'renderedKey'
      | 'chunkCount'
      | 'processDurationMs'
    >
  >;

const columns = {
  format: 'text',
  title: 'text',
  pageCount: 'int',
  metadata: 'jsonb',
  firstPageText: 'text',
  textSha256: 'text',
  renderedKey: 'text',
  chunkCount: 'int',
  processDurationMs: 'int',
} as const;

/**
 * Changes each document in its own way, those of `keys`, and all in the way of `common`. Returns the ids of those whose
 * parse is still the current one.
 */
export async function updateEachParse(
  tx: SystemTx,
  rows: ParseChanges[],
  keys: (keyof typeof columns)[],
  common: Partial<DocumentRow>,
): Promise<string[]> {
  if (rows.length === 0) return [];
  const given = sql.join(
    keys.map((key) => sql`${sql.identifier(key)} ${sql.raw(columns[key])}`),
    sql`, `,
  );
  const each = Object.fromEntries(keys.map((key) => [key, sql`given.${sql.identifier(key)}`]));
  const changed = await tx
    .update(documents)
    .set({
      ...common,
      ...each,
      messages: sql`${documents.messages} || given.messages`,
    } as unknown as Partial<DocumentRow>)
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("documentId" uuid, messages jsonb, ${given})`,
    )
    .where(and(sql`${documents.id} = given."documentId"`, areCurrent(rows)))
    .returning({ id: documents.id });
  return changed.map(({ id }) => id);
}

/** What the removal of a soft-deleted document has to know. */
export type ClearedDocument = Awaited<ReturnType<typeof listDeletedDocuments>>[number];

/** Of these, those that are soft-deleted. */
export function listDeletedDocuments(tx: Tx, ids: string[]) {
  return tx
    .select({
      id: documents.id,
      companyId: documents.companyId,
      knowledgeBaseId: documents.knowledgeBaseId,
      chunkMethod: documents.chunkMethod,
      enrichmentOptions: documents.enrichmentOptions,
      chunkCount: documents.chunkCount,
      renderedKey: documents.renderedKey,
      fileId: documents.fileId,
      objectKey: files.objectKey,
    })
    .from(documents)
    .innerJoin(files, eq(files.id, documents.fileId))
    .where(and(inArray(documents.id, ids), isNotNull(documents.deletedAt)));
}

/** Always in one order, so that two callers never wait for each other. */
export async function lockDeletedDocuments(tx: Tx, ids: string[]): Promise<void> {
  await tx
    .select({ id: documents.id })
    .from(documents)
    .where(inArray(documents.id, ids))
    .orderBy(asc(documents.id))
    .for('update');
}

/** Of these readable forms, those that other documents are shown as. */
export async function listUsedRenderedForms(
  tx: Tx,
  keys: string[],
  exceptDocuments: string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await tx
    .selectDistinct({ key: documents.renderedKey })
    .from(documents)
    .where(and(inArray(documents.renderedKey, keys), notInArray(documents.id, exceptDocuments)));
  return new Set(rows.flatMap(({ key }) => key ?? []));
}

/** Of these files, those that another document needs, or a folder that they are kept in. */
export async function listUsedFiles(tx: Tx, ids: string[], exceptDocuments: string[]): Promise<string[]> {
  const ofDocument = tx
    .select({ id: documents.fileId })
    .from(documents)
    .where(and(inArray(documents.fileId, ids), notInArray(documents.id, exceptDocuments)));
  const ofVersion = tx
    .select({ id: documentVersions.fileId })
    .from(documentVersions)
    .where(
      and(inArray(documentVersions.fileId, ids), notInArray(documentVersions.documentId, exceptDocuments)),
    );
  const isKept = and(eq(files.shelf, 'manager'), isNull(files.deletedAt));
  const rows = await tx
    .select({ id: files.id })
    .from(files)
    .where(
      and(inArray(files.id, ids), or(isKept, inArray(files.id, ofDocument), inArray(files.id, ofVersion))),
    );
  return rows.map(({ id }) => id);
}

export async function deleteDocumentRows(tx: SystemTx, ids: string[]): Promise<void> {
  await tx.delete(documents).where(inArray(documents.id, ids));
}
