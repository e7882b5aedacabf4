import { levels } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Policy } from '../../platform/authorized.ts';
import type { AssistantRow } from './assistant.table.ts';

function mayManage(actor: Actor, assistant: AssistantRow): boolean {
  return assistant.ownerId === actor.accountId || actor.level >= levels.COMPANY;
}

/** Everyone in the company chats; the owner and whoever runs the company change. */
export const assistantPolicy: Policy<AssistantRow> = {
  notFound: 'assistant.not_found',
  forbidden: 'assistant.forbidden',
  rules: { read: () => true, update: mayManage, delete: mayManage },
};
