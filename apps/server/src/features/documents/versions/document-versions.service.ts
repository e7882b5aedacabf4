import {
  AppError,
  type Document,
  type DocumentVersion,
  type Language,
  mostDocumentVersions,
} from '@lectern/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../platform/actor.ts';
import type { Authorized } from '../../../platform/authorized.ts';
import { newId, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readOwnerNames } from '../../accounts/owner-names.service.ts';
import { lockObject, releaseFiles } from '../../file-storage/object.service.ts';
import { addFile, receiveFiles, type StoredUpload } from '../../file-storage/upload.service.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import { type DocumentWithFile, updateDocumentRow } from '../document.queries.ts';
import { loadDocument, loadDocumentToChange } from '../document.service.ts';
import type { DocumentRow } from '../document.table.ts';
import { listUsedFiles } from '../document-batch.queries.ts';
import { chooseMethod, formatOfExtension } from '../document-format.service.ts';
import { presentDocument } from '../present-document.ts';
import { beginParse } from '../request-parse.service.ts';
import {
  deleteVersionRow,
  findLastNumber,
  findVersion,
  insertVersion,
  listVersions,
  longestText,
  readActiveText,
  updateVersionText,
} from './document-version.queries.ts';

/** Receives the one file of the request and gives it to the document. */
export async function receiveReplacement(
  platform: Platform,
  actor: Actor,
  documentId: string,
  request: FastifyRequest,
  language: Language,
): Promise<Document> {
  // Before a byte is stored: may the actor change it at all?
  await platform.database.withActor(actor, (tx) => loadDocument(tx, actor, 'update', documentId));
  let taken = 0;
  const received = await receiveFiles(platform, actor, request, language, (upload) => {
    taken++;
    if (taken > 1) throw new AppError('document.too_many_files', { name: upload.name, maxFiles: 1 });
    return replaceWith(platform, actor, documentId, upload, language);
  });
  const [replaced] = received.taken;
  const [refused] = received.refused;
  if (replaced) return replaced;
  throw new AppError(refused?.code ?? 'document.no_file', {
    name: refused?.name ?? '',
    max: mostDocumentVersions,
  });
}

/** The earlier file stays as a version; its chunks answer until those of the new one are ready. */
export function replaceWith(
  platform: Platform,
  actor: Actor,
  documentId: string,
  upload: StoredUpload,
  language: Language,
): Promise<Document> {
  return platform.database.withActor(actor, async (tx) => {
    const { document, file, base } = await loadDocumentToChange(tx, actor, documentId);
    if (file.sha256 === upload.sha256) throw new AppError('document.same_file');
    await keepCurrent(tx, base, { document, file });
    const kept = await listVersions(tx, document.id);
    if (kept.length >= mostDocumentVersions)
      throw new AppError('document.too_many_versions', { max: mostDocumentVersions });
    const replaced = await addVersion(platform, tx, { base, document }, upload, actor.accountId);
    return presentDocument(replaced, { actor, base, language });
  });
}

/** The file becomes the document's newest version, and is parsed. What it had is kept by `keepCurrent` before. */
export async function addVersion(
  platform: Platform,
  tx: Tx,
  { base, document }: Pick<Switch, 'base' | 'document'>,
  upload: StoredUpload & { title?: string | undefined },
  personId: string,
): Promise<DocumentWithFile> {
  const added = await addFile(platform, tx, base.companyId, upload, personId);
  const number = (await findLastNumber(tx, document)) + 1;
  const format = formatOfExtension(upload.format);
  await insertVersion(tx, base, {
    id: newId(),
    companyId: base.companyId,
    documentId: document.id,
    number,
    fileId: added.id,
    format,
    addedBy: personId,
  });
  const next = { file: added, format, number, title: upload.title };
  return switchTo(platform, tx, { base, document, next, personId });
}

/** Goes back to an earlier file. */
export function restore(
  platform: Platform,
  actor: Actor,
  { documentId, number }: { documentId: string; number: number },
  language: Language,
): Promise<Document> {
  return platform.database.withActor(actor, async (tx) => {
    const { document, file, base } = await loadDocumentToChange(tx, actor, documentId);
    if (number === document.fileVersion) throw new AppError('document.version_in_use');
    const found = await findVersion(tx, documentId, number);
    if (!found) throw new AppError('document.version_gone');
    await keepCurrent(tx, base, { document, file });
    const next = { file: found.file, format: found.version.format, number };
    const restored = await switchTo(platform, tx, { base, document, next, personId: actor.accountId });
    return presentDocument(restored, { actor, base, language });
  });
}

/** The text of what answers is kept with its version, since its chunks go when the next file is read. */
export async function keepCurrent(
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  { document, file }: DocumentWithFile,
): Promise<void> {
  await insertVersion(tx, base, {
    id: newId(),
    companyId: base.companyId,
    documentId: document.id,
    number: document.fileVersion,
    fileId: file.id,
    format: document.format,
    addedBy: file.ownerId,
    createdAt: file.createdAt,
  });
  if (document.activeVersion === 0) return;
  const answering = { documentId: document.id, number: document.activeFileVersion };
  await updateVersionText(tx, base, answering, await readActiveText(tx, document));
}

