import { describe, expect, it } from 'vitest';
import {
  type ChatEvent,
  type ChatRequest,
  createModelRuntime,
  type Fetch,
  type LocalChatEvent,
  type LocalChatRequest,
  type LocalModels,
  openChatModel,
} from '../../index.ts';

function open(chat: LocalModels['chat'], contextTokens?: number) {
  const local = { chat } as LocalModels;
  const entry = {
    providerId: 'local',
    credentials: {},
    model: { name: 'tiny', type: 'chat' as const, ...(contextTokens ? { contextTokens } : {}) },
    guardKey: '',
  };
  return openChatModel(entry, createModelRuntime({ fetch: fetch as Fetch, local }));
}

async function collect(chat: LocalModels['chat'], request: Partial<ChatRequest> = {}) {
  const events: ChatEvent[] = [];
  const messages = [{ role: 'user' as const, content: 'What?' }];
  for await (const event of open(chat).stream({ messages, parameters: {}, ...request })) events.push(event);
  return events;
}

const end = { reason: 'stop', promptTokens: 9, completionTokens: 3 } as const;

async function* speak(...events: LocalChatEvent[]) {
  yield* events;
}

describe('a chat model on this server', () => {
  it('is asked by its folder, and its words come with what they took', async () => {
    const asked: [string, LocalChatRequest][] = [];
    const events = await collect(
      (model, request) => {
        asked.push([model, request]);
        return speak({ text: 'Bl' }, { text: 'ue.' }, end);
      },
      { parameters: { temperature: 0.3, maxTokens: 9 } },
    );
    expect(asked).toEqual([
      [
        'tiny',
        {
          messages: [{ role: 'user', content: 'What?' }],
          parameters: { temperature: 0.3, maxTokens: 9 },
        },
      ],
    ]);
    expect(events).toEqual([
      { type: 'text-delta', text: 'Bl' },
      { type: 'text-delta', text: 'ue.' },
      { type: 'finish', reason: 'stop', usage: { promptTokens: 9, completionTokens: 3 } },
    ]);
    expect(open(() => speak(end), 5_000).contextTokens).toBe(5_000);
  });

  it('keeps what it thinks apart from what it says', async () => {
    const events = await collect(() => speak({ text: '<think>Sky' }, { text: '</think>\n\nBlue' }, end));
    expect(events.slice(0, -1)).toEqual([
      { type: 'reasoning-delta', text: 'Sky' },
      { type: 'text-delta', text: 'Blue' },
    ]);
  });

  it('says that it neither calls tools nor reads pictures', async () => {
    const tools = [{ name: 'search', description: '', parameters: {} }];
    const pictures = [{ bytes: new Uint8Array(1), mediaType: 'image/png' }];
    const messages = [{ role: 'user' as const, content: '', pictures }];
    for (const request of [{ tools }, { messages }])
      await expect(collect(() => speak(end), request)).rejects.toMatchObject({
        name: 'ModelError',
        kind: 'bad_request',
      });
  });

  it.each(['context_too_long', 'local_missing', 'aborted'])('tells of %s as a model does', async (kind) => {
    const fault = Object.assign(new Error(), { name: 'LocalModelError', kind, detail: 'why' });
    const failing = () =>
      (async function* () {
        yield { text: 'Bl' };
        throw fault;
      })();
    await expect(collect(failing)).rejects.toMatchObject({ name: 'ModelError', kind, detail: 'why' });
  });

  it('is not here where nothing runs models', async () => {
    const model = openChatModel(
      { providerId: 'local', credentials: {}, model: { name: 'tiny', type: 'chat' }, guardKey: '' },
      createModelRuntime({ fetch: fetch as Fetch }),
    );
    const stream = model.stream({ messages: [], parameters: {} })[Symbol.asyncIterator]();
    await expect(stream.next()).rejects.toMatchObject({ kind: 'local_missing' });
  });
});
