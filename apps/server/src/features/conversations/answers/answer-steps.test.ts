import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  buildModel,
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

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  person = await server.signUp();
  chatModel = (await buildModel(server.admin, provider, { input_price: 1, output_price: 2 })).id;
  const roses = await buildDocument(person, {
    name: 'roses.md',
    text: '# Roses\n\nThe rose blooms in June. It needs six hours of sun every day.',
  });
  baseId = roses.knowledge_base_id;
  await buildDocument(person, {
    knowledge_base_id: baseId,
    name: 'tulips.md',
    text: '# Tulips\n\nThe tulip blooms in April. It is planted in autumn.',
  });
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

async function ask(id: string, content: string) {
  const events: StreamedEvent[] = [];
  for await (const event of person.stream('POST', `/conversations/${id}/messages`, { content }))
    events.push(event);
  const message = events.find(({ data }) => data.type === 'done')?.data.message;
  return { events, message };
}

const explain = async (message: { conversation_id: string; id: string }, client = person) =>
  client.call('GET', `/conversations/${message.conversation_id}/messages/${message.id}/explanation`);

/** What the model says to each kind of request; the answer itself where nothing else matches. */
function script(
  answer: string,
  steps: { rewrite?: string; grade?: string; check?: string; reword?: string; expand?: string } = {},
) {
  provider.setChat({
    tokens: (messages) => {
      const system = messages[0]?.content ?? '';
      const found = [
        ['You rewrite the last question', steps.rewrite],
        ['You decide which passages', steps.grade],
        ['You check statements', steps.check],
        ['found nothing relevant', steps.reword],
        ['Translate the question', steps.expand],
        ['List up to five search terms', steps.expand],
      ].find(([start]) => system.includes(start as string));
      return [found ? (found[1] ?? '') : answer];
    },
  });
}

const stepsOf = (events: StreamedEvent[]) =>
  events.flatMap(({ data }) => (data.type === 'step' ? [data.step] : []));

describe('multi-turn', () => {
  test('searches for the question that the model rewrote, and shows it', async () => {
    const id = await converse();
    script('In June [1].');
    await ask(id, 'When does the rose bloom?');
    script('Six hours [1].', { rewrite: 'How much sun does the rose need?' });
    const { events, message } = await ask(id, 'How much sun does it need?');
    expect(stepsOf(events)).toEqual(['rewrite', 'search', 'write', 'check']);
    expect(message.searched_question).toBe('How much sun does the rose need?');
    expect((await explain(message)).body.rewritten).toEqual({
      text: 'How much sun does the rose need?',
      by: 'model',
    });
  });

  test('adds the question before by words where no model writes, and leaves a full question alone', async () => {
    const id = await converse({ chat_model_id: null });
    await ask(id, 'When does the tulip bloom?');
    const { message } = await ask(id, 'And when is it planted?');
    expect(message.searched_question).toBe('And when is it planted? (When does the tulip bloom?)');
    expect(message.content).toContain('planted in autumn');
    expect((await ask(id, 'How many hours of sun does a rose need?')).message.searched_question).toBeNull();
  });

  test('is not done where the assistant switches it off', async () => {
    const id = await converse({ multi_turn: false });
    script('In June [1].', { rewrite: 'never asked' });
    await ask(id, 'When does the rose bloom?');
    const { events, message } = await ask(id, 'How much sun does it need?');
    expect(stepsOf(events)).not.toContain('rewrite');
    expect(message.searched_question).toBeNull();
  });
});

describe('self-RAG', () => {
  test('gives the model relevant passages only, and says what was dropped', async () => {
    const id = await converse({ self_rag: true });
    script('In April [1].', { grade: '1' });
    const { events, message } = await ask(id, 'When does the tulip bloom?');
    // One relevant passage is little: it searched again, and no other wording came back.
    expect(stepsOf(events)).toEqual(['search', 'grade', 'expand', 'write', 'check']);
    const { body } = await explain(message);
    expect(body.graded_by).toBe('model');
    expect(body.hits.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['cited', 'irrelevant']);
    expect(body.prompt[0].content).toContain('tulip blooms');
    expect(body.prompt[0].content).not.toContain('rose blooms');
  });

  test('searches again in other words where nothing was relevant', async () => {
    const id = await converse({ self_rag: true });
    const wanted = { grade: 0 };
    provider.setChat({
      tokens: (messages) => {
        const system = messages[0]?.content ?? '';
        if (system.includes('You decide which')) return [wanted.grade++ === 0 ? '0' : '1'];
        if (system.includes('found nothing relevant')) return ['When do tulips flower?'];
        return ['In April [1].'];
      },
    });
    const { events, message } = await ask(id, 'When does the tulip bloom?');
    expect(stepsOf(events)).toEqual(['search', 'grade', 'expand', 'search', 'grade', 'write', 'check']);
    const { body } = await explain(message);
    expect(body.searches.map(({ kind }: { kind: string }) => kind)).toEqual(['question', 'retry']);
  });
});

test('keywords and other languages are searched as well, each once', async () => {
  const id = await converse({ keyword_extraction: true, cross_languages: ['fr'] });
  script('In June [1].', { expand: 'floraison de la rose' });
  const { message } = await ask(id, 'When does the rose bloom?');
  const { body } = await explain(message);
  expect(body.searches.map(({ kind }: { kind: string }) => kind)).toEqual([
    'question',
    'keywords',
    'translation',
  ]);
  const chunkIds = body.hits.map(({ chunk_id }: { chunk_id: string }) => chunk_id);
  expect(new Set(chunkIds).size).toBe(chunkIds.length);
});

