import { levels } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { definePolicy } from '../../platform/authorized.ts';
import type { AssistantRow } from './assistant.table.ts';

/** An assistant, and whether the actor is among the people chosen to use it. */
export type AssistantForActor = AssistantRow & { actorIsChosen?: boolean };

function mayManage(actor: Actor, assistant: AssistantRow): boolean {
  if (assistant.isGeneral || actor.visitor) return false;
  return assistant.ownerId === actor.accountId || actor.level >= levels.COMPANY;
}

/** Everyone in the company chats with it, or only the people chosen; its owner and company owners change it. */
export const assistantPolicy = definePolicy<AssistantForActor>({
  notFound: 'assistant.not_found',
  forbidden: 'assistant.forbidden',
})
  .allow('read', (actor, assistant) =>
    actor.visitor
      ? assistant.id === actor.visitor.assistantId
      : assistant.isGeneral
        ? assistant.ownerId === actor.accountId
        : assistant.audience === 'everyone' ||
          assistant.actorIsChosen === true ||
          mayManage(actor, assistant),
  )
  .allow(['update', 'delete'], mayManage);
