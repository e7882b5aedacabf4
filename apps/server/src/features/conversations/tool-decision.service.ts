import { AppError } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Audit } from '../../platform/http/audit-call.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertDecision } from './answers/tool-decision.queries.ts';
import { findAnswer } from './conversation.service.ts';

/** Says to a call that an answer waits with whether it may be made. The process that writes the answer finds it. */
export function decideOnTool(
  { database }: Platform,
  actor: Actor,
  { toolCallId, ...ids }: { conversationId: string; messageId: string; toolCallId: string },
  allowed: boolean,
  audit: Audit,
): Promise<void> {
  return database.withActor(actor, async (tx) => {
    const { row } = await findAnswer(tx, actor, ids);
    const call = row.toolCalls.find(({ id }) => id === toolCallId);
    if (!call) throw new AppError('tool_call.not_found');
    if (row.status !== 'streaming' || call.state !== 'waiting') throw new AppError('tool_call.not_waiting');
    const { companyId, id: messageId } = row;
    if (!(await insertDecision(tx, { toolCallId, companyId, messageId, allowed })))
      throw new AppError('tool_call.not_waiting');
    audit(call.name);
    audit.changed({ allowed: null }, { allowed });
  });
}
