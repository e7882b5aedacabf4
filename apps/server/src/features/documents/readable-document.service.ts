import { AppError } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { listAssistantIdsServing } from '../assistants/assistant.queries.ts';
import { loadAssistantsToChat } from '../assistants/assistant.service.ts';
import { type DocumentWithFile, findDocument } from './document.queries.ts';
import { loadDocument } from './document.service.ts';

/**
 * A document that the actor may open: one of a base it works in, or one that an assistant it may
 * chat with can cite. Who only chats sees the sources of the answers and nothing else.
 */
export async function loadReadableDocument(tx: Tx, actor: Actor, id: string): Promise<DocumentWithFile> {
  const found = await findDocument(tx, id);
  if (!found) throw new AppError('document.not_found');
  const serving = await listAssistantIdsServing(tx, found.document.knowledgeBaseId);
  const chats = await loadAssistantsToChat(tx, actor, serving);
  if (chats.length > 0) return found;
  return loadDocument(tx, actor, 'read', id);
}
