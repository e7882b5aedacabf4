import {
  AppError,
  type ConversationFile,
  conversationFileLimits,
  enrichmentOptions,
  type Language,
  readingOptions,
} from '@lectern/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../platform/actor.ts';
import { newId, type SystemTx, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { takeQuota } from '../../../platform/quota.ts';
import { addDocument } from '../../documents/add-document.service.ts';
import type { DocumentWithFile } from '../../documents/document.queries.ts';
import { softDeleteDocument } from '../../documents/document.service.ts';
import { presentDocument } from '../../documents/present-document.ts';
import { receiveFiles } from '../../file-storage/upload.service.ts';
import {
  findConversationBase,
  insertConversationBase,
  softDeleteConversationBases,
} from '../../knowledge-bases/conversation-base.queries.ts';
import { checkChunkOptions, loadKnowledgeBase } from '../../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import { getDefaultEmbeddingModelId } from '../../models/model.service.ts';
import { loadConversation } from '../conversation.service.ts';
import { listConversationsLeftBehind, listFileRows } from './conversation-file.queries.ts';

const { ofConversation } = conversationFileLimits;
const chunkMethod = 'naive';

/** What holds the files; the pipeline reads them as it reads documents. Made with the first file. */
async function openBase(tx: Tx, actor: Actor, conversationId: string): Promise<KnowledgeBaseRow> {
  const existing = await findConversationBase(tx, conversationId);
  if (existing) return existing;
  const place = await takeQuota(tx, actor.companyId, 'knowledgeBases', 0);
  await insertConversationBase(
    tx,
    {
      id: newId(),
      companyId: actor.companyId,
      ownerId: actor.accountId,
      conversationId,
      name: conversationId,
      language: actor.language,
      embeddingModelId: await getDefaultEmbeddingModelId(tx),
      chunkMethod,
      chunkOptions: checkChunkOptions(chunkMethod, {}),
      readingOptions: readingOptions.parse({}),
      enrichmentOptions: enrichmentOptions.parse({}),
      folderWeight: 0,
    },
    place,
  );
  return (await findConversationBase(tx, conversationId)) as KnowledgeBaseRow;
}

type Context = { actor: Actor; base: KnowledgeBaseRow; language: Language };

function present(row: DocumentWithFile, used: boolean, context: Context): ConversationFile {
  const document = presentDocument(row, context);
  const { id, name, format, sizeBytes, status, percent, error, waitingReason, createdAt } = document;
  return { id, name, format, sizeBytes, status, percent, error, waitingReason, createdAt, used };
}

async function listPresented(tx: Tx, context: Context, conversationId: string): Promise<ConversationFile[]> {
  const rows = await listFileRows(tx, { baseId: context.base.id, conversationId });
  return rows.map(({ used, ...row }) => present(row, used, context));
}

export async function uploadConversationFiles(
  platform: Platform,
  actor: Actor,
  conversationId: string,
  request: FastifyRequest,
  language: Language,
) {
  const { database } = platform;
  const { base, count } = await database.withActor(actor, async (tx) => {
    await loadConversation(tx, actor, 'update', conversationId);
    const base = await openBase(tx, actor, conversationId);
    return { base, count: (await listFileRows(tx, { baseId: base.id, conversationId })).length };
  });
  let room = ofConversation - count;
  if (room <= 0) throw new AppError('conversation.too_many_files', { max: ofConversation });
  const { taken, refused } = await receiveFiles(platform, actor, request, language, async (upload) => {
    if (room <= 0) throw new AppError('conversation.too_many_files', { max: ofConversation });
    const added = await addDocument(platform, actor, base.id, upload, { parse: true, language });
    room--;
    return added.id;
  });
  const all = await database.withActor(actor, (tx) =>
    listPresented(tx, { actor, base, language }, conversationId),
  );
  return { files: all.filter(({ id }) => taken.includes(id)), refused };
}

export function listConversationFiles(
  { database }: Platform,
  actor: Actor,
  conversationId: string,
  language: Language,
): Promise<ConversationFile[]> {
  return database.withActor(actor, async (tx) => {
    await loadConversation(tx, actor, 'read', conversationId);
    const base = await findConversationBase(tx, conversationId);
    return base ? listPresented(tx, { actor, base, language }, conversationId) : [];
  });
}

export function deleteConversationFile(
  platform: Platform,
  actor: Actor,
  conversationId: string,
  fileId: string,
): Promise<void> {
  return platform.database.withActor(actor, async (tx) => {
    await loadConversation(tx, actor, 'update', conversationId);
    const base = await findConversationBase(tx, conversationId);
    const rows = base ? await listFileRows(tx, { baseId: base.id, conversationId }) : [];
    const found = rows.find(({ document }) => document.id === fileId);
    if (!base || !found) throw new AppError('conversation.file_not_found');
    if (found.used) throw new AppError('conversation.file_in_use');
    const owned = await loadKnowledgeBase(tx, actor, 'update', base.id);
    await softDeleteDocument(platform, tx, owned, found.document);
  });
}

/** In the transaction that deletes the conversations. */
export async function deleteFilesOfConversations(
  { jobs }: Platform,
  tx: SystemTx,
  conversationIds: string[],
): Promise<void> {
  if (conversationIds.length === 0) return;
  for (const place of await softDeleteConversationBases(tx, conversationIds))
    await jobs.enqueue(tx, 'knowledge-base.clear', place);
}

export function clearFilesLeftBehind(platform: Platform): Promise<void> {
  return platform.database.asSystem('files of conversations of every company', async (tx) =>
    deleteFilesOfConversations(platform, tx, await listConversationsLeftBehind(tx)),
  );
}
