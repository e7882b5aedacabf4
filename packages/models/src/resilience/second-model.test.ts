import { expect, it, vi } from 'vitest';
import {
  type ChatEvent,
  type ChatModel,
  ModelError,
  type ModelErrorKind,
  type RerankModel,
  type VoiceModel,
} from '../ports.ts';
import { type SecondModel, secondModels } from './second-model.ts';

const behind = <M>(model: M, more: Partial<SecondModel<M>> = {}): SecondModel<M> => ({
  id: 'b',
  name: 'Second',
  firstName: 'First',
  open: () => model,
  ...more,
});

function chatModel(words: string[], failure?: ModelError): ChatModel {
  return {
    id: 'chat',
    contextTokens: 1_000,
    async *stream() {
      for (const text of words) yield { type: 'text-delta', text };
      if (failure) throw failure;
      yield { type: 'finish', reason: 'stop', usage: { promptTokens: 3, completionTokens: words.length } };
    },
  };
}

async function read(model: ChatModel): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  for await (const event of model.stream({ messages: [], parameters: {} })) events.push(event);
  return events;
}

const failing = (kind: ModelErrorKind, words: string[] = []) => chatModel(words, new ModelError(kind));

it.each([
  'unreachable',
  'timeout',
  'server_error',
  'bad_response',
  'rate_limited',
  'quota_exhausted',
  'circuit_open',
  'model_not_found',
  'bad_credentials',
  'local_missing',
  'local_crashed',
] as const)('the second answers where the first ends with %s, and says for whom', async (kind) => {
  const onStandIn = vi.fn();
  const model = secondModels.chat(failing(kind), behind(chatModel(['Good ', 'day.']), { onStandIn }));
  const standIn = { id: 'b', name: 'Second', insteadOf: { name: 'First', reason: kind } };
  expect(await read(model)).toEqual([
    { type: 'stand-in', standIn },
    { type: 'text-delta', text: 'Good ' },
    { type: 'text-delta', text: 'day.' },
    { type: 'finish', reason: 'stop', usage: { promptTokens: 3, completionTokens: 2, standIn } },
  ]);
  expect(onStandIn.mock.calls).toEqual([[standIn]]);
});

it.each(['context_too_long', 'bad_request', 'content_filtered', 'aborted'] as const)(
  'what is wrong with the request itself, as %s, goes to nobody else',
  async (kind) => {
    const open = vi.fn();
    await expect(read(secondModels.chat(failing(kind), behind(chatModel([]), { open })))).rejects.toThrow(
      kind,
    );
    expect(open).not.toHaveBeenCalled();
  },
);

it('nobody takes over in the middle of an answer', async () => {
  const open = vi.fn();
  const model = secondModels.chat(failing('server_error', ['Good ']), behind(chatModel([]), { open }));
  await expect(read(model)).rejects.toThrow('server_error');
  expect(open).not.toHaveBeenCalled();
});

it('asks the second only after the first has failed', async () => {
  const open = vi.fn();
  const events = await read(secondModels.chat(chatModel(['Hello.']), behind(chatModel([]), { open })));
  expect(events.map(({ type }) => type)).toEqual(['text-delta', 'finish']);
  expect(open).not.toHaveBeenCalled();
});

it('where neither answers, the failure of the model that was chosen is told', async () => {
  const both = secondModels.chat(failing('unreachable'), behind(failing('context_too_long')));
  await expect(read(both)).rejects.toThrow('unreachable');
  const unopened = behind(chatModel([]), {
    open: () => {
      throw new ModelError('model_not_found');
    },
  });
  await expect(read(secondModels.chat(failing('timeout'), unopened))).rejects.toThrow('timeout');
  // Once the second has begun, it is its own failure.
  const broken = secondModels.chat(failing('unreachable'), behind(failing('server_error', ['Good '])));
  await expect(read(broken)).rejects.toThrow('server_error');
  // Whoever has gone is told of no failure.
  await expect(read(secondModels.chat(failing('timeout'), behind(failing('aborted'))))).rejects.toThrow(
    'aborted',
  );
});

it('a reranker and a voice stand in for another as well', async () => {
  const first: RerankModel = { id: 'r', rerank: () => Promise.reject(new ModelError('rate_limited')) };
  const second: RerankModel = {
    id: 'r2',
    rerank: async (_, texts) => ({
      scores: texts.map(() => 1),
      usage: { promptTokens: 4, completionTokens: 0 },
    }),
  };
  const standIn = { id: 'b', name: 'Second', insteadOf: { name: 'First', reason: 'rate_limited' } };
  expect(await secondModels.rerank(first, behind(second)).rerank('q', ['a', 'b'], {})).toEqual({
    scores: [1, 1],
    usage: { promptTokens: 4, completionTokens: 0, standIn },
  });
  const silent: VoiceModel = { id: 'v', speak: () => Promise.reject(new ModelError('rate_limited')) };
  const loud: VoiceModel = {
    id: 'v2',
    speak: async () => ({ bytes: new Uint8Array([1]), mediaType: 'audio/mpeg' }),
  };
  expect(await secondModels.voice(silent, behind(loud)).speak('Hello.', {})).toMatchObject({ standIn });
  const neither = secondModels.voice(silent, behind(silent));
  await expect(neither.speak('Hello.', {})).rejects.toThrow('rate_limited');
});
