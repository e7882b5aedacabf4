import type { Citation, RetrievalHit } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import type { FlowServices } from '../services.ts';
import { continueRun, graphOf, postsOf, runTestFlow, scriptedServices } from '../testing/run-test-flow.ts';

const say = (text: string): ['message', { messages: { id: string; content: string }[] }] => [
  'message',
  { messages: [{ id: 'm', content: text }] },
];
const baseId = '018f2f6a-0000-7000-8000-000000000001';
const echo: Partial<FlowServices> = {
  write: async ({ prompt }) => ({ text: `Answer to ${prompt}`, citations: [], isBuiltIn: false }),
};

describe('a conversation', () => {
  const graph = graphOf({ begin: ['begin'], chat: ['answer'], write: ['generate'] }, [
    'begin > chat > write > chat',
  ]);

  it('answers each message of a cycle through an answer', async () => {
    const { stored, end } = await runTestFlow(graph, 'first', { give: echo });
    expect(end.status).toBe('waiting');
    expect(postsOf(stored)).toEqual(['Answer to first']);
    const next = await continueRun(graph, stored, {
      give: echo,
      answer: { kind: 'message', text: 'second' },
    });
    expect(next.end.status).toBe('waiting');
    expect(postsOf(stored)).toEqual(['Answer to second']);
    expect(stored.state.history).toEqual([
      { role: 'user', content: 'first' },
      { role: 'assistant', content: 'Answer to first' },
    ]);
    expect([...stored.trace.keys()]).toEqual(['begin#1', 'chat#1', 'write#1', 'chat#2', 'write#2', 'chat#3']);
  });

  it('waits for a message where none started it', async () => {
    const { stored, end } = await runTestFlow(graph, '');
    expect(end.status).toBe('waiting');
    expect(postsOf(stored)).toEqual([]);
  });

  it('ends at an answer that nothing follows', async () => {
    const straight = graphOf({ begin: ['begin'], write: ['generate'], end: ['answer'] }, [
      'begin > write > end',
    ]);
    const { stored, end } = await runTestFlow(straight, 'why', { give: echo });
    expect(end).toEqual({ status: 'finished' });
    expect(postsOf(stored)).toEqual(['Answer to why']);
  });

  it('tells what each step was given, also where nothing names it', async () => {
    const graph = graphOf(
      {
        begin: ['begin'],
        find: ['retrieval', { knowledgeBaseIds: [baseId] }],
        write: ['generate'],
        end: ['answer'],
      },
      ['begin > find > write > end'],
    );
    const passage = { documentName: 'garden.md', text: 'In June.' } as unknown as RetrievalHit;
    const { stored } = await runTestFlow(graph, 'When?', {
      give: { ...echo, retrieve: async () => [passage] },
    });
    const inputsOf = (id: string) => stored.trace.get(`${id}#1`)?.inputs;
    expect([inputsOf('find'), inputsOf('write'), inputsOf('end')]).toEqual([
      { question: 'When?' },
      { question: 'When?', passages: ['garden.md'] },
      { text: 'Answer to When?' },
    ]);
  });

  it('shows a message once, also where an answer follows it', async () => {
    const graph = graphOf({ begin: ['begin'], say: say('Hello'), end: ['answer'] }, ['begin > say > end']);
    expect(postsOf((await runTestFlow(graph, 'q')).stored)).toEqual(['Hello']);
  });

  it('streams a text that is shown as it is, and no other', async () => {
    const stream: Partial<FlowServices> = {
      write: async ({ onDelta }) => {
        onDelta?.('Hel');
        onDelta?.('lo');
        return { text: 'Hello', citations: [], isBuiltIn: false };
      },
    };
    const deltas = async (content: string) => {
      const flow = graphOf({ begin: ['begin'], write: ['generate'], end: ['answer', { content }] }, [
        'begin > write > end',
      ]);
      const { events } = await runTestFlow(flow, 'hi', { give: stream });
      return events.flatMap((event) => (event.type === 'delta' ? [event.text] : []));
    };
    expect(await deltas('')).toEqual(['Hel', 'lo']);
    expect(await deltas('{{write.text}}')).toEqual(['Hel', 'lo']);
    expect(await deltas('So: {{write.text}}')).toEqual([]);
  });
});

