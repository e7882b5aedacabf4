import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Authorized } from '../../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../../platform/database/database.ts';
import { type FileRow, files } from '../../file-storage/file.table.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import { chunks } from '../chunks/chunk.table.ts';
import type { DocumentRow } from '../document.table.ts';
import { type DocumentVersionRow, documentVersions } from './document-version.table.ts';

export type VersionWithFile = { version: DocumentVersionRow; file: FileRow };

/** The newest first. */
export function listVersions(tx: Tx, documentId: string): Promise<VersionWithFile[]> {
  return tx
    .select({ version: documentVersions, file: files })
    .from(documentVersions)
    .innerJoin(files, eq(files.id, documentVersions.fileId))
    .where(eq(documentVersions.documentId, documentId))
    .orderBy(desc(documentVersions.number));
}

export async function findVersion(
  tx: Tx,
  documentId: string,
  number: number,
): Promise<VersionWithFile | undefined> {
  const [row] = await tx
    .select({ version: documentVersions, file: files })
    .from(documentVersions)
    .innerJoin(files, eq(files.id, documentVersions.fileId))
    .where(and(eq(documentVersions.documentId, documentId), eq(documentVersions.number, number)));
  return row;
}

/** No number is given twice, as far as versions are kept. */
export async function findLastNumber(
  tx: Tx,
  document: Pick<DocumentRow, 'id' | 'fileVersion' | 'activeFileVersion'>,
): Promise<number> {
  const [row] = await tx
    .select({ number: sql<number>`max(${documentVersions.number})` })
    .from(documentVersions)
    .where(eq(documentVersions.documentId, document.id));
  return Math.max(row?.number ?? 0, document.fileVersion, document.activeFileVersion);
}

export async function isFileOfVersion(tx: Tx, fileId: string): Promise<boolean> {
  return (await tx.$count(documentVersions, eq(documentVersions.fileId, fileId))) > 0;
}

export function listFilesOfVersions(tx: Tx, documentIds: string[]) {
  return tx
    .selectDistinct({ id: files.id, objectKey: files.objectKey })
    .from(documentVersions)
    .innerJoin(files, eq(files.id, documentVersions.fileId))
    .where(inArray(documentVersions.documentId, documentIds));
}

/** Longer texts are compared in their beginning. */
export const longestText = 1_000_000;

/** The text of the chunks that answer, in their order. */
export async function readActiveText(
  tx: Tx,
  { id, activeVersion }: Pick<DocumentRow, 'id' | 'activeVersion'>,
): Promise<string | null> {
  const [row] = await tx
    .select({
      text: sql<
        string | null
      >`left(string_agg(${chunks.text}, e'\n\n' order by ${chunks.ordinal}), ${longestText})`,
    })
    .from(chunks)
    .where(and(eq(chunks.documentId, id), eq(chunks.version, activeVersion)));
  return row?.text ?? null;
}

export async function insertVersion(
  tx: Tx,
  _base: Authorized<KnowledgeBaseRow, 'update'>,
  values: typeof documentVersions.$inferInsert,
): Promise<void> {
  await tx.insert(documentVersions).values(values).onConflictDoNothing();
}

export async function updateVersionText(
  tx: Tx,
  _base: Authorized<KnowledgeBaseRow, 'update'>,
  { documentId, number }: { documentId: string; number: number },
  text: string | null,
): Promise<void> {
  await tx
    .update(documentVersions)
    .set({ text })
    .where(and(eq(documentVersions.documentId, documentId), eq(documentVersions.number, number)));
}

export async function deleteVersionRow(tx: SystemTx, id: string): Promise<void> {
  await tx.delete(documentVersions).where(eq(documentVersions.id, id));
}
