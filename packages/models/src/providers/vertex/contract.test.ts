import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { createManualClock, type RecordedCall, recordFetch } from '@lectern/testing';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  type ChatEvent,
  type ChatRequest,
  createModelRuntime,
  openChatModel,
  openEmbeddingModel,
  testConnection,
} from '../../index.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keyFile = {
  type: 'service_account',
  project_id: 'acme-research',
  private_key_id: '0123abcd',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  client_email: 'lectern@acme-research.iam.gserviceaccount.com',
  client_id: '1',
  token_uri: 'https://evil.example/token',
};
const credentials = { serviceAccount: JSON.stringify(keyFile, null, 2), location: 'europe-west1' };

const tokenAnswer = { access_token: 'ya29.token-1', expires_in: 3599, token_type: 'Bearer' };
const isTokenCall = ({ url }: RecordedCall) => url.includes('oauth2');

function listen(
  answer: (call: RecordedCall) => Response,
  token: () => Response = () => Response.json(tokenAnswer),
) {
  const clock = createManualClock(Date.now());
  const { calls, fetch } = recordFetch((call) => (isTokenCall(call) ? token() : answer(call)));
  const runtime = createModelRuntime({ fetch, clock, retry: { attempts: 1 } });
  return { calls, clock, runtime, asked: () => calls.filter((call) => !isTokenCall(call)) };
}

const chunk = (value: object) => `data: ${JSON.stringify({ object: 'chat.completion.chunk', ...value })}\n\n`;
const answer = (...deltas: object[]) =>
  new Response(
    [
      ...deltas.map((delta) =>
        chunk({ choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }] }),
      ),
      chunk({
        choices: [{ index: 0, delta: { role: 'assistant' }, finish_reason: 'stop' }],
        usage: {
          prompt_tokens: 7,
          completion_tokens: 2,
          total_tokens: 9,
          extra_properties: { google: { traffic_type: 'ON_DEMAND' } },
        },
      }),
      'data: [DONE]\n\n',
    ].join(''),
    { headers: { 'content-type': 'text/event-stream' } },
  );

const entry = (type: 'chat' | 'embedding', name: string, changes: object = {}) => ({
  providerId: 'vertex',
  credentials: { ...credentials, ...changes },
  model: { name, type },
  guardKey: `${Math.random()}`,
});

async function converse(
  server: ReturnType<typeof listen>,
  {
    name = 'gemini-2.5-flash',
    changes = {},
    ...request
  }: Partial<ChatRequest> & { name?: string; changes?: object } = {},
) {
  const events: ChatEvent[] = [];
  const asked = { messages: [{ role: 'user' as const, content: 'Hi' }], parameters: {}, ...request };
  for await (const event of openChatModel(entry('chat', name, changes), server.runtime).stream(asked))
    events.push(event);
  return events;
}

describe('tokens', () => {
  it('are asked for with a signed assertion, at the address of Google alone', async () => {
    const server = listen(() => answer({ content: 'Hello' }));
    await converse(server);
    const [call] = server.calls;
    expect(call?.url).toBe('https://oauth2.googleapis.com/token');
    expect(call?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    const form = new URLSearchParams(call?.body);
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const assertion = form.get('assertion')!;
    expect(decodeProtectedHeader(assertion)).toEqual({ alg: 'RS256', typ: 'JWT', kid: '0123abcd' });
    const { payload } = await jwtVerify(
      assertion,
      createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
    );
    expect(payload).toMatchObject({
      iss: keyFile.client_email,
      aud: 'https://oauth2.googleapis.com/token',
      scope: 'https://www.googleapis.com/auth/cloud-platform',
    });
    expect(payload.exp! - payload.iat!).toBe(3_600);
    expect(server.asked()[0]?.headers.authorization).toBe('Bearer ya29.token-1');
  });

  it('serve until shortly before they expire', async () => {
    const server = listen(() => answer({ content: 'Hello' }));
    await converse(server);
    await server.clock.advance(54 * 60_000);
    await converse(server);
    expect(server.calls.filter(isTokenCall)).toHaveLength(1);
    await server.clock.advance(60_000);
    await converse(server);
    expect(server.calls.filter(isTokenCall)).toHaveLength(2);
  });

  it.each([
    [400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }, 'Invalid JWT Signature.'],
    [
      401,
      { error: 'invalid_client', error_description: 'The OAuth client was not found.' },
      'The OAuth client was not found.',
    ],
  ])('that are refused (%i) are told in words', async (status, body, detail) => {
    const server = listen(
      () => answer(),
      () => Response.json(body, { status }),
    );
    await expect(converse(server)).rejects.toMatchObject({ kind: 'bad_credentials', detail });
    expect(server.asked()).toEqual([]);
  });
});