describe('branches', () => {
  const graph = graphOf(
    {
      begin: ['begin'],
      sort: [
        'switch',
        {
          cases: [
            {
              id: 'yes',
              name: 'Yes',
              match: 'all',
              conditions: [{ id: '1', value: '{{sys.question}}', operator: 'contains', expected: 'yes' }],
            },
          ],
        },
      ],
      left: ['template', { template: 'left' }],
      right: ['template', { template: 'right' }],
      side: ['template', { template: 'side' }],
      end: ['answer', { content: '{{left.text}}{{right.text}} {{side.text}}' }],
    },
    ['begin > sort', 'begin > side > end', 'sort.yes > left > end', 'sort.else > right > end'],
  );

  it('join when every way is decided, and skip what was not chosen', async () => {
    for (const [question, text] of [
      ['yes please', 'left side'],
      ['no', 'right side'],
    ] as const) {
      const { stored, end } = await runTestFlow(graph, question);
      expect(end.status).toBe('finished');
      expect(postsOf(stored)).toEqual([text]);
    }
  });
});

describe('a node that this turn goes by', () => {
  const inTurns = graphOf(
    {
      begin: ['begin'],
      chat: ['answer'],
      sort: [
        'switch',
        {
          cases: [
            {
              id: 'first',
              name: 'First',
              match: 'all',
              conditions: [{ id: '1', value: '{{sys.turn}}', operator: 'equals', expected: '1' }],
            },
          ],
        },
      ],
      left: ['template', { template: 'left' }],
      right: ['template', { template: 'right' }],
      join: ['template', { template: '{{left.text}}{{right.text}}' }],
    },
    ['begin > chat > sort', 'sort.first > left > join', 'sort.else > right > join', 'join > chat'],
  );

  it('puts out nothing, whatever it put out in an earlier turn', async () => {
    const { stored } = await runTestFlow(inTurns, 'one');
    expect(postsOf(stored)).toEqual(['left']);
    await continueRun(inTurns, stored, { answer: { kind: 'message', text: 'two' } });
    expect(postsOf(stored)).toEqual(['right']);
  });
});

