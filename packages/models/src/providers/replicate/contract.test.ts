import { type RecordedCall, recordFetch } from '@lectern/testing';
import { describe, expect, it } from 'vitest';
import { type ChatEvent, type ChatRequest, createModelRuntime, openChatModel } from '../../index.ts';

const streamUrl = 'https://stream.replicate.com/v1/files/bcwr-abc';
const prediction = (stream?: string) =>
  Response.json(
    {
      id: 'gm3qorzdhgbfurvjtvhg6dckhu',
      model: 'meta/meta-llama-3-70b-instruct',
      status: 'starting',
      error: null,
      urls: {
        get: 'https://api.replicate.com/v1/predictions/gm3qorzdhgbfurvjtvhg6dckhu',
        ...(stream && { stream }),
      },
    },
    { status: 201 },
  );
const event = (name: string, ...data: string[]) =>
  `event: ${name}\nid: 1:0\n${data.map((line) => `data: ${line}\n`).join('')}\n`;

function listen(words: () => Response, first = () => prediction(streamUrl)) {
  const answer = ({ url }: RecordedCall) =>
    url === streamUrl ? words() : url.endsWith('/cancel') ? Response.json({}) : first();
  const { calls, fetch } = recordFetch(answer);
  return { calls, runtime: createModelRuntime({ fetch, retry: { attempts: 1 } }) };
}

const words =
  (...events: string[]) =>
  () =>
    new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } });

async function converse(server: ReturnType<typeof listen>, request: Partial<ChatRequest> = {}) {
  const entry = {
    providerId: 'replicate',
    credentials: { apiKey: 'r8_0123456789' },
    model: { name: 'meta/meta-llama-3-70b-instruct', type: 'chat' as const },
    guardKey: `${Math.random()}`,
  };
  const events: ChatEvent[] = [];
  const asked = { messages: [{ role: 'user' as const, content: 'Hi' }], parameters: {}, ...request };
  for await (const event of openChatModel(entry, server.runtime).stream(asked)) events.push(event);
  return events;
}

describe('chat', () => {
  it('streams what a prediction writes, line breaks included', async () => {
    const server = listen(
      words(event('output', 'Hello,'), event('output', '', ''), event('output', ' you'), event('done', '{}')),
    );
    const events = await converse(server, {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
      parameters: { temperature: 0.5, topP: 0.9, maxTokens: 64 },
    });
    expect(events.map((item) => (item.type === 'text-delta' ? item.text : item.type))).toEqual([
      'Hello,',
      '\n',
      ' you',
      'finish',
    ]);
    expect(server.calls.map(({ method, url }) => [method, url])).toEqual([
      ['POST', 'https://api.replicate.com/v1/predictions'],
      ['GET', streamUrl],
    ]);
    expect(server.calls[0]?.body).toEqual({
      version: 'meta/meta-llama-3-70b-instruct',
      input: { prompt: 'Hi', system_prompt: 'Be brief.', temperature: 0.5, top_p: 0.9, max_tokens: 64 },
      stream: true,
    });
  });

  it('tells a conversation as one text', async () => {
    const server = listen(words(event('output', 'x'), event('done', '{}')));
    await converse(server, {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: 'Who are you?' },
      ],
    });
    expect(server.calls[0]?.body.input.prompt).toBe(
      'User: Hi\n\nAssistant: Hello\n\nUser: Who are you?\n\nAssistant:',
    );
  });

  it.each([
    [
      'an error on its way',
      words(event('output', 'x'), event('error', '{"detail":"CUDA out of memory"}')),
      'server_error',
    ],
    ['a prediction that was stopped', words(event('done', '{"reason":"canceled"}')), 'server_error'],
    ['an end too early', words(event('output', 'x')), 'bad_response'],
    ['a web page', () => new Response('<html></html>'), 'bad_response'],
  ])('fails with %s, and leaves nothing running', async (_, answer, kind) => {
    const server = listen(answer);
    await expect(converse(server)).rejects.toMatchObject({ kind });
    expect(server.calls.at(-1)?.url).toBe(
      'https://api.replicate.com/v1/predictions/gm3qorzdhgbfurvjtvhg6dckhu/cancel',
    );
  });

  it.each([undefined, 'https://evil.example/stream', 'http://stream.replicate.com/x'])(
    'sends its key to no other host: %s',
    async (address) => {
      const server = listen(words(), () => prediction(address));
      await expect(converse(server)).rejects.toMatchObject({ kind: 'bad_request' });
      expect(server.calls.every(({ url }) => url.startsWith('https://api.replicate.com/'))).toBe(true);
    },
  );

  it.each([
    [
      401,
      { title: 'Unauthenticated', detail: 'You did not pass a valid authentication token' },
      {},
      { kind: 'bad_credentials' },
    ],
    [
      402,
      { title: 'Insufficient credit', detail: 'You have insufficient credit.' },
      {},
      { kind: 'quota_exhausted' },
    ],
    [404, { detail: 'The requested resource could not be found.' }, {}, { kind: 'model_not_found' }],
    [
      422,
      { title: 'Invalid version', detail: 'The specified version does not exist.' },
      {},
      { kind: 'bad_request' },
    ],
    [
      429,
      { detail: 'Request was throttled.' },
      { 'retry-after': '10' },
      { kind: 'rate_limited', retryAfterMs: 10_000 },
    ],
  ])('is refused with status %i in words', async (status, body, headers, expected) => {
    const server = listen(words(), () => Response.json({ ...body, status }, { status, headers }));
    await expect(converse(server)).rejects.toMatchObject({ ...expected, detail: body.detail });
  });
});
