import { type ApiScope, type Endpoint, getMe, listAssistants, listKnowledgeBases } from '@lectern/contract';

/** A call that needs nothing but the token, and that the token may make. */
function pickCall(scopes: readonly ApiScope[]): Endpoint {
  return [listAssistants, listKnowledgeBases].find(({ scope }) => scopes.includes(scope)) ?? getMe;
}

/** A line for a terminal that shows that the token works. */
export function exampleCall(origin: string, token: string, scopes: readonly ApiScope[]): string {
  return `curl ${origin}/api/v1${pickCall(scopes).path} \\\n  -H "Authorization: Bearer ${token}"`;
}