describe('bodies', () => {
  const source = (documentName: string) =>
    ({ number: 1, documentName, quote: documentName }) as unknown as Citation;

  it('keep the sources of every round, counted on', async () => {
    const cited = graphOf(
      {
        begin: ['begin'],
        each: ['iteration', { items: '{{sys.question}}', result: '{{write.text}}', atOnce: 2 }],
        write: ['generate', { prompt: '{{each.item}}' }, { parentId: 'each' }],
        end: ['answer', { content: '{{each.results}}' }],
      },
      ['begin > each > end'],
    );
    const write: FlowServices['write'] = async ({ prompt }) => ({
      text: prompt === 'b' ? 'b' : `${prompt} [1]`,
      citations: prompt === 'b' ? [] : [source(prompt), { ...source('unused'), number: 2 }],
      isBuiltIn: false,
    });
    const { stored } = await runTestFlow(cited, 'a\nb\nc', { give: { write } });
    expect(stored.state.posts).toEqual([
      {
        text: 'a [1]\nb\nc [2]',
        citations: [source('a'), { ...source('c'), number: 2 }],
      },
    ]);
  });

  it('end with the sources of the last round of a loop', async () => {
    const looped = graphOf(
      {
        begin: ['begin'],
        again: ['loop', { maxRounds: 2, result: '{{write.text}}', operator: 'equals', expected: 'never' }],
        write: ['generate', { prompt: '{{again.round}}' }, { parentId: 'again' }],
        end: ['answer', { content: '{{again.result}}' }],
      },
      ['begin > again > end'],
    );
    const write: FlowServices['write'] = async ({ prompt }) => ({
      text: `${prompt} [1]`,
      citations: [source(prompt)],
      isBuiltIn: false,
    });
    const { stored } = await runTestFlow(looped, 'q', { give: { write } });
    expect(stored.state.posts).toEqual([{ text: '2 [1]', citations: [source('2')] }]);
  });

  const inside = { parentId: 'each' };
  const graph = graphOf(
    {
      begin: ['begin'],
      each: ['iteration', { items: '{{sys.question}}', result: '{{double.text}}', atOnce: 2 }],
      double: ['template', { template: '{{each.index}}:{{each.item}}{{each.item}}' }, inside],
      end: ['answer', { content: '{{each.results}}' }],
    },
    ['begin > each > end'],
  );

  it('run once for each item, and collect the results in order', async () => {
    const { stored } = await runTestFlow(graph, 'a\nb\nc');
    expect(postsOf(stored)).toEqual(['1:aa\n2:bb\n3:cc']);
    // What a finished body held is not kept as the state of the run.
    expect([...stored.steps.keys()]).toEqual(['begin#1', 'each#1', 'end#1']);
    expect([...stored.trace.keys()].filter((key) => key.includes('double'))).toHaveLength(3);
  });

  it('run until the result is as wanted, at most so often', async () => {
    const loop = (expected: string) =>
      graphOf(
        {
          begin: ['begin'],
          again: ['loop', { maxRounds: 4, result: '{{grow.text}}', operator: 'equals', expected }],
          grow: ['template', { template: '{{again.previous}}x' }, { parentId: 'again' }],
          end: ['answer', { content: '{{again.rounds}} {{again.result}}' }],
        },
        ['begin > again > end'],
      );
    expect(postsOf((await runTestFlow(loop('xx'), '')).stored)).toEqual(['2 xx']);
    expect(postsOf((await runTestFlow(loop('never'), '')).stored)).toEqual(['4 xxxx']);
  });

  it('wait inside for a person, and go on there', async () => {
    const asks = graphOf(
      {
        begin: ['begin'],
        each: ['iteration', { items: '{{sys.question}}', result: '{{ask.message}}' }],
        ask: ['answer', { content: 'What of {{each.item}}?' }, inside],
        use: ['template', { template: '{{ask.message}}' }, inside],
        end: ['answer', { content: '{{each.results}}' }],
      },
      ['begin > each > end', 'ask > use'],
    );
    const { stored, end } = await runTestFlow(asks, 'a\nb');
    expect([end.status, postsOf(stored)]).toEqual(['waiting', ['What of a?']]);
    await continueRun(asks, stored, { answer: { kind: 'message', text: 'one' } });
    expect(postsOf(stored)).toEqual(['What of b?']);
    const last = await continueRun(asks, stored, { answer: { kind: 'message', text: 'two' } });
    expect([last.end.status, postsOf(stored)]).toEqual(['finished', ['one\ntwo']]);
  });
});

