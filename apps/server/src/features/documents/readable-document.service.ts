import { AppError } from '@lectern/contract';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { loadAssistantsToChat } from '../assistants/assistant.service.ts';
import { assistantKnowledgeBases } from '../assistants/assistant.table.ts';
import { type DocumentWithFile, findDocument } from './document.queries.ts';
import { loadDocument } from './document.service.ts';

/**
 * A document that the actor may open: one of a base it works in, or one that an assistant it may
 * chat with can cite. Who only chats sees the sources of the answers and nothing else.
 */
export async function loadReadableDocument(tx: Tx, actor: Actor, id: string): Promise<DocumentWithFile> {
  const found = await findDocument(tx, id);
  if (!found) throw new AppError('document.not_found');
  const cited = await tx
    .select({ assistantId: assistantKnowledgeBases.assistantId })
    .from(assistantKnowledgeBases)
    .where(eq(assistantKnowledgeBases.knowledgeBaseId, found.document.knowledgeBaseId));
  const chats = await loadAssistantsToChat(
    tx,
    actor,
    cited.map((row) => row.assistantId),
  );
  if (chats.length > 0) return found;
  return loadDocument(tx, actor, 'read', id);
}
