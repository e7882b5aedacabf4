import {
  AppError,
  type BodyOf,
  type ChunkOptions,
  type Document,
  type DocumentLabels,
  type Language,
  type updateDocument,
} from '@lectern/contract';
import { fileExtension } from '@lectern/parsing';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeFieldValues, checkFieldValues } from '../knowledge-bases/field-values.ts';
import { checkChunkOptions, loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import {
  type DocumentWithFile,
  findDocument,
  findFreeName,
  lockDocument,
  softDeleteDocumentRow,
  updateDocumentRow,
  updateLabels,
} from './document.queries.ts';
import type { DocumentRow } from './document.table.ts';
import { checkMethodTakes, methodSwitched } from './document-format.service.ts';
import { presentDocument } from './present-document.ts';

/** A document with the knowledge base that decides who may use it. Missing, foreign or hidden: 404. */
export async function loadDocument<Action extends 'read' | 'update'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
) {
  const found = await findDocument(tx, id);
  if (!found) throw new AppError('document.not_found');
  const base = await loadKnowledgeBase(tx, actor, action, found.document.knowledgeBaseId).catch((error) => {
    // A hidden knowledge base must not show through its documents.
    if (error instanceof AppError && error.code === 'knowledge_base.not_found')
      throw new AppError('document.not_found');
    throw error;
  });
  return { ...found, base };
}

/** The same under the row's lock, for a change that depends on the state: no parse starts or ends meanwhile. */
export async function loadDocumentToChange(tx: Tx, actor: Actor, id: string) {
  await lockDocument(tx, id);
  return loadDocument(tx, actor, 'update', id);
}

/** A name that is taken is refused, and the extension stays: it says what the document is. Web pages need none. */
async function checkNewName(tx: Tx, document: DocumentRow, name: string): Promise<void> {
  const extension = fileExtension(document.name);
  const isWebPage = document.sourceUrl !== null && document.format === 'html';
  if (!isWebPage && fileExtension(name) !== extension)
    throw new AppError('file.extension_fixed', { extension: extension === '' ? '–' : `.${extension}` });
  if (name.toLowerCase() === document.name.toLowerCase()) return;
  if ((await findFreeName(tx, document.knowledgeBaseId, name)) !== name)
    throw new AppError('document.name_taken', { name });
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
    const { fieldValues, tags, ...rest } = input;
    const changes: Partial<Omit<DocumentRow, keyof DocumentLabels>> = { ...rest };
    if (fieldValues) checkFieldValues(base.metadataFields, fieldValues);
    if (input.name !== undefined) await checkNewName(tx, document, input.name);
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
    if (tags || fieldValues) {
      const changedValues = changeFieldValues(document.fieldValues, fieldValues ?? {});
      await updateLabels(tx, base, [{ id, tags: tags ?? document.tags, fieldValues: changedValues }]);
    }
    const changed = (await findDocument(tx, id)) as DocumentWithFile;
    return presentDocument(changed, { actor, base, language });
  });
}

/** Soft-deletes the document: lists and answers leave it out from this commit on, and a job removes index, objects and rows. */
export async function softDeleteDocument(
  { jobs }: Platform,
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  document: DocumentRow,
) {
  await softDeleteDocumentRow(tx, base, document);
  await jobs.enqueue(tx, 'document.clear', { companyId: document.companyId, documentId: document.id });
}

export function removeDocument(platform: Platform, actor: Actor, id: string): Promise<void> {
  return platform.database.withActor(actor, async (tx) => {
    const { document, base } = await loadDocumentToChange(tx, actor, id);
    await softDeleteDocument(platform, tx, base, document);
  });
}
