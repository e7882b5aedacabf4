import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  buildModel,
  createApiClient,
  type FakeProvider,
  type StreamedEvent,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
let provider: FakeProvider;
let person: ApiClient;
let chatModel: string;
let baseId: string;

const passage = 'The rose blooms in June.';

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  person = await server.signUp();
  chatModel = (await buildModel(server.admin, provider)).id;
  baseId = (await buildDocument(person, { text: `# Garden\n\n${passage}` })).knowledge_base_id;
});
afterAll(async () => {
  await server.close();
  await provider.close();
});
beforeEach(() => provider.reset());

async function converse(fields: Record<string, unknown> = {}) {
  const assistant = await buildAssistant(person, {
    knowledge_base_ids: [baseId],
    chat_model_id: chatModel,
    ...fields,
  });
  return (await buildConversation(person, assistant.id)).id as string;
}

const question = { content: 'When does the rose bloom?' };
const messagesOf = async (id: string) => (await person.call('GET', `/conversations/${id}`)).body.messages;

async function collect(stream: AsyncIterable<StreamedEvent>): Promise<StreamedEvent[]> {
  const events = [];
  for await (const event of stream) events.push(event);
  return events;
}

const ask = (id: string, body: unknown = question) =>
  collect(person.stream('POST', `/conversations/${id}/messages`, body));
const textOf = (events: StreamedEvent[]) =>
  events.flatMap(({ data }) => (data.type === 'delta' ? [data.text] : [])).join('');
const finalOf = (events: StreamedEvent[]) => events.find(({ data }) => data.type === 'done')?.data.message;

/** Asks, hands over at the first words, and leaves the answer growing. */
async function begin(id: string) {
  const controller = new AbortController();
  const events: StreamedEvent[] = [];
  for await (const event of person.stream(
    'POST',
    `/conversations/${id}/messages`,
    question,
    controller.signal,
  )) {
    events.push(event);
    if (event.data.type === 'delta') break;
  }
  controller.abort();
  return { answerId: events[0]?.data.answer.id as string, said: textOf(events) };
}

const slowly = (tokens: string[], tokenDelay = 40) => provider.setChat({ tokens, tokenDelay });

describe('the built-in answerer', () => {
  test('answers word for word with a citation that opens the passage', async () => {
    const id = await converse({ chat_model_id: null });
    const events = await ask(id);
    expect(events.map(({ data }) => data.type).filter((type, n, all) => type !== all[n - 1])).toEqual(
      expect.arrayContaining(['message', 'retrieval', 'delta', 'citation', 'done']),
    );
    const final = finalOf(events);
    expect(final).toMatchObject({ status: 'complete', nothing_found: false, error: null });
    expect(final.content).toContain('rose blooms in June');
    expect(final.content).toBe(textOf(events));
    const [citation] = final.citations;
    expect(citation).toMatchObject({ number: 1, knowledge_base_id: baseId });
    expect(citation.quote).toContain('rose blooms in June');
    for (const { start, end } of citation.markers) expect(final.content.slice(start, end)).toBe('[1]');
    expect((await person.call('GET', `/documents/${citation.document_id}/file`)).body).toContain(
      citation.quote,
    );
  });
});

