import type { ChatParameters } from '@lectern/models';
import type { AssistantRow } from '../../assistants/assistant.table.ts';

/** What the caller asks for may shorten an answer; the rest is the assistant's own. */
export function narrow(assistant: AssistantRow, { maxTokens }: ChatParameters): AssistantRow {
  if (maxTokens === undefined) return assistant;
  const most = Math.min(maxTokens, assistant.parameters.maxTokens ?? maxTokens);
  return { ...assistant, parameters: { ...assistant.parameters, maxTokens: most } };
}
