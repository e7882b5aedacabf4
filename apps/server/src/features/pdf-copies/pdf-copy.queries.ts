import { and, eq, inArray, lt, ne, notExists, or, sql } from 'drizzle-orm';
import { newId, type SystemTx, type Tx } from '../../platform/database/database.ts';
import { files } from '../file-storage/file.table.ts';
import { type PdfCopyRow, pdfCopies } from './pdf-copy.table.ts';

/** Content of a company, read as a format. */
export type Content = Pick<PdfCopyRow, 'companyId' | 'sha256' | 'format'>;

/** After so long a copy is made again: its job is gone, what was missing may be there, a busy machine may be idle. */
const againAfter = { failed: '1 hour', converter_missing: '1 minute' } as const;

export async function findPdfCopy(
  tx: Tx,
  content: Pick<Content, 'sha256' | 'format'>,
): Promise<PdfCopyRow | undefined> {
  const [row] = await tx
    .select()
    .from(pdfCopies)
    .where(and(eq(pdfCopies.sha256, content.sha256), eq(pdfCopies.format, content.format)));
  return row;
}

/** The id of a copy that the caller has to have made; undefined where another caller did, or it exists. */
export async function claimPdfCopy(tx: SystemTx, content: Content): Promise<string | undefined> {
  const olderThan = (age: string) => lt(pdfCopies.updatedAt, sql`now() - ${age}::interval`);
  const [claimed] = await tx
    .insert(pdfCopies)
    .values({ ...content, id: newId(), state: 'preparing' })
    .onConflictDoUpdate({
      target: [pdfCopies.companyId, pdfCopies.sha256, pdfCopies.format],
      set: { state: 'preparing', reason: null, updatedAt: sql`now()` },
      setWhere: and(
        ne(pdfCopies.state, 'ready'),
        or(
          olderThan(againAfter.failed),
          and(eq(pdfCopies.reason, 'converter_missing'), olderThan(againAfter.converter_missing)),
        ),
      ),
    })
    .returning({ id: pdfCopies.id });
  return claimed?.id;
}

/** False when the content was deleted meanwhile. */
export async function finishPdfCopy(
  tx: SystemTx,
  id: string,
  result: { state: 'ready'; objectKey: string; sizeBytes: number } | { state: 'failed'; reason: string },
): Promise<boolean> {
  const rows = await tx
    .update(pdfCopies)
    .set({ ...result, updatedAt: sql`now()` })
    .where(and(eq(pdfCopies.id, id), eq(pdfCopies.state, 'preparing')))
    .returning({ id: pdfCopies.id });
  return rows.length > 0;
}

export async function findPdfCopyToMake(tx: Tx, id: string): Promise<PdfCopyRow | undefined> {
  const [row] = await tx
    .select()
    .from(pdfCopies)
    .where(and(eq(pdfCopies.id, id), eq(pdfCopies.state, 'preparing')));
  return row;
}

export async function isPdfCopyUsed(tx: Tx, objectKey: string): Promise<boolean> {
  const rows = await tx
    .select({ id: pdfCopies.id })
    .from(pdfCopies)
    .where(eq(pdfCopies.objectKey, objectKey))
    .limit(1);
  return rows.length > 0;
}

/** One that was asked for while its content was deleted is the only kind that there should be. */
const unusedAfter = '1 hour';
const unusedAtOnce = 200;

/** Copies of contents that no file of their company has any more. Returns the object keys of what was deleted. */
export async function deleteUnusedPdfCopies(tx: SystemTx): Promise<string[]> {
  const file = tx
    .select({ one: sql`1` })
    .from(files)
    .where(and(eq(files.companyId, pdfCopies.companyId), eq(files.sha256, pdfCopies.sha256)));
  const unused = tx
    .select({ id: pdfCopies.id })
    .from(pdfCopies)
    .where(and(lt(pdfCopies.updatedAt, sql`now() - ${unusedAfter}::interval`), notExists(file)))
    .limit(unusedAtOnce);
  const rows = await tx
    .delete(pdfCopies)
    .where(inArray(pdfCopies.id, unused))
    .returning({ objectKey: pdfCopies.objectKey });
  return rows.flatMap(({ objectKey }) => objectKey ?? []);
}

/** Returns the object keys of what was deleted. */
export async function deletePdfCopies(tx: SystemTx, sha256s: string[]): Promise<string[]> {
  const rows = await tx
    .delete(pdfCopies)
    .where(inArray(pdfCopies.sha256, sha256s))
    .returning({ objectKey: pdfCopies.objectKey });
  return rows.flatMap(({ objectKey }) => objectKey ?? []);
}
