import type { ApiClient } from './api-client.ts';

let counter = 0;
const next = (kind: string) => `${kind} ${++counter}`;

async function created(answer: { status: number; body: unknown }): Promise<never> {
  throw new Error(`not created: ${answer.status}: ${JSON.stringify(answer.body)}`);
}

/** A knowledge base of the caller's; fields as on the wire. */
export async function buildKnowledgeBase(client: ApiClient, fields: Record<string, unknown> = {}) {
  const answer = await client.call('POST', '/knowledge-bases', { name: next('Base'), ...fields });
  return answer.status === 201 ? answer.body : created(answer);
}

/** A text document; it is parsed when this returns unless `parse` is false. Makes its base unless one is given. */
export async function buildDocument(
  client: ApiClient,
  fields: { knowledge_base_id?: string; name?: string; text?: string; parse?: boolean; title?: string } = {},
) {
  const { knowledge_base_id, ...rest } = fields;
  const baseId = knowledge_base_id ?? (await buildKnowledgeBase(client)).id;
  const answer = await client.call('POST', `/knowledge-bases/${baseId}/documents/text`, {
    name: next('document'),
    text: '# Gardens\n\nThe rose blooms in June. The apple tree was planted in 1921.',
    ...rest,
  });
  if (answer.status !== (rest.parse === false ? 201 : 202)) return created(answer);
  return rest.parse === false ? answer.body : waitUntilParsed(client, answer.body.id);
}

/** The document once its parse has come to an end, whichever. */
export async function waitUntilParsed(client: ApiClient, documentId: string, attempts = 600) {
  const deadline = Date.now() + attempts * 100;
  do {
    const { body } = await client.call('GET', `/documents/${documentId}`);
    if (body.status !== 1) return body;
    await new Promise((resolve) => setTimeout(resolve, 25));
  } while (Date.now() < deadline);
  throw new Error(`Document ${documentId} is still being parsed`);
}

/** An assistant over the bases given, or over none. */
export async function buildAssistant(client: ApiClient, fields: Record<string, unknown> = {}) {
  const answer = await client.call('POST', '/assistants', { name: next('Assistant'), ...fields });
  return answer.status === 201 ? answer.body : created(answer);
}

/** A conversation with a new assistant, or with the one given. */
export async function buildConversation(client: ApiClient, assistantId?: string) {
  const id = assistantId ?? (await buildAssistant(client)).id;
  const answer = await client.call('POST', `/assistants/${id}/conversations`, {});
  return answer.status === 201 ? answer.body : created(answer);
}

/** A model at a scripted provider, for every company; it writes unless `type` says otherwise. */
export async function buildModel(
  administrator: ApiClient,
  { baseUrl }: { baseUrl: string },
  fields: Record<string, unknown> = {},
) {
  const answer = await administrator.call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'chat-1',
    type: 'chat',
    base_url: baseUrl,
    ...fields,
  });
  return answer.status === 201 ? answer.body : created(answer);
}
