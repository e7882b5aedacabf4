import { apiScopes } from '@lectern/contract';
import type OpenAI from 'openai';
import { type FakeProvider, startFakeProvider } from '../fake-provider/fake-provider.ts';
import type { ApiClient } from './api-client.ts';
import { buildAssistant, buildDocument, buildKnowledgeBase, buildModel } from './build.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** A company with a document, an assistant that answers from it, and a program with a token. */
export type OpenApiCompany = {
  owner: ApiClient;
  token: string;
  /** The official client, as anybody would set it up. */
  client: OpenAI;
  baseId: string;
  documentId: string;
  assistantId: string;
  assistantName: string;
};

export type OpenApiServer = TestServer & { provider: FakeProvider; chatModelId: string };

let tokens = 0;

/** A token of the person's. */
export async function makeToken(person: ApiClient, scopes: readonly string[] = apiScopes): Promise<string> {
  const { body } = await person.call('POST', '/company/api-tokens', { name: `token ${++tokens}`, scopes });
  return body.token;
}

/** Loaded here: few tests need it. */
export async function openClient(server: { url: string }, apiKey: string): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  return new OpenAI({ baseURL: `${server.url}/v1`, apiKey, maxRetries: 0 });
}

export async function startOpenApiServer(): Promise<OpenApiServer> {
  const provider = await startFakeProvider();
  const server = await startTestServer({
    LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}`,
    LECTERN_RATE_LIMIT: '100000',
  });
  const { id } = await buildModel(server.admin, provider, { name: 'Scripted' });
  return Object.assign(server, { provider, chatModelId: id });
}

export async function buildOpenApiCompany(server: OpenApiServer): Promise<OpenApiCompany> {
  const owner = await server.signUp();
  const { id } = (await owner.call('GET', '/me')).body;
  await server.query('update memberships set level = 2 where account_id = $1', [id]);
  const base = await buildKnowledgeBase(owner);
  const document = await buildDocument(owner, { knowledge_base_id: base.id });
  const assistant = await buildAssistant(owner, {
    knowledge_base_ids: [base.id],
    chat_model_id: server.chatModelId,
  });
  const token = await makeToken(owner);
  return {
    owner,
    token,
    client: await openClient(server, token),
    baseId: base.id,
    documentId: document.id,
    assistantId: assistant.id,
    assistantName: assistant.name,
  };
}
