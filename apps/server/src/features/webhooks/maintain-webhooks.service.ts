import { webhookLimits } from '@lectern/contract';
import { asc, eq } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import { findConversation } from '../conversations/conversation.queries.ts';
import { messages } from '../conversations/conversation.table.ts';
import {
  type ClaimedDelivery,
  claimDueDeliveries,
  closeConversation,
  deleteEventsBefore,
  listFinishedConversations,
} from './due-work.queries.ts';
import { recordEvents } from './record-events.ts';

const claimedAtOnce = 200;
/** Longer than an attempt may take and wait in the queue. */
const claimSeconds = 300;

/** Has jobs deliver what is due. Rows are the truth: events are written where nobody knows the queue. */
export async function queueDueDeliveries({ database, jobs }: Platform): Promise<void> {
  for (let claimed = claimedAtOnce; claimed === claimedAtOnce; )
    claimed = await database.asSystem('deliveries of every company', async (tx) => {
      const due = await claimDueDeliveries(tx, { limit: claimedAtOnce, seconds: claimSeconds });
      for (const one of due) await jobs.enqueue<ClaimedDelivery>(tx, 'webhook.deliver', one);
      return due.length;
    });
}

/** Tells of conversations in which nothing was said for a while. Safe to repeat. */
export async function tellFinishedConversations(
  { database, log }: Platform,
  now = new Date(),
): Promise<void> {
  const finished = await database.asSystem('conversations of every company', (tx) =>
    listFinishedConversations(tx, now),
  );
  for (const { companyId, conversationId } of finished)
    await database
      .withCompany(companyId, async (tx) => {
        if (!(await closeConversation(tx, conversationId, now))) return;
        const conversation = await findConversation(tx, conversationId);
        // Deleted meanwhile.
        if (!conversation) return;
        await recordEvents(tx, companyId, 'conversation.finished', async () => {
          const turns = await tx
            .select({ role: messages.role, content: messages.content, createdAt: messages.createdAt })
            .from(messages)
            .where(eq(messages.conversationId, conversationId))
            .orderBy(asc(messages.createdAt), asc(messages.id));
          return [
            {
              data: {
                assistant_id: conversation.assistantId,
                conversation_id: conversationId,
                source: sourceOf(conversation.origin),
                message_count: turns.length,
                started_at: conversation.createdAt.toISOString(),
                last_message_at: turns.at(-1)?.createdAt.toISOString() ?? null,
              },
              texts: { messages: fit(turns.map(({ role, content }) => ({ role, content }))) },
            },
          ];
        });
      })
      // One that fails must not keep the others from being told.
      .catch((error) => log.error({ event: 'webhook.not_told', conversationId }, error));
}

/** Where the questions were asked. */
function sourceOf(origin: string): string {
  const [hand = 'app'] = origin.split(':', 1);
  const sources: Record<string, string> = { token: 'api', visitor: 'widget' };
  return sources[hand] ?? hand;
}

const mostCharacters = 100_000;

/** The latest turns of a conversation that is too long for one event. */
function fit<Turn extends { content: string }>(turns: Turn[]): Turn[] {
  let left = mostCharacters;
  const begin = turns.findLastIndex(({ content }) => {
    left -= content.length;
    return left < 0;
  });
  return turns.slice(begin + 1);
}

export async function pruneWebhooks({ database }: Platform, now = Date.now()): Promise<void> {
  await database.asSystem('old events of every company', (tx) =>
    deleteEventsBefore(tx, new Date(now - webhookLimits.keptDays * 86_400_000)),
  );
}
