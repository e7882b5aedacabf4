/** What an API token may be given. A call without a scope cannot be made with a token at all. */
export const apiScopes = [
  'knowledge.read',
  'knowledge.write',
  'retrieval',
  'assistants.read',
  'assistants.write',
  'chat',
  'flows.read',
  'flows.write',
  'usage.read',
] as const;

export type ApiScope = (typeof apiScopes)[number];

/** Whether a token with these scopes may make the call. */
export function allowsScope(granted: readonly ApiScope[], endpoint: { scope?: ApiScope | 'any' }): boolean {
  if (endpoint.scope === undefined) return false;
  return endpoint.scope === 'any' || granted.includes(endpoint.scope);
}