describe('a stream', () => {
  test('never repeats a word, counts its characters, and ends as what is stored', async () => {
    provider.setChat({ tokens: ['The rose ', 'blooms in ', 'June [1', ']. ', 'So 😀 ', 'it is.'] });
    const id = await converse();
    const events = await ask(id);
    expect(textOf(events)).toBe('The rose blooms in June [1]. So 😀 it is.');
    let characters = 0;
    for (const { id: at, data } of events) {
      if (data.type === 'delta') characters += data.text.length;
      expect(Number(at)).toBe(characters);
    }
    const stored = (await messagesOf(id)).at(-1);
    expect(stored).toEqual(finalOf(events));
    expect(stored.citations).toHaveLength(1);
    expect(stored.usage).toMatchObject({ completion_tokens: 6 });
    // What a citation says stays, whatever becomes of its source.
    expect((await messagesOf(id)).at(-1).citations).toEqual(stored.citations);
  });

  test('cites only what was given, and nothing where the assistant shows no quotes', async () => {
    provider.setChat({ tokens: ['It blooms [1], I swear [7][999].'] });
    const final = finalOf(await ask(await converse()));
    expect(final.citations.map(({ number }: { number: number }) => number)).toEqual([1]);
    const silent = finalOf(await ask(await converse({ show_quote: false })));
    expect(silent.citations).toEqual([]);
  });

  test('goes on when the reader leaves, and is resumed after so many characters', async () => {
    const tokens = Array.from({ length: 30 }, (_, n) => `word${n} `);
    slowly(tokens);
    const id = await converse();
    const { answerId, said } = await begin(id);
    expect(said.length).toBeGreaterThan(0);
    const rest = await collect(
      person.stream('GET', `/conversations/${id}/messages/${answerId}/events?after=${said.length}`),
    );
    expect(said + textOf(rest)).toBe(tokens.join(''));
    const again = await collect(
      person.stream('GET', `/conversations/${id}/messages/${answerId}/events?after=5`),
    );
    expect(textOf(again)).toBe(tokens.join('').slice(5));
    expect(finalOf(again).status).toBe('complete');
    const beyond = await collect(
      person.stream('GET', `/conversations/${id}/messages/${answerId}/events?after=99999`),
    );
    expect(textOf(beyond)).toBe('');
  });

  test('is stopped and keeps what was said', async () => {
    slowly(Array.from({ length: 500 }, (_, n) => `word${n} `));
    const id = await converse();
    const { answerId, said } = await begin(id);
    const stopped = await person.call('POST', `/conversations/${id}/messages/${answerId}/stop`);
    expect(stopped.body.status).toBe('stopped');
    expect(stopped.body.content.startsWith(said)).toBe(true);
    expect(stopped.body.content.length).toBeLessThan(3_000);
    expect((await messagesOf(id)).at(-1).content).toBe(stopped.body.content);
    for (let look = 0; look < 100 && provider.openStreams > 0; look++)
      await new Promise((next) => setTimeout(next, 20));
    expect(provider.openStreams).toBe(0);
    // Stopping what has ended changes nothing.
    expect((await person.call('POST', `/conversations/${id}/messages/${answerId}/stop`)).body).toEqual(
      stopped.body,
    );
  });

  test('a second question waits its turn: 409, and no trace', async () => {
    slowly(Array.from({ length: 40 }, (_, n) => `word${n} `));
    const id = await converse();
    const { answerId } = await begin(id);
    const second = await person.call('POST', `/conversations/${id}/messages`, question);
    expect([second.status, second.body.error.code]).toEqual([409, 'conversation.busy']);
    expect((await person.call('DELETE', `/conversations/${id}/messages/${answerId}`)).body.error.code).toBe(
      'conversation.busy',
    );
    await person.call('POST', `/conversations/${id}/messages/${answerId}/stop`);
    expect(await messagesOf(id)).toHaveLength(2);
  });

  test('of ten questions at once one is answered', async () => {
    slowly(Array.from({ length: 20 }, (_, n) => `word${n} `));
    const id = await converse();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => person.call('POST', `/conversations/${id}/messages`, question)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await messagesOf(id)).toHaveLength(2);
  });

  test('an answer whose server ends is kept as interrupted, and the next question works', async () => {
    slowly(Array.from({ length: 500 }, (_, n) => `word${n} `));
    const id = await converse();
    const { said } = await begin(id);
    await server.restart();
    person = createApiClient(server.url, person.token);
    const last = (await messagesOf(id)).at(-1);
    expect(last.status).toBe('interrupted');
    expect(last.content.startsWith(said)).toBe(true);
    provider.setChat({ tokens: ['Well.'] });
    expect(finalOf(await ask(id)).content).toBe('Well.');
  });
});

