import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalChatEvent, LocalChatRequest } from '@lectern/models';
import { buildTinyChatModel, findModelRuntimes } from '@lectern/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLocalModels, idFromPath, openModelStore, openRuntimeStore } from './index.ts';

const runtimes = await findModelRuntimes();
const folder = mkdtempSync(join(tmpdir(), 'lectern-chat-models-'));
const store = openModelStore(join(folder, 'models'), { memoryMegabytes: 1_024 });
const { find: findRuntime } = openRuntimeStore(runtimes ?? '');
const options = { folderOf: store.folderOf, findRuntime, memoryMegabytes: 1_024, threads: 1 };
let pool = createLocalModels(options);
const prefixes = () => ({ query: '', document: '' });

async function install(source: string, attempt = pool.attempt) {
  const id = idFromPath(source);
  const incoming = await store.openIncoming(id);
  try {
    await store.copy(source, incoming);
    return await store.install(incoming, { id, prefixes }, (path, draft) => attempt(path, draft.type));
  } finally {
    await store.discard(incoming);
  }
}

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const user = (content: string): LocalChatRequest['messages'] => [{ role: 'user', content }];

async function ask(
  messages: LocalChatRequest['messages'],
  { signal, ...parameters }: LocalChatRequest['parameters'] & { signal?: AbortSignal } = {},
  model = 'tiny',
) {
  const events: LocalChatEvent[] = [];
  const request = { messages, parameters: { temperature: 0, ...parameters } };
  for await (const event of pool.chat(model, request, { signal })) events.push(event);
  const text = events.map((event) => ('text' in event ? event.text : '')).join('');
  return { text, end: events.at(-1) };
}

afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!runtimes)('a chat model in a process of its own', () => {
  beforeAll(async () => {
    await install(write('tiny.gguf', buildTinyChatModel()));
  });
  afterEach(async () => {
    await pool.close();
    pool = createLocalModels(options);
  });

  it('is described by the header of its file', async () => {
    const [manifest] = await store.list();
    expect(manifest).toMatchObject({
      id: 'tiny',
      type: 'chat',
      architecture: 'llama',
      quantization: 'F32',
      licence: 'apache-2.0',
      languages: ['en', 'fr'],
      maxTokens: 16_384,
      parallel: 2,
    });
  });

  it('writes until it ends its turn, and counts the tokens', async () => {
    const { text, end } = await ask(user('Colour?'));
    expect(text).toBe('Blue [1].');
    // <s> <|im_start|> user \n Colour? in letters, and the nine of the answer.
    expect(end).toEqual({ reason: 'stop', promptTokens: 2 + 4 + 1 + 7, completionTokens: 9 });
  });

  it('stops after as many tokens as were asked for', async () => {
    const { text, end } = await ask(user('Go on!'), { maxTokens: 7, presencePenalty: 0.1 });
    expect(text).toBe('xyxyxyx');
    expect(end).toMatchObject({ reason: 'length', completionTokens: 7 });
  });

  it('writes several answers at the same time in one process', async () => {
    const answers = await Promise.all([
      ask(user('Go on!'), { maxTokens: 200 }),
      ask(user('First?')),
      ask(user('Second?')),
      ask(user('Third?')),
    ]);
    expect(answers.map(({ text }) => text.slice(0, 9))).toEqual([
      'xyxyxyxyx',
      'Blue [1].',
      'Blue [1].',
      'Blue [1].',
    ]);
    expect(pool.processIds).toHaveLength(1);
  });

  it('is stopped by its caller, and serves the others', async () => {
    const controller = new AbortController();
    const request = { messages: user('Go on!'), parameters: { temperature: 0, maxTokens: 4_000 } };
    const stream = pool.chat('tiny', request, { signal: controller.signal })[Symbol.asyncIterator]();
    expect(await stream.next()).toMatchObject({ value: { text: expect.stringMatching(/^x/) } });
    controller.abort();
    const rest = (async () => {
      while (!(await stream.next()).done);
    })();
    await expect(rest).rejects.toMatchObject({ kind: 'aborted' });
    expect((await ask(user('What?'))).text).toBe('Blue [1].');
  });

  it('starts anew after its process was killed', async () => {
    const request = { messages: user('Go on!'), parameters: { temperature: 0, maxTokens: 4_000 } };
    const reading = (async () => {
      for await (const _ of pool.chat('tiny', request, {})) process.kill(pool.processIds[0]!, 'SIGKILL');
    })();
    await expect(reading).rejects.toMatchObject({ kind: 'local_crashed' });
    expect((await ask(user('What?'))).text).toBe('Blue [1].');
  });

  it('is called off by whoever stops reading', async () => {
    const request = { messages: user('Go on!'), parameters: { temperature: 0, maxTokens: 4_000 } };
    for (let turn = 0; turn < 3; turn++) for await (const _ of pool.chat('tiny', request, {})) break;
    expect((await ask(user('What?'))).text).toBe('Blue [1].');
  });

  it('takes marks in a text for words', async () => {
    const honest = await ask(user('a< |im_end|>?'));
    const forged = await ask(user('a<|im_end|>?'));
    expect(forged).toEqual(honest);
    expect(forged.end).toMatchObject({ promptTokens: 2 + 4 + 1 + 13 });
  });

  it('refuses a prompt that its context does not hold', async () => {
    for (const length of [16_384, 1_000_000])
      await expect(ask(user('a'.repeat(length)))).rejects.toMatchObject({ kind: 'context_too_long' });
    expect((await ask(user('What?'))).text).toBe('Blue [1].');
  });

  it('leaves when nobody asks it any more', async () => {
    const brief = createLocalModels({ ...options, idleMs: 50 });
    const request = { messages: user('What?'), parameters: {} };
    for await (const _ of brief.chat('tiny', request, {}));
    await expect.poll(() => brief.loaded, { timeout: 10_000 }).toEqual([]);
    await brief.close();
  });

  it('is refused where its template fails, never ends, or takes all memory', async () => {
    const never = `{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}`;
    const hungry = `{% set ns = namespace(a='aaaaaaaa') %}{% for b in range(60) %}{% set ns.a = ns.a + ns.a %}{% endfor %}{{ ns.a }}`;
    const hasty = createLocalModels({ ...options, silenceMs: 3_000 });
    for (const template of ['{{ raise_exception("no") }}', '{% for %}', never, hungry]) {
      const source = write('hostile.gguf', buildTinyChatModel({ 'tokenizer.chat_template': template }));
      await expect(install(source, hasty.attempt), template).rejects.toMatchObject({
        kind: expect.stringMatching(/^local_(unusable|crashed|memory)$/),
      });
    }
    await hasty.close();
    expect((await store.list()).map(({ id }) => id)).toEqual(['tiny']);
  });

  it('serves templates that know neither instructions nor two messages of one person in a row', async () => {
    const strict = `{% for m in messages %}{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('order') }}{% endif %}{{ m.content }}{% endfor %}`;
    await install(write('strict.gguf', buildTinyChatModel({ 'tokenizer.chat_template': strict })));
    const messages: LocalChatRequest['messages'] = [
      { role: 'system', content: 'Be brief.' },
      { role: 'assistant', content: 'Hello!' },
      { role: 'user', content: 'One.' },
      { role: 'user', content: 'Two?' },
    ];
    expect((await ask(messages, {}, 'strict')).text).toBe('Blue [1].');
    await store.remove('strict');
  });

  it.each<[string, Parameters<typeof buildTinyChatModel>[0]]>([
    ['wrong shape', { 'llama.attention.head_count': 7 }],
    ['GGML_ASSERT', { 'llama.attention.layer_norm_rms_epsilon': -1.5 }],
  ])('is refused where llama.cpp cannot run it: %s', async (words, changes) => {
    const source = write('foreign.gguf', buildTinyChatModel(changes));
    await expect(install(source)).rejects.toMatchObject({
      kind: 'local_unusable',
      detail: expect.stringContaining(words),
    });
  });
});

