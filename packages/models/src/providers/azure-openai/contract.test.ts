import { describe, expect, it } from 'vitest';
import {
  type ChatEvent,
  createModelRuntime,
  type Fetch,
  openChatModel,
  openEmbeddingModel,
  testConnection,
} from '../../index.ts';

const apiKey = '0123456789abcdef0123456789abcdef';
const credentials = { baseUrl: 'https://acme.openai.azure.com/', apiKey, apiVersion: '2024-10-21' };

type Sent = { url: string; headers: Record<string, string>; body: Record<string, unknown> };

function listen(answer: () => Response) {
  const sent: Sent[] = [];
  const fetch: Fetch = async (url, { headers = {}, body } = {}) => {
    sent.push({ url, headers, body: typeof body === 'string' ? JSON.parse(body) : {} });
    return answer();
  };
  return { sent, runtime: createModelRuntime({ fetch, retry: { attempts: 1 } }) };
}

const entry = (type: 'chat' | 'embedding', name = 'our gpt') => ({
  providerId: 'azure-openai',
  credentials,
  model: { name, type },
  guardKey: `${Math.random()}`,
});

async function collect({ runtime }: ReturnType<typeof listen>) {
  const events: ChatEvent[] = [];
  const request = { messages: [{ role: 'user' as const, content: 'Hi' }], parameters: {} };
  for await (const event of openChatModel(entry('chat'), runtime).stream(request)) events.push(event);
  return events;
}

const chunk = (value: object) => `data: ${JSON.stringify({ object: 'chat.completion.chunk', ...value })}\n\n`;
const harmless = { hate: { filtered: false, severity: 'safe' } };
const answer = (finish: string) => () =>
  new Response(
    [
      chunk({ choices: [], prompt_filter_results: [{ prompt_index: 0, content_filter_results: harmless }] }),
      chunk({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] }),
      chunk({
        choices: [
          { index: 0, delta: { content: 'Hello' }, finish_reason: null, content_filter_results: harmless },
        ],
      }),
      chunk({
        choices: [
          {
            index: 0,
            delta: { tool_calls: [{ index: 0, id: 'call_1', function: { name: 'find', arguments: '{}' } }] },
            finish_reason: null,
          },
        ],
      }),
      chunk({ choices: [{ index: 0, delta: {}, finish_reason: finish }] }),
      chunk({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 } }),
      'data: [DONE]\n\n',
    ].join(''),
    { headers: { 'content-type': 'text/event-stream' } },
  );

describe('calls', () => {
  it('go to the deployment, in a version of the API, with the key in a header of its own', async () => {
    const server = listen(answer('stop'));
    expect(await collect(server)).toEqual([
      { type: 'text-delta', text: 'Hello' },
      { type: 'tool-call', call: { id: 'call_1', name: 'find', arguments: '{}' } },
      { type: 'finish', reason: 'stop', usage: { promptTokens: 9, completionTokens: 2 } },
    ]);
    const { url, headers } = server.sent[0]!;
    expect(url).toBe(
      'https://acme.openai.azure.com/openai/deployments/our%20gpt/chat/completions?api-version=2024-10-21',
    );
    expect(headers).toMatchObject({ 'api-key': apiKey });
    expect(headers).not.toHaveProperty('authorization');
  });

  it('embed texts', async () => {
    const server = listen(() =>
      Response.json({
        object: 'list',
        data: [{ object: 'embedding', index: 0, embedding: [0.6, 0.8] }],
        usage: { prompt_tokens: 2, total_tokens: 2 },
      }),
    );
    const model = openEmbeddingModel(entry('embedding', 'vectors'), server.runtime);
    const { vectors, usage } = await model.embed(['Hi'], { kind: 'query' });
    expect([...vectors[0]!].map((value) => Math.round(value * 10))).toEqual([6, 8]);
    expect(usage.promptTokens).toBe(2);
    expect(server.sent[0]!.url).toBe(
      'https://acme.openai.azure.com/openai/deployments/vectors/embeddings?api-version=2024-10-21',
    );
  });

  it.each(['', 'latest', '2024-10-21&x=1'])('are refused in the version "%s"', async (apiVersion) => {
    const server = listen(answer('stop'));
    const wrong = { ...credentials, apiVersion };
    const outcome = await testConnection('azure-openai', wrong, entry('chat').model, server.runtime);
    expect(outcome).toMatchObject({ ok: false, kind: 'bad_credentials' });
    expect(server.sent).toEqual([]);
  });
});

describe('failures', () => {
  it('are told in words, and when to come back', async () => {
    const refuse = (status: number, error: object, headers: Record<string, string> = {}) =>
      collect(listen(() => Response.json({ error }, { status, headers })));
    await expect(
      refuse(401, {
        code: '401',
        message: 'Access denied due to invalid subscription key or wrong API endpoint.',
      }),
    ).rejects.toMatchObject({ kind: 'bad_credentials' });
    await expect(
      refuse(404, {
        code: 'DeploymentNotFound',
        message: 'The API deployment for this resource does not exist.',
      }),
    ).rejects.toMatchObject({ kind: 'model_not_found' });
    await expect(
      refuse(400, {
        message: 'The response was filtered',
        type: null,
        param: 'prompt',
        code: 'content_filter',
        status: 400,
      }),
    ).rejects.toMatchObject({ kind: 'content_filtered' });
    await expect(
      refuse(
        429,
        { code: '429', message: 'Requests have exceeded token rate limit. Please retry after 20 seconds.' },
        { 'retry-after': '20' },
      ),
    ).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 20_000 });
  });

  it('include an answer that was filtered on its way', async () => {
    expect((await collect(listen(answer('content_filter')))).at(-1)).toMatchObject({ reason: 'filtered' });
  });
});