describe('regenerate and delete', () => {
  test('the last answer is replaced; an earlier one is not', async () => {
    const id = await converse();
    provider.setChat({ tokens: ['First.'] });
    await ask(id);
    provider.setChat({ tokens: ['Second.'] });
    await ask(id, { content: 'And the rose in May?' });
    const before = await messagesOf(id);
    const regenerate = (messageId: string) => `/conversations/${id}/messages/${messageId}/regenerate`;
    expect((await person.call('POST', regenerate(before[1].id))).status).toBe(404);
    expect((await person.call('POST', regenerate(before[2].id))).status).toBe(404);
    provider.setChat({ tokens: ['Third.'] });
    const final = finalOf(await collect(person.stream('POST', regenerate(before[3].id))));
    expect(final.content).toBe('Third.');
    const after = await messagesOf(id);
    expect(after.map(({ content }: { content: string }) => content)).toEqual([
      question.content,
      'First.',
      'And the rose in May?',
      'Third.',
    ]);
    // The model was asked the same again, without the answer that went.
    const sent = provider.requests.filter(({ call }) => call === 'chat').at(-1)?.body.messages as {
      content: string;
    }[];
    expect(sent.map(({ content }) => content).join(' ')).not.toContain('Second.');
  });

  test('a question goes with its answer and what was asked after it, whichever is named', async () => {
    const id = await converse();
    for (const content of ['one?', 'two?', 'three?']) await ask(id, { content });
    const all = await messagesOf(id);
    const remove = async (n: number) =>
      (await person.call('DELETE', `/conversations/${id}/messages/${all[n].id}`)).status;
    expect([await remove(5), await remove(2)]).toEqual([204, 204]);
    const left = await messagesOf(id);
    expect(left.map((message: { id: string }) => message.id)).toEqual([all[0].id, all[1].id]);
    expect((await person.call('DELETE', `/conversations/${id}/messages/${all[4].id}`)).body.error.code).toBe(
      'message.not_found',
    );
  });

  test('a conversation is named by its first question, renamed, listed and deleted', async () => {
    const assistant = await buildAssistant(person);
    const { id } = await buildConversation(person, assistant.id);
    await ask(id, { content: `${'A long question about roses '.repeat(8)}\nand more` });
    const list = async (search = '') =>
      (await person.call('GET', `/assistants/${assistant.id}/conversations${search}`)).body.items;
    const [{ name }] = await list();
    expect(name.length).toBeLessThanOrEqual(81);
    expect(name).toMatch(/^A long question about roses.*…$/);
    await person.call('PATCH', `/conversations/${id}`, { name: 'Roses' });
    expect((await list('?search=ros')).map((item: { id: string }) => item.id)).toEqual([id]);
    expect(await list('?search=tulips')).toEqual([]);
    expect((await person.call('DELETE', `/conversations/${id}`)).status).toBe(204);
    expect((await person.call('GET', `/conversations/${id}`)).status).toBe(410);
    expect(await server.query('select 1 from messages where conversation_id = $1', [id])).toEqual([]);
  });

  test('a conversation deleted while it is answered ends the stream and leaves nothing', async () => {
    slowly(Array.from({ length: 100 }, (_, n) => `word${n} `));
    const id = await converse();
    await begin(id);
    expect((await person.call('DELETE', `/conversations/${id}`)).status).toBe(204);
    for (let look = 0; look < 150 && provider.openStreams > 0; look++)
      await new Promise((next) => setTimeout(next, 20));
    expect(provider.openStreams).toBe(0);
  });
});

