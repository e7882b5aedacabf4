import type { Json } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import type { FlowServices } from '../services.ts';
import { runOne } from '../testing/run-one.ts';
import { continueRun, graphOf, newStoredRun, postsOf, runTestFlow } from '../testing/run-test-flow.ts';

/** Scripted replies of a model, one a call; undefined where there is none. */
const replies = (...texts: (string | undefined)[]): Partial<FlowServices> & { prompts: string[] } => {
  const prompts: string[] = [];
  return {
    prompts,
    ask: () => async (request) => {
      prompts.push(request.prompt);
      return texts[Math.min(prompts.length, texts.length) - 1];
    },
  };
};

describe('relevant', () => {
  const found = (value: string) => ({ passages: value });
  it('keeps what a model says helps, and says no where nothing does', async () => {
    const rows = { items: ['roses bloom in June', 'the bus leaves at nine'] };
    const graph = graphOf(
      {
        begin: ['begin'],
        list: ['aggregate', { mode: 'list', values: rows.items.map((value, i) => ({ id: `${i}`, value })) }],
        grade: ['relevant', found('{{list.value}}')],
        yes: ['answer', { content: 'yes {{grade.count}}' }],
        no: ['answer', { content: 'no' }],
      },
      ['begin > list > grade', 'grade.yes > yes', 'grade.no > no'],
    );
    for (const [reply, shown] of [
      ['1', 'yes 1'],
      ['0', 'no'],
      [undefined, 'yes 1'],
    ] as const) {
      const { stored } = await runTestFlow(graph, 'When do roses bloom?', { give: replies(reply) });
      expect(postsOf(stored)).toEqual([shown]);
    }
  });

  it('says no to nothing, without asking a model', async () => {
    const give = replies('1');
    expect((await runOne('relevant', found('{{sys.nothing}}'), 'q', give)).port).toBe('no');
    expect(give.prompts).toEqual([]);
  });
});

describe('rewrite question', () => {
  const loop = (most: number) =>
    graphOf(
      {
        begin: ['begin'],
        again: ['rewrite', { loop: most }],
        use: ['template', { template: '{{again.question}}' }],
        end: ['answer', { content: '{{again.question}}' }],
      },
      ['begin > again > use > again', 'again.exhausted > end'],
    );
  it('rewords a question so often, and then goes on by its other way', async () => {
    const give = replies('one other wording', 'and another');
    const { stored, end } = await runTestFlow(loop(2), 'What is a rose?', { give });
    expect(end.status).toBe('finished');
    expect([...stored.trace.values()].map(({ key, port }) => `${key} ${port}`)).toEqual([
      'begin#1 out',
      'again#1 out',
      'use#1 out',
      'again#2 out',
      'use#2 out',
      'again#3 exhausted',
      'end#1 out',
    ]);
    expect(stored.trace.get('again#1')?.outputs.question).toBe('one other wording');
  });
  it('ends when its node takes too long', async () => {
    const graph = graphOf({ begin: ['begin'], again: ['rewrite', {}, { timeoutSeconds: 1 }] }, [
      'begin > again',
    ]);
    const give = { ask: () => () => new Promise<never>(() => {}) };
    expect((await runTestFlow(graph, 'What is a rose?', { give })).end).toMatchObject({
      failure: { code: 'flow.step_timeout' },
    });
  });
  it('leaves a question as it is without a model', async () => {
    expect((await runOne('rewrite', {}, 'What is a rose?')).outputs.question).toBe('What is a rose?');
  });
});

describe('message history window', () => {
  it('gives the latest messages, with the one that is being answered where that is wanted', async () => {
    const graph = graphOf(
      {
        begin: ['begin'],
        window: ['history', { size: 2 }],
        with: ['history', { size: 2, withQuestion: true }],
        end: ['answer', { content: '{{window.text}}|{{with.text}}|{{window.count}}' }],
      },
      ['begin > window > with > end'],
    );
    const { state, ...stored } = newStoredRun(graph, 'three');
    const history = ['one', 'two', 'so?'].map((content, i) => ({
      role: i % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content,
    }));
    const run = { ...stored, state: { ...state, history } };
    await continueRun(graph, run);
    expect(postsOf(run)).toEqual(['assistant: two\nuser: so?|user: so?\nuser: three|2']);
    const { outputs } = await runOne('history', {}, 'first');
    expect(outputs).toEqual({ text: '', messages: [], count: 0 });
  });
});