type Switch = {
  base: Authorized<KnowledgeBaseRow, 'update'>;
  document: DocumentRow;
  next: { file: DocumentWithFile['file']; format: string; number: number; title?: string | undefined };
  personId: string;
};

async function switchTo(
  platform: Platform,
  tx: Tx,
  { base, document, next, personId }: Switch,
): Promise<DocumentWithFile> {
  const { note, ...method } = chooseMethod(document, next.format);
  const changes: Partial<DocumentRow> = {
    fileId: next.file.id,
    fileVersion: next.number,
    format: next.format,
    ...method,
    // What the other file said of itself.
    title: next.title ?? null,
    metadata: {},
    ...(note ? { messages: [...document.messages, note] } : {}),
  };
  await updateDocumentRow(tx, base, document.id, changes);
  const changed = { document: { ...document, ...changes }, file: next.file };
  const begun = await beginParse(platform, tx, base, changed, { personId });
  return { document: begun, file: next.file };
}

/** The current file alone where none was ever replaced. */
export function readVersions(
  { database }: Platform,
  actor: Actor,
  documentId: string,
): Promise<{ items: DocumentVersion[] }> {
  return database.withActor(actor, async (tx) => {
    const { document, file } = await loadDocument(tx, actor, 'read', documentId);
    const kept = await listVersions(tx, documentId);
    const rows = kept.some(({ version }) => version.number === document.fileVersion)
      ? kept
      : [
          {
            file,
            version: {
              number: document.fileVersion,
              format: document.format,
              text: null,
              addedBy: file.ownerId,
              createdAt: file.createdAt,
            },
          },
          ...kept,
        ];
    const people = rows.flatMap(({ version: { addedBy } }) => (addedBy ? [{ ownerId: addedBy }] : []));
    const names = await readOwnerNames(tx, people);
    return {
      items: rows.map(({ version, file: ofVersion }) => {
        const answers = document.activeVersion > 0 && version.number === document.activeFileVersion;
        return {
          number: version.number,
          fileName: ofVersion.name,
          format: version.format,
          sizeBytes: ofVersion.sizeBytes,
          current: version.number === document.fileVersion,
          answers,
          hasText: answers || version.text !== null,
          addedByName: names.get(version.addedBy ?? '') ?? '',
          addedAt: version.createdAt.toISOString(),
        };
      }),
    };
  });
}

export function readVersionText(
  { database }: Platform,
  actor: Actor,
  { documentId, number }: { documentId: string; number: number },
): Promise<{ text: string; truncated: boolean }> {
  return database.withActor(actor, async (tx) => {
    const { document } = await loadDocument(tx, actor, 'read', documentId);
    const answers = document.activeVersion > 0 && number === document.activeFileVersion;
    const kept = answers ? undefined : await findVersion(tx, documentId, number);
    if (!answers && !kept && number !== document.fileVersion) throw new AppError('document.version_gone');
    const text = answers ? await readActiveText(tx, document) : (kept?.version.text ?? null);
    if (text === null) throw new AppError('document.not_parsed');
    return { text, truncated: text.length >= longestText };
  });
}

/** Deletes a version that is neither current nor answers, with its file where nothing else needs it. */
export async function removeVersion(
  platform: Platform,
  actor: Actor,
  { documentId, number }: { documentId: string; number: number },
): Promise<void> {
  await platform.database.withActor(actor, (tx) => loadDocument(tx, actor, 'update', documentId));
  await platform.database.withCompany(actor.companyId, async (tx) => {
    const { document } = await loadDocumentToChange(tx, actor, documentId);
    const found = await findVersion(tx, documentId, number);
    const inUse =
      number === document.fileVersion ||
      (document.activeVersion > 0 && number === document.activeFileVersion);
    if (inUse) throw new AppError('document.version_in_use');
    if (!found) throw new AppError('document.version_gone');
    await lockObject(tx, found.file.objectKey);
    await deleteVersionRow(tx, found.version.id);
    if ((await listUsedFiles(tx, [found.file.id], [])).length === 0)
      await releaseFiles(platform, tx, [found.file]);
  });
}

/** The document as it was with one of its files; without a number, with the one that answers. */
export async function withFileOfVersion(
  tx: Tx,
  found: DocumentWithFile,
  number: number | undefined,
): Promise<DocumentWithFile> {
  const { document } = found;
  const wanted = number ?? (document.activeVersion > 0 ? document.activeFileVersion : document.fileVersion);
  const differs = document.fileVersion !== document.activeFileVersion;
  // The readable form is of the file that was read last.
  if (wanted === document.fileVersion)
    return differs ? { ...found, document: { ...document, renderedKey: null } } : found;
  const kept = await findVersion(tx, document.id, wanted);
  if (!kept) {
    if (number !== undefined) throw new AppError('document.version_gone');
    return found;
  }
  const { format } = kept.version;
  return { file: kept.file, document: { ...document, format, renderedKey: null, pageCount: null } };
}
