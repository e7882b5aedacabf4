import { AppError, type PdfCopy } from '@lectern/contract';
import { type OfficeFormat, officeFormats } from '@lectern/parsing';
import type { SystemTx } from '../../platform/database/database.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockObject } from '../file-storage/object.service.ts';
import { answerBytes } from '../file-storage/stored-bytes.service.ts';
import {
  claimPdfCopy,
  deletePdfCopies,
  deleteUnusedPdfCopies,
  findPdfCopy,
  isPdfCopyUsed,
} from './pdf-copy.queries.ts';

/** A stored file that somebody may look at. */
export type ShownFile = {
  companyId: string;
  name: string;
  /** Format id; null for what no reader takes. */
  format: string | null;
  objectKey: string;
  sha256: string;
};

export type MakePdfCopy = { companyId: string; copyId: string; objectKey: string };

export const makePdfCopyJob = 'pdf-copy.make';

/** Copies lie apart from originals: the same bytes uploaded as a file are another object. */
export function pdfCopyPrefix(companyId: string): string {
  return `${companyId}-pdf-copies`;
}

export function isOfficeFormat(format: string | null): format is OfficeFormat {
  return (officeFormats as readonly (string | null)[]).includes(format);
}

/** Whether the file can be shown as pages. The first to ask has the copy made, in the background. */
export async function requestPdfCopy(
  { database, jobs }: Platform,
  { companyId, sha256, format, objectKey }: ShownFile,
): Promise<PdfCopy> {
  if (!isOfficeFormat(format)) return { state: 'not_needed' };
  const content = { companyId, sha256, format };
  return database.withCompany(companyId, async (tx) => {
    const known = await findPdfCopy(tx, content);
    if (known?.state === 'ready') return { state: 'ready' };
    const copyId = await claimPdfCopy(tx, content);
    if (copyId !== undefined) {
      const priority = -(await jobs.fairPriority(tx, makePdfCopyJob, companyId));
      await jobs.enqueue<MakePdfCopy>(tx, makePdfCopyJob, { companyId, copyId, objectKey }, { priority });
    }
    if (copyId !== undefined || known?.state !== 'failed') return { state: 'preparing' };
    return { state: known.reason === 'converter_missing' ? 'no_program' : 'failed' };
  });
}

/** The copy, whole or in part. */
export async function readPdfCopy(
  platform: Platform,
  file: ShownFile,
  rangeHeader: string | undefined,
): Promise<FileAnswer> {
  const { companyId, sha256, format } = file;
  const copy = await platform.database.withCompany(companyId, (tx) =>
    findPdfCopy(tx, { sha256, format: format ?? '' }),
  );
  if (copy?.state !== 'ready' || copy.objectKey === null || copy.sizeBytes === null)
    throw new AppError('document.no_pdf_copy');
  const { objectKey, sizeBytes } = copy;
  return answerBytes(
    platform,
    {
      name: `${file.name}.pdf`,
      format: 'pdf',
      objectKey,
      sizeBytes,
      sha256: objectKey.slice(objectKey.lastIndexOf('/') + 1),
    },
    rangeHeader,
  );
}

/** Called when the company's last files with these contents are deleted, in the same transaction. */
export async function dropPdfCopies(platform: Platform, tx: SystemTx, sha256s: string[]): Promise<void> {
  await deletePdfs(platform, tx, await deletePdfCopies(tx, sha256s));
}

/**
 * Whoever opens a file while it is deleted may have a copy made of it that nobody asks for again. A conversion that
 * runs finds its row gone and keeps nothing.
 */
export async function evictUnusedPdfCopies(platform: Platform): Promise<void> {
  await platform.database.asSystem('copies of every company', async (tx) => {
    await deletePdfs(platform, tx, await deleteUnusedPdfCopies(tx));
  });
}

async function deletePdfs({ objects }: Platform, tx: SystemTx, objectKeys: string[]): Promise<void> {
  for (const key of objectKeys.sort()) {
    await lockObject(tx, key);
    if (!(await isPdfCopyUsed(tx, key))) await objects.delete(key);
  }
}
