import { getChunkMethod } from '@lectern/chunking';
import {
  AppError,
  type ChunkOptions,
  type Document,
  enrichmentOptions,
  type Language,
  type ReadingOptions,
  readingOptions,
} from '@lectern/contract';
import { fileExtension } from '@lectern/parsing';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { type DocumentWithFile, updateDocumentRow } from './document.queries.ts';
import { loadDocumentToChange } from './document.service.ts';
import type { DocumentRow } from './document.table.ts';
import { methodSwitched } from './document-format.service.ts';
import { presentDocument } from './present-document.ts';

export const parseJob = 'document.parse';
/** Parses small documents together; what it does not manage goes on to `parseJob`. */
export const parseTogetherJob = 'document.parse-together';
export const parseJobs = [parseJob, parseTogetherJob] as const;

/** Of these formats small files have no pages, pictures or tables that would need more than their text. */
const smallFormats = new Set(['txt', 'md', 'markdown', 'html', 'htm']);
const smallBytes = 16 * 1024;

/** Whether it is parsed together with others: small, new, and without work for a model that writes or sees. */
export function isSmallDocument({ document, file }: DocumentWithFile): boolean {
  const { autoKeywords, autoQuestions, raptor } = enrichmentOptions.parse(document.enrichmentOptions);
  return (
    file.sizeBytes <= smallBytes &&
    smallFormats.has(fileExtension(file.name)) &&
    document.activeVersion === 0 &&
    autoKeywords + autoQuestions === 0 &&
    !raptor.enabled &&
    !getChunkMethod(document.chunkMethod).drawsGraph
  );
}

export function parseJobOf(found: DocumentWithFile): string {
  return isSmallDocument(found) ? parseTogetherJob : parseJob;
}

/** Messages from the upload are kept through every parse. */
const lastingMessages = new Set(['document.renamed', methodSwitched]);

/**
 * Starts a new parse: numbers it and queues its job in the caller's transaction, at the company's next place or the
 * given one. Within the company it is the turn of `personId`.
 */
export async function beginParse(
  { jobs }: Platform,
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  found: DocumentWithFile,
  { personId, place }: { personId: string; place?: number },
): Promise<DocumentRow> {
  const { document } = found;
  const job = parseJobOf(found);
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
    job,
    {
      companyId: document.companyId,
      documentId: document.id,
      version: changes.parseVersion,
      personId,
      knowledgeBaseId: base.id,
      order: newId(),
    },
    { priority: -(place ?? (await jobs.fairPriority(tx, job, document.companyId))) },
  );
  return { ...document, ...changes };
}

export function cancelChanges(document: DocumentRow): Partial<DocumentRow> {
  return {
    status: 'cancelled',
    stage: null,
    waitingReason: null,
    processDurationMs: document.processBeginAt ? Date.now() - document.processBeginAt.getTime() : null,
    messages: [...document.messages, { at: new Date().toISOString(), key: 'parse.cancelled', details: {} }],
  };
}

export function startParse(
  platform: Platform,
  actor: Actor,
  id: string,
  language: Language,
): Promise<Document> {
  return platform.database.withActor(actor, async (tx) => {
    const { document, file, base } = await loadDocumentToChange(tx, actor, id);
    if (document.status === 'parsing') throw new AppError('document.already_parsing');
    const started = await beginParse(platform, tx, base, { document, file }, { personId: actor.accountId });
    return presentDocument({ document: started, file }, { actor, base, language });
  });
}

/** Takes effect immediately: the job notices within a second and kills its parser. */
export function cancelParse(
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

/** The request to the parser process for this document, with other settings where given. */
export function parseRequest(
  { document, file }: DocumentWithFile,
  settings: { chunkMethod: string; chunkOptions: ChunkOptions; readingOptions: ReadingOptions } = document,
) {
  return {
    // The uploaded name: what a person renames it to says nothing about its format.
    name: file.name,
    chunkMethod: settings.chunkMethod,
    chunkOptions: settings.chunkOptions,
    // Rows older than an option get its default.
    readingOptions: readingOptions.parse(settings.readingOptions),
  };
}