describe('failures', () => {
  const failing = (times: number): Partial<FlowServices> => {
    let left = times;
    return {
      write: async () => {
        if (left-- > 0) throw Object.assign(new Error('busy'), { name: 'ModelError', kind: 'rate_limited' });
        return { text: 'done', citations: [], isBuiltIn: false };
      },
    };
  };
  const flow = (more: object) =>
    graphOf(
      {
        begin: ['begin'],
        write: ['generate', {}, more],
        end: ['answer', { content: '{{write.text}}' }],
        sorry: ['answer', { content: 'Sorry: {{write.error}}' }],
      },
      ['begin > write > end', 'write.error > sorry'],
    );

  it('are tried again, end the run, go on with a fallback, or take their own way', async () => {
    const tried = await runTestFlow(flow({ retries: 2 }), 'q', { give: failing(2) });
    expect(postsOf(tried.stored)).toEqual(['done']);
    expect(tried.stored.trace.get('write#1')?.attempts).toBe(3);
    const { end } = await runTestFlow(flow({ retries: 1 }), 'q', { give: failing(2) });
    expect(end).toEqual({ status: 'failed', nodeId: 'write', failure: { code: 'model.rate_limited' } });
    const kept = await runTestFlow(flow({ onError: 'continue', fallback: 'Later.' }), 'q', {
      give: failing(1),
    });
    expect(postsOf(kept.stored)).toEqual(['Later.']);
    const routed = await runTestFlow(flow({ onError: 'route' }), 'q', { give: failing(1) });
    expect(postsOf(routed.stored)).toEqual(['Sorry: model.rate_limited']);
  });

  it('are told of steps that take too long, and of runs that reach a bound', async () => {
    const slow = await runTestFlow(flow({ timeoutSeconds: 1 }), 'q', {
      give: { write: () => new Promise(() => {}) },
    });
    expect(slow.end).toMatchObject({ status: 'failed', failure: { code: 'flow.step_timeout', detail: '1' } });
    const bounded = graphOf({ begin: ['begin'], end: ['answer', { content: 'never' }] }, ['begin > end'], {
      bounds: { steps: 1 },
    });
    expect((await runTestFlow(bounded, 'q')).end).toMatchObject({
      status: 'failed',
      failure: { code: 'flow.bound_reached', detail: 'steps' },
    });
  });

  it('end the calls of an attempt that takes too long', async () => {
    const signals: AbortSignal[] = [];
    const { end } = await runTestFlow(flow({ timeoutSeconds: 1 }), 'q', {
      services: (_, signal) => {
        signals.push(signal);
        return scriptedServices({ write: () => new Promise(() => {}) });
      },
    });
    expect(end.status).toBe('failed');
    expect(signals.at(-1)?.aborted).toBe(true);
  });

  it('name the option that is wrong', async () => {
    const graph = graphOf({ begin: ['begin'], say: ['message', { messages: [] }] }, ['begin > say']);
    expect((await runTestFlow(graph, 'q')).end).toMatchObject({
      failure: { code: 'flow.wrong_option', detail: 'messages' },
    });
  });
});

it('stops before a breakpoint and goes on from there', async () => {
  const graph = graphOf({ begin: ['begin'], say: say('Hello'), end: ['answer'] }, ['begin > say > end']);
  const options = { breakpoints: new Set(['say']) };
  const { stored, end } = await runTestFlow(graph, 'q', options);
  expect(end).toMatchObject({
    status: 'waiting',
    steps: [{ nodeId: 'say', awaits: { kind: 'breakpoint' } }],
  });
  expect(postsOf(stored)).toEqual([]);
  const next = await continueRun(graph, stored, { ...options, answer: { kind: 'go' } });
  expect(next.end.status).toBe('finished');
});

it('goes on by one step, shows what the next one is given, and then to the end', async () => {
  const graph = graphOf(
    {
      begin: ['begin'],
      first: ['template', { template: 'one' }],
      second: ['template', { template: '{{first.text}} two' }],
      end: ['answer', { content: '{{second.text}}' }],
    },
    ['begin > first > second > end'],
  );
  const { stored } = await runTestFlow(graph, 'q', { breakpoints: new Set(['first']) });
  const stepped = await continueRun(graph, stored, { answer: { kind: 'go', once: true } });
  expect(stepped.end).toMatchObject({
    steps: [{ nodeId: 'second', awaits: { kind: 'breakpoint' }, inputs: { template: 'one two' } }],
  });
  expect((await continueRun(graph, stored, { answer: { kind: 'go' } })).end.status).toBe('finished');
  expect(postsOf(stored)).toEqual(['one two']);
});

it('runs one node alone, whatever leads to it, with all that it holds', async () => {
  const graph = graphOf(
    {
      begin: ['begin'],
      before: ['template', { template: 'never' }],
      each: ['iteration', { items: '{{sys.question}}', result: '{{double.text}}' }],
      double: ['template', { template: '{{each.item}}{{each.item}}' }, { parentId: 'each' }],
      end: ['answer'],
    },
    ['begin > before > each > end'],
  );
  const { stored, end } = await runTestFlow(graph, 'a\nb', { onlyNode: 'each' });
  expect(end.status).toBe('finished');
  expect([...stored.steps.keys()]).toEqual(['each#1']);
  expect(stored.steps.get('each#1')?.outputs.results).toEqual(['aa', 'bb']);
});
