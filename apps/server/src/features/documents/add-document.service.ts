import type { Document, DocumentLabels, Language, ReadingOptions } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FileRow } from '../file-storage/file.table.ts';
import { addFile, type StoredUpload } from '../file-storage/upload.service.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { type DocumentWithFile, findFreeName, insertDocument } from './document.queries.ts';
import { chooseMethod, formatOfExtension } from './document-format.service.ts';
import { labelsOfNew } from './document-labels.service.ts';
import { presentDocument } from './present-document.ts';
import { beginParse } from './request-parse.service.ts';

export type NewDocument = StoredUpload & {
  /** Where it is not the file's. */
  documentName?: string;
  title?: string | undefined;
  metadata?: Record<string, string>;
  sourceUrl?: string;
  readingOptions?: Partial<ReadingOptions>;
  labels?: Partial<DocumentLabels> | undefined;
};

/** Adds quota, file, document and, if requested, its parse in one transaction. The bytes are already stored. */
export function addDocument(
  platform: Platform,
  actor: Actor,
  knowledgeBaseId: string,
  upload: NewDocument,
  options: { parse: boolean; language: Language },
): Promise<Document> {
  return platform.database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'update', knowledgeBaseId);
    const added = await createDocument(platform, tx, base, upload, {
      ...options,
      ownerId: actor.accountId,
    });
    return presentDocument(added, { actor, base, language: options.language });
  });
}

/** The same in the caller's transaction. */
export async function createDocument(
  platform: Platform,
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  upload: NewDocument,
  options: { parse: boolean; ownerId: string },
): Promise<DocumentWithFile> {
  const file = await addFile(platform, tx, base.companyId, upload, options.ownerId);
  return createDocumentOfFile(platform, tx, base, file, upload, options);
}

/** Adds a document for a stored file, with the settings of its knowledge base. */
export async function createDocumentOfFile(
  platform: Platform,
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  file: FileRow,
  upload: Omit<NewDocument, 'objectKey' | 'sha256' | 'sizeBytes'>,
  options: { parse: boolean; ownerId: string },
): Promise<DocumentWithFile> {
  const wanted = upload.documentName ?? upload.name;
  const name = await findFreeName(tx, base.id, wanted);
  const format = formatOfExtension(upload.format);
  const { note, ...method } = chooseMethod(base, format);
  const document = await insertDocument(tx, base, {
    id: newId(),
    companyId: base.companyId,
    knowledgeBaseId: base.id,
    fileId: file.id,
    name,
    title: upload.title ?? null,
    format,
    metadata: upload.metadata ?? {},
    ...(await labelsOfNew(tx, base, file, upload.labels ?? {})),
    ...method,
    readingOptions: { ...base.readingOptions, ...upload.readingOptions },
    enrichmentOptions: base.enrichmentOptions,
    sourceUrl: upload.sourceUrl ?? null,
    messages: [
      ...(name === wanted
        ? []
        : [
            {
              at: new Date().toISOString(),
              key: 'document.renamed',
              details: { from: wanted, to: name },
            },
          ]),
      ...(note ? [note] : []),
    ],
  });
  const begun = options.parse
    ? await beginParse(platform, tx, base, { document, file }, { personId: options.ownerId })
    : document;
  return { document: begun, file };
}
