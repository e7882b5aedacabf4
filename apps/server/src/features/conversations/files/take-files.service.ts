import { AppError, type Message } from '@lectern/contract';
import type { Tx } from '../../../platform/database/database.ts';
import { findConversationBase } from '../../knowledge-bases/conversation-base.queries.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import { listFileRows } from './conversation-file.queries.ts';

/** The files that come with a question, as its message names them. */
export async function takeFiles(
  tx: Tx,
  conversationId: string,
  fileIds: string[],
): Promise<Message['files']> {
  if (fileIds.length === 0) return [];
  const base = await findConversationBase(tx, conversationId);
  const rows = base ? await listFileRows(tx, { baseId: base.id, conversationId }) : [];
  return [...new Set(fileIds)].map((id) => {
    const found = rows.find(({ document }) => document.id === id);
    if (!found) throw new AppError('conversation.file_not_found');
    const { name, format, status } = found.document;
    if (status !== 'success') throw new AppError('conversation.file_not_ready', { name });
    return { documentId: id, name, format };
  });
}

/** The files of a conversation as something to search besides the knowledge bases of its assistant. */
export async function withConversationFiles(
  tx: Tx,
  conversationId: string,
  bases: KnowledgeBaseRow[],
): Promise<KnowledgeBaseRow[]> {
  const own = await findConversationBase(tx, conversationId);
  return own ? [...bases, own] : bases;
}