describe('credentials', () => {
  it('are also taken in base64, with a project of their own', async () => {
    const server = listen(() => answer({ content: 'Hello' }));
    const serviceAccount = Buffer.from(JSON.stringify(keyFile)).toString('base64');
    await converse(server, { changes: { serviceAccount, projectId: 'other-project', location: 'global' } });
    expect(server.asked()[0]?.url).toBe(
      'https://aiplatform.googleapis.com/v1/projects/other-project/locations/global/endpoints/openapi/chat/completions',
    );
  });

  it.each([
    { serviceAccount: 'AIzaSyA' },
    { serviceAccount: '{"type": "authorized_user"}' },
    { serviceAccount: JSON.stringify({ ...keyFile, private_key: 'PRIVATE KEY' }) },
    { location: 'evil.example/' },
    { projectId: '../x' },
  ])('that cannot be right are refused: %j', async (changes) => {
    const server = listen(() => answer());
    const { credentials: given, model } = entry('chat', 'gemini-2.5-flash', changes);
    const outcome = await testConnection('vertex', given, model, server.runtime);
    expect(outcome).toMatchObject({ ok: false, kind: 'bad_credentials' });
    expect(server.calls).toEqual([]);
  });
});

describe('chat', () => {
  it('goes to the project, in OpenAI’s form', async () => {
    const server = listen(() => answer({ content: 'Hel' }, { content: 'lo' }));
    expect(await converse(server)).toEqual([
      { type: 'text-delta', text: 'Hel' },
      { type: 'text-delta', text: 'lo' },
      { type: 'finish', reason: 'stop', usage: { promptTokens: 7, completionTokens: 2 } },
    ]);
    await converse(server, { name: 'meta/llama-4-maverick-17b-128e-instruct-maas' });
    expect(server.asked()[0]?.url).toBe(
      'https://europe-west1-aiplatform.googleapis.com/v1/projects/acme-research/locations/europe-west1/endpoints/openapi/chat/completions',
    );
    expect(server.asked().map(({ body }) => body.model)).toEqual([
      'google/gemini-2.5-flash',
      'meta/llama-4-maverick-17b-128e-instruct-maas',
    ]);
  });

  it('gives the signatures of calls back with their results', async () => {
    const call = {
      index: 0,
      id: 'function-call-1',
      type: 'function',
      function: { name: 'look_up', arguments: '{"word":"rose"}' },
      extra_content: { google: { thought_signature: 'CiYBcsjafA==' } },
    };
    const server = listen(() => answer({ tool_calls: [call] }));
    const tools = [{ name: 'look_up', description: 'Looks a word up', parameters: { type: 'object' } }];
    const events = await converse(server, { tools });
    const toolCalls = events.flatMap((event) => (event.type === 'tool-call' ? [event.call] : []));
    const messages = (calls: typeof toolCalls) => [
      { role: 'user' as const, content: 'What is a rose?' },
      { role: 'assistant' as const, content: '', toolCalls: calls },
      ...calls.map((answers) => ({ role: 'tool' as const, content: 'A flower', answers })),
    ];
    await converse(server, { tools, messages: messages(toolCalls) });
    const { index: _, ...sentBack } = call;
    expect(server.asked()[1]?.body.messages[1].tool_calls).toEqual([sentBack]);
    // Calls that another model asked for have none; only the first of a round needs one.
    const unsigned = ['a', 'b'].map((id) => ({ id, name: 'look_up', arguments: '{}' }));
    await converse(server, { tools, messages: messages(unsigned) });
    const extras = server
      .asked()[2]
      ?.body.messages[1].tool_calls.map((item: { extra_content?: object }) => item.extra_content);
    expect(extras).toEqual([
      { google: { thought_signature: 'skip_thought_signature_validator' } },
      undefined,
    ]);
    // No other maker's model knows the field.
    await converse(server, { tools, messages: messages(unsigned), name: 'meta/llama-4' });
    expect(JSON.stringify(server.asked()[3]?.body)).not.toContain('extra_content');
  });

  it.each([
    [
      401,
      'UNAUTHENTICATED',
      'Request had invalid authentication credentials.',
      {},
      { kind: 'bad_credentials' },
    ],
    [
      403,
      'PERMISSION_DENIED',
      "Permission 'aiplatform.endpoints.predict' denied.",
      {},
      { kind: 'bad_credentials' },
    ],
    [404, 'NOT_FOUND', 'Publisher Model `x` was not found.', {}, { kind: 'model_not_found' }],
    [
      429,
      'RESOURCE_EXHAUSTED',
      'Resource exhausted.',
      { 'retry-after': '7' },
      { kind: 'rate_limited', retryAfterMs: 7_000 },
    ],
    [
      400,
      'INVALID_ARGUMENT',
      'The input token count exceeds the maximum number of tokens allowed.',
      {},
      { kind: 'context_too_long' },
    ],
    [503, 'UNAVAILABLE', 'The service is currently unavailable.', {}, { kind: 'server_error' }],
  ])('that is refused (%i %s) is told in words', async (code, status, message, headers, expected) => {
    const server = listen(() =>
      Response.json([{ error: { code, message, status } }], { status: code, headers }),
    );
    await expect(converse(server)).rejects.toMatchObject({ ...expected, detail: message });
  });

  it('is none where it breaks off, or a web page comes back', async () => {
    const half = () =>
      new Response(chunk({ choices: [{ index: 0, delta: { content: 'Hel' } }] }), {
        headers: { 'content-type': 'text/event-stream' },
      });
    const page = () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } });
    for (const broken of [half, page])
      await expect(converse(listen(broken))).rejects.toMatchObject({ kind: 'bad_response' });
  });
});

