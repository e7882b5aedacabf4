import { type ApiScope, apiScopes } from '@lectern/contract';

/** The names of the scopes' texts. */
export const scopeKeys = {
  'knowledge.read': 'knowledgeRead',
  'knowledge.write': 'knowledgeWrite',
  retrieval: 'retrieval',
  'assistants.read': 'assistantsRead',
  'assistants.write': 'assistantsWrite',
  chat: 'chat',
  'flows.read': 'flowsRead',
  'flows.write': 'flowsWrite',
  'usage.read': 'usageRead',
} as const satisfies Record<ApiScope, string>;

/** In the order of the contract, whatever order they were ticked in. */
export function sortScopes(scopes: readonly ApiScope[]): ApiScope[] {
  return apiScopes.filter((scope) => scopes.includes(scope));
}