describe('what the model gets', () => {
  const lastPrompt = () =>
    provider.requests.filter(({ call }) => call === 'chat').at(-1)?.body.messages as {
      role: string;
      content: string;
    }[];

  test('passages, variables and as many earlier turns as the assistant remembers', async () => {
    const id = await converse({
      system_prompt: 'Be {tone}. Today is {date}.\n{knowledge}',
      variables: [{ key: 'tone', value: 'brief' }],
      conversation_memory: 1,
      multi_turn: false,
    });
    for (const content of ['one rose?', 'two roses?', 'three roses?']) await ask(id, { content });
    const [system, ...turns] = lastPrompt();
    expect(system?.content).toMatch(/^Be brief\. Today is .*2\d{3}/);
    expect(system?.content).toContain(passage);
    expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(turns[0]?.content).toBe('two roses?');
    await ask(id, { content: 'four roses?', variables: { tone: '{knowledge} {date}' } });
    expect(lastPrompt()[0]?.content).toMatch(/^Be \{knowledge\} \{date\}\./);
  });

  test('nothing found and an empty response set: that is the answer, and no model is called', async () => {
    const id = await converse({
      empty_response: 'I know nothing of this.',
      retrieval: { similarity_threshold: 1 },
    });
    const final = finalOf(await ask(id));
    expect(final).toMatchObject({
      content: 'I know nothing of this.',
      nothing_found: true,
      status: 'complete',
      model_name: null,
    });
    expect(provider.requests).toEqual([]);
  });

  test('nothing found and no empty response: the model says that it answers by itself', async () => {
    const id = await converse({ empty_response: '', retrieval: { similarity_threshold: 1 } });
    expect(finalOf(await ask(id))).toMatchObject({ nothing_found: true, citations: [] });
    expect(lastPrompt()[0]?.content).toMatch(/general knowledge/);
  });
});

describe('when the provider fails', () => {
  test.each([
    ['a refused key', { kind: 'status', status: 401, code: 'invalid_api_key' }, 'model.bad_credentials', ''],
    [
      'an error amid the words',
      { kind: 'error_in_stream', afterTokens: 2, message: 'boom' },
      'model.server_error',
      'This is ',
    ],
    [
      'a connection cut amid the words',
      { kind: 'half_closed', afterTokens: 2 },
      /model\.(unreachable|bad_response|server_error)/,
      'This is ',
    ],
  ] as const)('%s: failed, with what was said and a reason', async (_, fault, code, kept) => {
    const id = await converse();
    provider.failNext(fault, { times: 5, call: 'chat' });
    const final = finalOf(await ask(id));
    expect(final.status).toBe('failed');
    expect(final.error.code).toMatch(code);
    expect(final.error.message.length).toBeGreaterThan(10);
    expect(final.content).toBe(kept);
    expect((await messagesOf(id)).at(-1)).toEqual(final);
    // It is never in the way of the next one.
    provider.reset();
    const retry = await collect(
      person.stream('POST', `/conversations/${id}/messages/${final.id}/regenerate`),
    );
    expect(finalOf(retry).status).toBe('complete');
  });

  test('a passing fault is tried again, and nobody hears of it', async () => {
    const id = await converse();
    provider.failNext({ kind: 'status', status: 503, retryAfter: '0' }, { call: 'chat' });
    expect(finalOf(await ask(id))).toMatchObject({ status: 'complete', error: null });
  });
});

test('every question is in the ledger, and every model call with its tokens', async () => {
  const id = await converse();
  const count = async (kind: string) =>
    Number(
      (
        await server.query('select count(*) as count from usage_records where kind = $1 and source = $2', [
          kind,
          'app',
        ])
      )[0]?.count,
    );
  const [requests, chats] = [await count('request'), await count('chat')];
  await ask(id);
  expect([await count('request'), await count('chat')]).toEqual([requests + 1, chats + 1]);
});

test('bad input is refused', async () => {
  const id = await converse();
  for (const body of [
    {},
    { content: '' },
    { content: ' ' },
    { content: 'x'.repeat(16_001) },
    { content: 'x', model: 'y' },
    { content: 'a\u0000' },
  ])
    expect((await person.call('POST', `/conversations/${id}/messages`, body)).status).toBe(422);
  const { answerId } = await begin(id);
  expect((await person.call('GET', `/conversations/${id}/messages/${answerId}/events?after=-1`)).status).toBe(
    422,
  );
});
