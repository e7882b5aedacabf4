import {
  AppError,
  type BodyOf,
  type bulkUpdateDocuments,
  type ChunkOptions,
  type Document,
  errorText,
  type Language,
  type ReadingOptions,
  type ResponseOf,
  readingOptions,
  type updateDocument,
} from '@lectern/contract';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeQuota } from '../../platform/quota.ts';
import type { FileRow } from '../files/file.table.ts';
import { checkChunkOptions, loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import {
  type DocumentWithFile,
  findDocument,
  findFreeName,
  insertDocument,
  insertFile,
  lockDocument,
  lockDocumentsByIds,
  updateDocumentRow,
} from './document.queries.ts';
import type { DocumentRow } from './document.table.ts';
import {
  checkMethodTakes,
  chooseMethod,
  describeRefusal,
  formatOfExtension,
  methodSwitched,
  methodTakes,
} from './document-format.service.ts';
import { presentDocument } from './present-document.ts';

/** A document with the base that decides about it. Missing, foreign or hidden: 404. */
export async function loadDocument<Action extends 'read' | 'update'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
) {
  const found = await findDocument(tx, id);
  if (!found) throw new AppError('document.not_found');
  const base = await loadKnowledgeBase(tx, actor, action, found.document.knowledgeBaseId).catch((error) => {
    // A hidden base must not show through its documents.
    if (error instanceof AppError && error.code === 'knowledge_base.not_found')
      throw new AppError('document.not_found');
    throw error;
  });
  return { ...found, base };
}

/** The same for a change that depends on the state: under the row's lock, so that no parse begins or ends meanwhile. */
export async function loadDocumentToChange(tx: Tx, actor: Actor, id: string) {
  await lockDocument(tx, id);
  return loadDocument(tx, actor, 'update', id);
}

export type StoredUpload = {
  name: string;
  objectKey: string;
  sha256: string;
  sizeBytes: number;
  format: string;
};

