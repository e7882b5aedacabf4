import { levels } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Policy } from '../../platform/authorized.ts';
import type { AssistantRow } from './assistant.table.ts';

function mayManage(actor: Actor, assistant: AssistantRow): boolean {
  return assistant.ownerId === actor.accountId || actor.level >= levels.COMPANY;
}

/** A row with what the database says of the actor and it: whether it is among those chosen to use it. */
export type AssistantForActor = AssistantRow & { actorIsChosen?: boolean };

function mayUse(actor: Actor, assistant: AssistantForActor): boolean {
  return assistant.audience === 'everyone' || assistant.actorIsChosen === true || mayManage(actor, assistant);
}

/** Everyone in the company chats, or those who were chosen; the owner and whoever runs the company change. */
export const assistantPolicy: Policy<AssistantForActor> = {
  notFound: 'assistant.not_found',
  forbidden: 'assistant.forbidden',
  rules: { read: mayUse, update: mayManage, delete: mayManage },
};