describe('citations', () => {
  test('are matched to the statements where the model does not quote', async () => {
    const id = await converse({ quote_by_llm: false });
    script('The rose blooms in June [7].');
    const { message } = await ask(id, 'When does the rose bloom?');
    expect(message.content).toBe('The rose blooms in June. [1]');
    expect(message.citations).toHaveLength(1);
    expect((await explain(message)).body.prompt[0].content).not.toContain('square brackets');
  });
});

test('the place of a passage is told to the model unless the assistant keeps it back', async () => {
  script('In June [1].');
  const told = await explain((await ask(await converse(), 'When does the rose bloom?')).message);
  expect(told.body.prompt[0].content).toContain('[1] Roses');
  const kept = await explain(
    (await ask(await converse({ add_chunk_info: false }), 'When does the rose bloom?')).message,
  );
  expect(kept.body.prompt[0].content).toContain('[1]\n');
  expect(kept.body.prompt[0].content).not.toContain('[1] Roses');
});

describe('the check of claims', () => {
  test('marks a wrong number and what has no source', async () => {
    script(
      'The rose needs nine hours of sun every day [1]. The rose blooms in June [1].\n\nRoses come from Mars originally.',
    );
    const { message } = await ask(await converse(), 'How much sun does the rose need?');
    expect(message.support).toMatchObject({ checker: 'words' });
    const said = message.support.statements.map(
      ({ start, end, status, reason }: { start: number; end: number; status: string; reason: string }) => [
        message.content.slice(start, end),
        status,
        reason,
      ],
    );
    expect(said).toEqual([
      [expect.stringContaining('nine hours'), 'unsupported', 'number'],
      [expect.stringContaining('blooms in June'), 'supported', null],
      ['Roses come from Mars originally.', 'unsourced', null],
    ]);
    expect(message.support.score).toBeCloseTo(1 / 3, 1);
  });

  test('asks a model where the assistant says so, and books what it used', async () => {
    script('The rose blooms in June [1].', { check: '1 p' });
    const { message } = await ask(await converse({ claim_check: 'model' }), 'When does the rose bloom?');
    expect(message.support).toMatchObject({ checker: 'model', score: 0.5 });
    const { body } = await explain(message);
    const check = body.steps.find(({ step }: { step: string }) => step === 'check');
    expect(check.model_name).toBe('chat-1');
    expect(check.prompt_tokens).toBeGreaterThan(0);
    expect(check.cost).toBeGreaterThan(0);
  });

  test('goes on by words when the model gives no verdict or fails', async () => {
    const id = await converse({ claim_check: 'model' });
    script('The rose blooms in June [1].', { check: 'I think it is fine.' });
    expect((await ask(id, 'When does the rose bloom?')).message.support).toMatchObject({
      checker: 'words',
      score: 1,
    });
  });

  test('is not done where it is off', async () => {
    script('The rose blooms in June [1].');
    const { message } = await ask(await converse({ claim_check: 'off' }), 'When does the rose bloom?');
    expect(message.support).toBeNull();
  });

  test('finds what the built-in answerer quotes supported', async () => {
    const { message } = await ask(await converse({ chat_model_id: null }), 'When does the rose bloom?');
    expect(message.support).toMatchObject({ checker: 'words', score: 1 });
  });
});

describe('follow-up questions', () => {
  test('come from what was found next to the answer, without a model call, and not from what was asked', async () => {
    const base = await buildDocument(person, {
      name: 'holidays.md',
      text: '# Staff handbook\n\n## Paid holidays of the staff\n\nEvery employee has twenty-five days of paid holiday a year, to be taken before the end of March.',
    });
    await buildDocument(person, {
      knowledge_base_id: base.knowledge_base_id,
      name: 'resigning.md',
      text: '# Staff handbook\n\n## Notice of resignation\n\nAn employee who resigns gives sixty days of notice in writing, to the end of a month, and hands over all keys and papers of the office.',
    });
    const id = await converse({ chat_model_id: null, knowledge_base_ids: [base.knowledge_base_id] });
    const { message } = await ask(id, 'How many days of paid holiday does an employee have?');
    const path = `/conversations/${id}/messages/${message.id}/follow-up-questions`;
    const { items } = (await person.call('GET', path)).body;
    expect(items.map(({ question }: { question: string }) => question)).toEqual([
      'What does the document say about “Notice of resignation”?',
    ]);
    expect(provider.requests).toEqual([]);
    expect((await (await server.signUp()).call('GET', path)).status).toBe(404);
  });
});

describe('an explanation', () => {
  test('tells searches, hits, steps and the prompt', async () => {
    script('The rose blooms in June [1].');
    const { message } = await ask(await converse(), 'When does the rose bloom?');
    const { status, body } = await explain(message);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      question: 'When does the rose bloom?',
      rewritten: null,
      searches: [{ text: 'When does the rose bloom?', kind: 'question' }],
      support: message.support,
    });
    expect(body.hits[0]).toMatchObject({ outcome: 'cited', number: 1, document_name: 'roses.md' });
    expect(body.steps.map(({ step }: { step: string }) => step)).toEqual(['search', 'write', 'check']);
    expect(body.steps[1]).toMatchObject({ model_name: 'chat-1', completion_tokens: expect.any(Number) });
    expect(body.steps[1].cost).toBeGreaterThan(0);
  });

  test('of another person or a question is not found, and chat users do not see the prompt', async () => {
    script('The rose blooms in June [1].');
    const { message } = await ask(await converse(), 'When does the rose bloom?');
    expect((await explain(message, await server.signUp())).status).toBe(404);
    const question = { ...message, id: message.conversation_id };
    expect((await explain(question)).status).toBe(404);
  });
});