/** Keeps two things from happening to one object at once: being taken up and being removed. */
export async function lockObject(tx: Tx, objectKey: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${objectKey}, 0))`);
}

export type NewDocument = StoredUpload & {
  title?: string | undefined;
  metadata?: Record<string, string>;
  sourceUrl?: string;
  readingOptions?: Partial<ReadingOptions>;
};

/** One transaction: quota, file, document and, if asked, its parse. The bytes are stored already. */
export function addDocument(
  platform: Platform,
  actor: Actor,
  knowledgeBaseId: string,
  upload: NewDocument,
  options: { parse: boolean; language: Language },
): Promise<Document> {
  return platform.database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'update', knowledgeBaseId);
    const added = await addDocumentWithin(platform, tx, base, upload, {
      ...options,
      ownerId: actor.accountId,
    });
    return presentDocument(added, { actor, base, language: options.language });
  });
}

/** The same in the caller's transaction. */
export async function addDocumentWithin(
  platform: Platform,
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  upload: NewDocument,
  options: { parse: boolean; ownerId: string },
): Promise<DocumentWithFile> {
  const file = await addFile(platform, tx, base.companyId, upload, options.ownerId);
  return makeDocument(platform, tx, base, file, upload, options);
}

/** A document of a file that is stored already, with the settings of its base. */
export async function makeDocument(
  platform: Platform,
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  file: FileRow,
  upload: Omit<NewDocument, 'objectKey' | 'sha256' | 'sizeBytes'>,
  options: { parse: boolean },
): Promise<DocumentWithFile> {
  const name = await findFreeName(tx, base.id, upload.name);
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
    ...method,
    readingOptions: { ...base.readingOptions, ...upload.readingOptions },
    enrichmentOptions: base.enrichmentOptions,
    sourceUrl: upload.sourceUrl ?? null,
    messages: [
      ...(name === upload.name
        ? []
        : [
            {
              at: new Date().toISOString(),
              key: 'document.renamed',
              details: { from: upload.name, to: name },
            },
          ]),
      ...(note ? [note] : []),
    ],
  });
  return { document: options.parse ? await beginParse(platform, tx, base, document) : document, file };
}

/** A file's row, once its bytes are stored and counted; `freed` bytes go in the same transaction. */
export async function addFile(
  { objects }: Pick<Platform, 'objects'>,
  tx: Tx,
  companyId: string,
  upload: StoredUpload,
  ownerId: string,
  freed = 0,
): Promise<FileRow> {
  const place = await takeQuota(tx, companyId, 'storage', upload.sizeBytes - freed);
  await lockObject(tx, upload.objectKey);
  // Another document of the same content may just have been cleared away, and the bytes with it.
  if (!(await objects.head(upload.objectKey))) throw new AppError('server.unavailable');
  return insertFile(
    tx,
    {
      id: newId(),
      companyId,
      ownerId,
      name: upload.name,
      objectKey: upload.objectKey,
      sha256: upload.sha256,
      sizeBytes: upload.sizeBytes,
    },
    place,
  );
}

const parseJob = 'document.parse';

/** What was told when the document came into the base is told for good. */
const lastingMessages = new Set(['document.renamed', methodSwitched]);

/** Numbers a new parse and queues it in the caller's transaction, at the company's next place or the one given. */
export async function beginParse(
  { jobs }: Platform,
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  document: DocumentRow,
  place?: number,
): Promise<DocumentRow> {
  const now = new Date();
  const changes = {
    status: 'parsing',
    stage: 'queued',
    percent: 0,
    parseVersion: document.parseVersion + 1,
    errorCode: null,
    errorDetail: null,
    waitingReason: 'workers_busy',
    // Set when a worker takes it: waiting is not processing.
    processBeginAt: null,
    processDurationMs: null,
    messages: [
      ...document.messages.filter(({ key }) => lastingMessages.has(key)),
      { at: now.toISOString(), key: 'parse.queued', details: {} },
    ],
  } as const satisfies Partial<DocumentRow>;
  await updateDocumentRow(tx, base, document.id, changes);
  await jobs.enqueue(
    tx,
    parseJob,
    { companyId: document.companyId, documentId: document.id, version: changes.parseVersion },
    { priority: -(place ?? (await jobs.fairPriority(tx, parseJob, document.companyId))) },
  );
  return { ...document, ...changes };
}

function cancelChanges(document: DocumentRow): Partial<DocumentRow> {
  return {
    status: 'cancelled',
    stage: null,
    waitingReason: null,
    processDurationMs: document.processBeginAt ? Date.now() - document.processBeginAt.getTime() : null,
    messages: [...document.messages, { at: new Date().toISOString(), key: 'parse.cancelled', details: {} }],
  };
}

export function parseOne(
  platform: Platform,
  actor: Actor,
  id: string,
  language: Language,
): Promise<Document> {
  return platform.database.withActor(actor, async (tx) => {
    const { document, file, base } = await loadDocumentToChange(tx, actor, id);
    if (document.status === 'parsing') throw new AppError('document.already_parsing');
    const started = await beginParse(platform, tx, base, document);
    return presentDocument({ document: started, file }, { actor, base, language });
  });
}

/** The state changes here and now; the job notices within a second and kills its parser. */
export function cancelOne(
  platform: Platform,
  actor: Actor,
  id: string,
  language: Language,
): Promise<Document> {
  return platform.database.withActor(actor, async (tx) => {
    const { document, file, base } = await loadDocumentToChange(tx, actor, id);
    if (document.status !== 'parsing') throw new AppError('document.not_parsing');
    const changes = cancelChanges(document);
    await updateDocumentRow(tx, base, id, changes);
    return presentDocument({ document: { ...document, ...changes }, file }, { actor, base, language });
  });
}

export function changeDocument(
  { database }: Platform,
  actor: Actor,
  id: string,
  input: BodyOf<typeof updateDocument>,
  language: Language,
): Promise<Document> {
  return database.withActor(actor, async (tx) => {
    const { document, base } = await loadDocumentToChange(tx, actor, id);
    const changes: Partial<DocumentRow> = { ...input };
    if (input.name !== undefined && input.name.toLowerCase() !== document.name.toLowerCase())
      changes.name = await findFreeName(tx, base.id, input.name);
    if (input.chunkMethod !== undefined || input.chunkOptions !== undefined) {
      const method = input.chunkMethod ?? document.chunkMethod;
      const kept: ChunkOptions = method === document.chunkMethod ? document.chunkOptions : {};
      changes.chunkOptions = checkChunkOptions(method, { ...kept, ...input.chunkOptions });
      if (method !== document.chunkMethod) {
        checkMethodTakes(method, document.format, language);
        changes.messages = document.messages.filter(({ key }) => key !== methodSwitched);
      }
    }
    if (Object.keys(changes).length > 0) await updateDocumentRow(tx, base, id, changes);
    const changed = (await findDocument(tx, id)) as DocumentWithFile;
    return presentDocument(changed, { actor, base, language });
  });
}

/** Gone from lists and answers when this commits; a job clears index, objects and rows. */
export async function softDeleteDocument(
  { jobs }: Platform,
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  document: DocumentRow,
) {
  await updateDocumentRow(tx, base, document.id, { deletedAt: new Date() });
  await jobs.enqueue(tx, 'document.clear', { companyId: document.companyId, documentId: document.id });
}

export function deleteOne(platform: Platform, actor: Actor, id: string): Promise<void> {
  return platform.database.withActor(actor, async (tx) => {
    const { document, base } = await loadDocumentToChange(tx, actor, id);
    await softDeleteDocument(platform, tx, base, document);
  });
}

/**
 * All or nothing for the ids: one that is not in the base is a 404. Documents in another state than the action needs stay
 * as they are; so do those that the base's method does not take, and they are named.
 */
export function changeMany(
  platform: Platform,
  actor: Actor,
  knowledgeBaseId: string,
  { action, documentIds }: BodyOf<typeof bulkUpdateDocuments>,
  language: Language,
): Promise<ResponseOf<typeof bulkUpdateDocuments>> {
  return platform.database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'update', knowledgeBaseId);
    const wanted = new Set(documentIds);
    const rows = (await lockDocumentsByIds(tx, [...wanted])).filter((row) => row.knowledgeBaseId === base.id);
    if (rows.length !== wanted.size) throw new AppError('document.not_found');
    const applies = rows.filter((row) =>
      action === 'parse'
        ? row.status !== 'parsing'
        : action === 'apply_settings'
          ? row.status !== 'parsing' && methodTakes(base.chunkMethod, row.format)
          : action === 'cancel'
            ? row.status === 'parsing'
            : action === 'delete' || row.enabled !== (action === 'enable'),
    );
    // Looked up once: each would read the whole queue.
    let place = action === 'parse' ? await platform.jobs.fairPriority(tx, parseJob, actor.companyId) : 0;
    for (const row of applies) {
      if (action === 'parse') await beginParse(platform, tx, base, row, place++);
      else if (action === 'apply_settings') {
        const { chunkMethod, chunkOptions, readingOptions, enrichmentOptions } = base;
        const messages = row.messages.filter(({ key }) => key !== methodSwitched);
        const settings = { chunkMethod, chunkOptions, readingOptions, enrichmentOptions, messages };
        await updateDocumentRow(tx, base, row.id, settings);
        await beginParse(platform, tx, base, { ...row, ...settings });
      } else if (action === 'cancel') await updateDocumentRow(tx, base, row.id, cancelChanges(row));
      else if (action === 'delete') await softDeleteDocument(platform, tx, base, row);
      else await updateDocumentRow(tx, base, row.id, { enabled: action === 'enable' });
    }
    const refused =
      action === 'apply_settings' ? rows.filter((row) => !methodTakes(base.chunkMethod, row.format)) : [];
    const code = 'document.method_refuses_format';
    return {
      changed: applies.length,
      refused: refused.map(({ name, format }) => {
        const details = describeRefusal(base.chunkMethod, format, language);
        return { name, code, message: errorText(code, language, details) };
      }),
    };
  });
}

/** What a parse of this document would be asked, with other settings where given. */
export function parseRequest(
  { document, file }: DocumentWithFile,
  settings: { chunkMethod: string; chunkOptions: ChunkOptions; readingOptions: ReadingOptions } = document,
) {
  return {
    // The name it came with: what a person calls it later says nothing about its format.
    name: file.name,
    chunkMethod: settings.chunkMethod,
    chunkOptions: settings.chunkOptions,
    // Rows of before an option was there get its default here.
    readingOptions: readingOptions.parse(settings.readingOptions),
  };
}
