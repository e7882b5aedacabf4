import { type ApiScope, type Endpoint, getMe, listAssistants, listKnowledgeBases } from '@lectern/contract';

/** A call that needs nothing but the token, and that the token may make. */
function pickCall(scopes: readonly ApiScope[]): Endpoint {
  return [listAssistants, listKnowledgeBases].find(({ scope }) => scopes.includes(scope)) ?? getMe;
}

/** A line for a terminal that shows that the token works. */
export function exampleCall(origin: string, token: string, scopes: readonly ApiScope[]): string {
  return `curl ${origin}/api/v1${pickCall(scopes).path} \\\n  -H "Authorization: Bearer ${token}"`;
}

/** Where clients of OpenAI find this installation. */
export const openAiBaseUrl = (origin: string) => `${origin}/v1`;

/** A question to an assistant by its name, as any client of OpenAI asks. */
export function openAiExample(origin: string, token: string, model: string): string {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: '…' }] });
  // A single quote would end the argument.
  const quoted = body.replaceAll("'", `'\\''`);
  return `curl ${openAiBaseUrl(origin)}/chat/completions \\\n  -H "Authorization: Bearer ${token}" \\\n  -H "Content-Type: application/json" \\\n  -d '${quoted}'`;
}
