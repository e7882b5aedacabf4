import type { Actor } from '../../platform/actor.ts';
import { definePolicy } from '../../platform/authorized.ts';
import { assistantPolicy } from '../assistants/assistant.policy.ts';
import type { AssistantRow } from '../assistants/assistant.table.ts';
import type { WidgetRow } from './widget.table.ts';

export type WidgetWithAssistant = WidgetRow & { assistant: AssistantRow };

const mayManage = (actor: Actor, { assistant }: WidgetWithAssistant) =>
  assistantPolicy.rules.update(actor, assistant);

/** Whoever may change an assistant says where visitors meet it, and reads what they asked. */
export const widgetPolicy = definePolicy<WidgetWithAssistant>({
  notFound: 'widget.not_found',
  forbidden: 'assistant.forbidden',
})
  .allow('read', (actor, { assistant }) => assistantPolicy.rules.read(actor, assistant))
  .allow(['manage', 'update', 'delete'], mayManage);