describe('keyword extract', () => {
  it('keeps as many as wanted, by a model or by words', async () => {
    const { outputs } = await runOne('keyword', { topN: 2 }, 'q', replies('rose garden, June, honey'));
    expect(outputs).toEqual({ text: 'rose garden June', keywords: ['rose garden', 'June'] });
    const byWords = await runOne('keyword', { topN: 2 }, 'When does the rose bloom in the rose garden?');
    expect(byWords.outputs.keywords).toHaveLength(2);
    expect(byWords.outputs.keywords).toContain('rose');
  });
});

describe('translate', () => {
  it('translates with a model, and says that it needs one', async () => {
    const give = replies('Bonjour [1]');
    const { outputs } = await runOne('translate', { text: 'Hello [1]', language: 'fr' }, 'q', give);
    expect([outputs.text, give.prompts]).toEqual(['Bonjour [1]', ['Hello [1]']]);
    const { end } = await runOne('translate', { text: 'Hello' }, 'q');
    expect(end).toMatchObject({ failure: { code: 'flow.needs_model' } });
    expect((await runOne('translate', {}, 'q')).outputs.text).toBe('');
  });
});

describe('aggregate', () => {
  const values = ['{{sys.missing}}', '{{sys.question}}', 'b'].map((value, i) => ({ id: `${i}`, value }));
  it('takes the first value that is there, a list or a text', async () => {
    const run = async (more: object) => (await runOne('aggregate', { values, ...more }, 'a')).outputs;
    expect(await run({})).toEqual({ text: 'a', value: 'a' });
    expect(await run({ mode: 'list' })).toEqual({ text: 'a\nb', value: ['a', 'b'] });
    expect(await run({ mode: 'text', separator: ', ' })).toEqual({ text: 'a, b', value: 'a, b' });
  });
});

describe('JSON by schema', () => {
  const fields = [
    { id: '1', name: 'city', type: 'text', required: true },
    { id: '2', name: 'people', type: 'number', required: false },
  ];
  it('asks again, with what was wrong, until the answer fits', async () => {
    const give = replies('Sure!', '{"people": "many"}', '```json\n{"city": "Lyon", "people": null}\n```');
    const { outputs } = await runOne('extract', { fields }, 'I live in Lyon', give);
    expect(outputs).toEqual({
      object: { city: 'Lyon', people: null },
      city: 'Lyon',
      people: null,
    });
    expect(give.prompts[2]).toContain('city:');
    expect(give.prompts).toHaveLength(3);
  });
  it('fails after its last round, and without a model', async () => {
    const { end } = await runOne('extract', { fields, rounds: 2 }, 'q', replies('no'));
    expect(end).toMatchObject({ failure: { code: 'flow.wrong_structure' } });
    expect((await runOne('extract', { fields }, 'q')).end).toMatchObject({
      failure: { code: 'flow.needs_model' },
    });
  });
});

describe('await input', () => {
  const graph = graphOf(
    {
      begin: ['begin'],
      form: [
        'await_input',
        {
          text: 'About you',
          fields: [
            { id: '1', name: 'name', label: 'Your name' },
            { id: '2', name: 'age', type: 'number', required: false },
            { id: '3', name: 'plan', type: 'choice', choices: 'free\npaid' },
          ],
        },
      ],
      end: ['answer', { content: '{{form.name}} {{form.age}} {{form.plan}}' }],
    },
    ['begin > form > end'],
  );
  const answer = (values: Record<string, Json>) => ({ answer: { kind: 'form', values } }) as const;
  it('waits for a form, and shows it again where it came back wrong', async () => {
    const { stored, end } = await runTestFlow(graph, 'q');
    expect(end).toMatchObject({
      status: 'waiting',
      steps: [
        {
          awaits: {
            kind: 'form',
            text: 'About you',
            fields: [{ key: 'name', label: 'Your name' }, {}, { choices: ['free', 'paid'] }],
          },
        },
      ],
    });
    const wrong: Record<string, Json>[] = [
      {},
      { name: 'Ann', plan: 'gold' },
      { name: 'Ann', plan: 'free', age: 'old' },
      { name: 'A'.repeat(20_001), plan: 'free' },
    ];
    for (const values of wrong)
      expect((await continueRun(graph, stored, answer(values))).end.status).toBe('waiting');
    const last = await continueRun(graph, stored, answer({ name: 'Ann', age: '33', plan: 'paid' }));
    expect(last.end.status).toBe('finished');
    expect(postsOf(stored)).toEqual(['Ann 33 paid']);
  });
});

