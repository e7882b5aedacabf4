import { type Endpoint, endpoints, snakeCase } from '@lectern/contract';
import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

let server: TestServer;
let client: ApiClient;
let ids: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  client = server.admin;
});
afterAll(() => server.close());

/** Fresh things for each call: some of what is tried succeeds, and deletes. */
async function buildIds(): Promise<Record<string, string>> {
  const document = await buildDocument(client, { parse: false });
  const assistant = await buildAssistant(client);
  const conversation = await buildConversation(client, assistant.id);
  return {
    knowledgeBaseId: document.knowledge_base_id,
    documentId: document.id,
    assistantId: assistant.id,
    conversationId: conversation.id,
    chunkId: (await client.call('POST', `/documents/${document.id}/chunks`, { text: 'chunk' })).body.id,
    messageId: '00000000-0000-4000-8000-000000000000',
    modelId: '00000000-0000-4000-8000-000000000000',
    page: '1',
  };
}

/** What nobody means to send, and somebody will. */
const oddValues: unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  '',
  ' ',
  'x'.repeat(20_000),
  'a\u0000b',
  '\ud800',
  '\u202e',
  "'; drop table accounts; --",
  '%_\\',
  '../../etc/passwd',
  [],
  {},
  [null],
  [['x']],
  { $ne: null },
  { toString: 1, constructor: 1, hasOwnProperty: 1 },
  '00000000-0000-4000-8000-000000000000',
];

type Schema = {
  properties?: Record<string, Schema>;
  required?: string[];
  type?: string;
  enum?: unknown[];
  format?: string;
  minLength?: number;
  items?: Schema;
  anyOf?: Schema[];
  minItems?: number;
};

/** A value that fits a schema, as far as it need. */
function sample(schema: Schema | undefined): unknown {
  if (!schema) return 'x';
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0]);
  if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  switch (schema.type) {
    case 'array':
      return schema.minItems ? [sample(schema.items)] : [];
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [snakeCase(name), sample(schema.properties?.[name])]),
      );
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return 1;
    default:
      return 'valid words';
  }
}

const schemaOf = (part: z.ZodType | undefined) =>
  part ? (z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as Schema) : undefined;

const pathOf = (endpoint: Endpoint) =>
  endpoint.path.replace(/:(\w+)/g, (_, name: string) => ids[name] as string);

async function expectNoFault(endpoint: Endpoint, path: string, body?: unknown): Promise<void> {
  const { status } = await client.call(endpoint.method, path, body);
  expect(status, `${endpoint.method} ${path} ${JSON.stringify(body)?.slice(0, 300)}`).not.toBe(500);
}

const harmless = endpoints.filter(
  ({ id, multipart }) => id !== 'signOut' && id !== 'changePassword' && !multipart,
);

describe.each(harmless.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_, endpoint) => {
  beforeAll(async () => {
    ids = await buildIds();
  });

  test('odd bodies are refused or taken, never a fault of ours', async () => {
    const schema = schemaOf(endpoint.body);
    if (!schema) return;
    const whole = sample(schema) as Record<string, unknown>;
    for (const body of [null, [], 'text', 7, {}, whole])
      await expectNoFault(endpoint, pathOf(endpoint), body);
    for (const name of Object.keys(schema.properties ?? {}))
      for (const value of oddValues)
        await expectNoFault(endpoint, pathOf(endpoint), { ...whole, [snakeCase(name)]: value });
  });

  test('odd queries and paths too', async () => {
    if (endpoint.method !== 'GET') return;
    for (const name of Object.keys(schemaOf(endpoint.query)?.properties ?? {}))
      for (const value of oddValues) {
        if (typeof value === 'object') continue;
        const text = encodeURIComponent(String(value).toWellFormed().slice(0, 2_000));
        await expectNoFault(
          endpoint,
          `${pathOf(endpoint)}?${snakeCase(name)}=${text}&${snakeCase(name)}=${text}`,
        );
        await expectNoFault(endpoint, `${pathOf(endpoint)}?${snakeCase(name)}=${text}`);
      }
    for (const [, name] of endpoint.path.matchAll(/:(\w+)/g))
      for (const value of ['%00', '..%2f..', "'", '1e9', 'x'.repeat(500)]) {
        const kept = ids[name as string] as string;
        ids[name as string] = value;
        await expectNoFault(endpoint, pathOf(endpoint));
        ids[name as string] = kept;
      }
  });
});

test.each([100, 1_000, 3_000, 5_000, 8_000, 12_000, 100_000])(
  'a body %i levels deep is refused',
  async (depth) => {
    const nested = (open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;
    const bodies = [
      nested('[', ']'),
      nested('{"a":', '}'),
      `{"name":"x","chunk_options":${nested('{"a":', '}')}}`,
    ];
    for (const body of bodies) {
      const answer = await fetch(`${server.url}/api/v1/knowledge-bases`, {
        method: 'POST',
        headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
        body,
      });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
  },
);

test('a body of very many small things is refused', async () => {
  const { status } = await client.call('POST', '/assistants', {
    name: 'x',
    variables: Array(200_000).fill({ key: 'a' }),
  });
  expect(status).toBeOneOf([413, 422]);
});