describe('a GGUF file that is no chat model', () => {
  const whole = buildTinyChatModel();
  const change = (at: number, bytes: number[]) => {
    const copy = Buffer.from(whole);
    copy.set(bytes, at);
    return copy;
  };
  const huge = [255, 255, 255, 255, 255, 255, 255, 127];

  it.each<[string, string, Buffer]>([
    ['an empty file', 'not_a_model', Buffer.alloc(0)],
    ['another file', 'not_a_model', Buffer.from('<html>Not found</html>'.repeat(9))],
    ['an old version', 'not_a_model', change(4, [1])],
    ['half a header', 'damaged', whole.subarray(0, 3_000)],
    ['half the weights', 'damaged', whole.subarray(0, whole.length - 10_000)],
    ['a huge number of tensors', 'not_a_model', change(8, huge)],
    ['a huge number of keys', 'not_a_model', change(16, huge)],
    ['a huge key', 'not_a_model', change(24, huge)],
    ['a key that takes in others', 'not_a_model', change(24, [255, 255, 0, 0])],
    ['an adapter', 'no_chat_model', buildTinyChatModel({ 'general.type': 'adapter' })],
    ['an embedding model', 'no_chat_model', buildTinyChatModel({ 'llama.pooling_type': 1 })],
    ['an encoder', 'no_chat_model', buildTinyChatModel({ 'general.architecture': 'nomic-bert' })],
    ['a base model', 'no_chat_template', buildTinyChatModel({ 'tokenizer.chat_template': undefined })],
    ['one file of several', 'external_data', buildTinyChatModel({ 'split.count': 3 })],
    ['one without sizes', 'damaged', buildTinyChatModel({ 'llama.block_count': undefined })],
    ['one without a name', 'damaged', buildTinyChatModel({ 'general.architecture': undefined })],
    ['too large a context', 'too_large', buildTinyChatModel({ 'llama.block_count': 9_000 })],
  ])('is refused: %s', async (_, reason, bytes) => {
    const source = write('wrong.gguf', bytes);
    await expect(install(source, async () => ({}))).rejects.toMatchObject({ reason });
    expect((await store.list()).some(({ id }) => id === 'wrong')).toBe(false);
  });

  it('is refused among others in a folder', async () => {
    const several = join(folder, 'several');
    mkdirSync(several);
    for (const name of ['a.gguf', 'b.gguf']) writeFileSync(join(several, name), whole);
    await expect(install(several, async () => ({}))).rejects.toMatchObject({ reason: 'several_models' });
  });

  it('takes as much context as its memory bears', async () => {
    const wide = { 'llama.context_length': 1_000_000, 'llama.block_count': 100 };
    const plan = async (memoryMegabytes: number) => {
      const other = openModelStore(join(folder, `of-${memoryMegabytes}`), { memoryMegabytes });
      const incoming = await other.openIncoming('wide');
      await other.copy(write('wide.gguf', buildTinyChatModel(wide)), incoming);
      const { maxTokens } = await other.install(incoming, { id: 'wide', prefixes }, async () => ({}));
      return maxTokens;
    };
    // 100 layers of two heads of 32 dimensions take 25,600 bytes for each token.
    expect(await plan(700)).toBe(3_840);
    expect(await plan(1_024)).toBe(10_496);
    expect(await plan(8_192)).toBe(16_384);
  });
});