describe('assistant', () => {
  it('asks an assistant, keeps its sources, and tells where it found nothing', async () => {
    const options = { assistantId: '018f2f6a-0000-7000-8000-000000000001' };
    const ask = (nothingFound: boolean): Partial<FlowServices> => ({
      askAssistant: async ({ question }) => ({ text: `About ${question}`, citations: [], nothingFound }),
    });
    expect(await runOne('assistant', options, 'roses', ask(false))).toMatchObject({
      outputs: { text: 'About roses' },
      port: 'out',
    });
    expect((await runOne('assistant', options, 'roses', ask(true))).port).toBe('nothing');
  });
});

describe('e-mail', () => {
  const send = async (options: Record<string, Json>, question = 'q') => {
    const sent: unknown[] = [];
    const sendMail = async (mail: unknown) => void sent.push(mail);
    const run = await runOne('email', { subject: 'S', text: 'T', ...options }, question, { sendMail });
    return { sent, ...run };
  };
  it('goes to each address once, under a name that a repetition has too', async () => {
    const { sent, outputs } = await send({ to: 'Ann@Example.org, bob@example.org\nann@example.org' });
    expect(outputs.recipients).toEqual(['ann@example.org', 'bob@example.org']);
    expect(sent).toEqual([
      { to: ['ann@example.org', 'bob@example.org'], subject: 'S', text: 'T', key: 'run:node#1' },
    ]);
  });
  it('takes no second header, no wrong address and no crowd', async () => {
    const crowd = Array.from({ length: 11 }, (_, i) => `a${i}@example.org`).join(',');
    const attempts: [Record<string, Json>, string][] = [
      [{ to: 'a@example.org', subject: '{{sys.question}}' }, 'Hello\r\nBcc: all@example.org'],
      [{ to: 'a@example.org', subject: '{{sys.question}}' }, 'Hello\nBcc: all@example.org'],
      [{ to: '{{sys.question}}' }, 'a@example.org\r\nBcc: all@example.org'],
      [{ to: '{{sys.question}}' }, 'Ann <a@example.org>'],
      [{ to: '{{sys.question}}' }, crowd],
      [{ to: 'a@example.org', text: '{{sys.question}}' }, ' '],
    ];
    for (const [options, question] of attempts) {
      const { sent, end } = await send(options, question);
      expect([sent, end.status], question).toEqual([[], 'failed']);
    }
  });
});

describe('SQL and questions over tables', () => {
  it('give rows by column, a table as text, and go their own way where there is none', async () => {
    const asked: unknown[] = [];
    const answer = (rows: Json[][]): Partial<FlowServices> => ({
      querySql: async ({ signal: _, ...query }) => {
        asked.push(query);
        return { columns: ['city', 'total'], rows, truncated: false };
      },
    });
    const credentialId = '018f2f6a-0000-7000-8000-000000000001';
    const parameters = [{ id: '1', value: '{{sys.question}}' }];
    // What a person says is a value, never a part of the statement.
    const options = { credentialId, sql: 'select {{sys.question}} where a = $1', parameters };
    const { outputs, port } = await runOne('sql', options, 'x|y', answer([['Lyon|2\n', null]]));
    expect(asked).toMatchObject([
      { sql: 'select {{sys.question}} where a = $1', parameters: ['x|y'], maxRows: 30 },
    ]);
    expect([port, outputs]).toEqual([
      'out',
      {
        text: '| city | total |\n| --- | --- |\n| Lyon\\|2  |  |',
        rows: [{ city: 'Lyon|2\n', total: null }],
        count: 1,
        truncated: false,
      },
    ]);
    expect((await runOne('sql', options, 'q', answer([]))).port).toBe('nothing');
    const none = await runOne('table_question', { knowledgeBaseIds: [credentialId] }, 'q', {
      askTables: async () => undefined,
    });
    expect([none.port, none.outputs.count]).toEqual(['nothing', 0]);
  });
});

describe('code', () => {
  it('is given the values that it names, and gives what it returns', async () => {
    const asked: unknown[] = [];
    const { outputs } = await runOne(
      'code',
      { inputs: [{ id: '1', name: 'q', value: '{{sys.question}}' }], code: 'return [inputs.q]' },
      'tea',
      {
        runCode: async ({ signal: _, ...request }) => {
          asked.push(request);
          return ['tea'];
        },
      },
    );
    expect(asked).toEqual([{ code: 'return [inputs.q]', inputs: { q: 'tea' }, timeoutSeconds: 2 }]);
    expect(outputs).toEqual({ result: ['tea'], text: 'tea' });
  });
});