describe('embeddings', () => {
  const predictions = (texts: unknown[]) =>
    Response.json({
      predictions: texts.map((_, n) => ({
        embeddings: { statistics: { token_count: 2, truncated: false }, values: n === 0 ? [3, 4] : [4, 3] },
      })),
      metadata: { billableCharacterCount: 4 },
    });
  const embed = (server: ReturnType<typeof listen>, name: string, kind: 'query' | 'document') =>
    openEmbeddingModel(entry('embedding', name), server.runtime).embed(['Hi', 'Ho'], { kind });

  it('come by predict, many at once', async () => {
    const server = listen(({ body }) => predictions(body.instances));
    const { vectors, usage } = await embed(server, 'text-multilingual-embedding-002', 'document');
    expect(vectors.map((vector) => Math.round(vector[0]! * 10))).toEqual([6, 8]);
    expect(usage).toEqual({ promptTokens: 4, completionTokens: 0 });
    expect(server.asked().map(({ url }) => url)).toEqual([
      'https://europe-west1-aiplatform.googleapis.com/v1/projects/acme-research/locations/europe-west1/publishers/google/models/text-multilingual-embedding-002:predict',
    ]);
    expect(server.asked()[0]?.body).toEqual({
      instances: [
        { content: 'Hi', task_type: 'RETRIEVAL_DOCUMENT' },
        { content: 'Ho', task_type: 'RETRIEVAL_DOCUMENT' },
      ],
      parameters: { autoTruncate: true },
    });
  });

  it('of Gemini come one by one, those of the second generation by embedContent', async () => {
    const first = listen(({ body }) => predictions(body.instances));
    await embed(first, 'gemini-embedding-001', 'query');
    expect(first.asked().map(({ body }) => body.instances.length)).toEqual([1, 1]);
    const second = listen(() =>
      Response.json({
        embedding: { values: [3, 4] },
        usageMetadata: { promptTokenCount: 2 },
        truncated: false,
      }),
    );
    const { usage } = await embed(second, 'gemini-embedding-2', 'query');
    expect(usage).toEqual({ promptTokens: 4, completionTokens: 0 });
    for (const { url } of second.asked()) expect(url).toMatch(/gemini-embedding-2:embedContent$/);
    // Both are on their way at once, in either order.
    expect(second.asked().map(({ body }) => body)).toContainEqual({
      content: { parts: [{ text: 'Hi' }] },
      embedContentConfig: { taskType: 'RETRIEVAL_QUERY', autoTruncate: true },
    });
  });

  it.each([{}, { predictions: [{ embeddings: {} }] }, null])('refuse %j', async (body) => {
    const server = listen(() => Response.json(body));
    await expect(embed(server, 'text-embedding-005', 'query')).rejects.toMatchObject({
      kind: 'bad_response',
    });
  });
});
