import type { FlowGraph, Json } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { titleOf } from '../engine/run-nested.ts';
import type { FlowServices } from '../services.ts';
import { killEverywhere } from '../testing/kill-everywhere.ts';
import { graphOf, postsOf, runTestFlow } from '../testing/run-test-flow.ts';

const idOf = (digit: number) => `018f2f6a-0000-7000-8000-00000000000${digit}`;

/** Published flows by their digit. */
const publish = (flows: Record<number, FlowGraph>): Partial<FlowServices> => ({
  loadFlow: async ({ flowId, version = 3 }) => {
    const digit = Number(flowId.at(-1));
    return { id: flowId, name: `flow ${digit}`, version, graph: flows[digit] as FlowGraph };
  },
});

const calling = (digit: number, options: Record<string, Json> = {}, more: object = {}) =>
  graphOf(
    {
      begin: ['begin'],
      sub: ['sub_flow', { flowId: idOf(digit), ...options }, more],
      end: ['answer', { content: 'so: {{sub.text}} {{sub.variables.n}}' }],
    },
    ['begin > sub > end'],
  );

const inner = graphOf(
  {
    begin: ['begin', { fields: [{ id: '1', name: 'city' }] }],
    write: ['generate', { prompt: '{{begin.city}}: {{sys.question}}' }],
    count: ['assign', { assignments: [{ id: '1', variable: 'n', mode: 'add', value: '2' }] }],
    end: ['answer', { content: '{{write.text}}' }],
  },
  ['begin > write > count > end'],
  { variables: [{ key: 'n', value: 1 }] },
);

const echo = (): Partial<FlowServices> => ({
  ...publish({ 1: inner, 2: calling(1, { question: 'inside {{sys.question}}' }) }),
  write: async ({ prompt }) => ({ text: `<${prompt}>`, citations: [], isBuiltIn: false }),
});
const inputs = [{ id: '1', name: 'city', value: '{{sys.question}}' }];

describe('sub-flow', () => {
  it('runs with its own inputs, question and variables, and gives what it shows', async () => {
    const { stored, end } = await runTestFlow(calling(1, { inputs, question: 'why?' }), 'Lyon', {
      give: echo(),
    });
    expect(end.status).toBe('finished');
    expect(postsOf(stored)).toEqual(['so: <Lyon: why?> 3']);
    expect(stored.state.variables).toEqual({});
    expect([...stored.trace.values()].map((step) => [step.key, step.nodeId, titleOf(step)])).toEqual([
      ['begin#1', 'begin', null],
      ['sub#1', 'sub', null],
      ['sub#1:flow.0/begin#1', 'sub/begin', 'begin'],
      ['sub#1:flow.0/write#1', 'sub/write', 'write'],
      ['sub#1:flow.0/count#1', 'sub/count', 'count'],
      ['sub#1:flow.0/end#1', 'sub/end', 'end'],
      ['end#1', 'end', null],
    ]);
    expect([...stored.steps.keys()]).toEqual(['begin#1', 'sub#1', 'end#1']);
    expect(stored.state.usage.steps).toBe(7);
  });

  it('runs others in turn, and goes on after it was killed at any commit', async () => {
    const { outcome, stored, killed } = await killEverywhere(calling(2), { question: 'Lyon', give: echo });
    expect(postsOf(stored)).toEqual(['so: so: <: inside Lyon> 3 ']);
    for (const [at, one] of Object.entries(killed)) expect(one, at).toEqual(outcome);
  });

  it('ends where it would wait for another message', async () => {
    const chat = graphOf({ begin: ['begin'], chat: ['answer'], write: ['generate'] }, [
      'begin > chat > write > chat',
    ]);
    const give = () => ({ ...echo(), ...publish({ 1: chat }) });
    const { outcome, stored, killed } = await killEverywhere(calling(1), { question: 'hi', give });
    expect([outcome.status, postsOf(stored)]).toEqual(['finished', ['so: <hi> ']]);
    for (const [at, one] of Object.entries(killed)) expect(one, at).toEqual(outcome);
  });

  it('begins anew on another attempt, with the keys of the first', async () => {
    let left = 1;
    const keys: string[] = [];
    const sends = graphOf(
      {
        begin: ['begin'],
        send: ['http', { method: 'POST', url: 'https://api.example/' }],
        write: ['generate'],
      },
      ['begin > send > write'],
    );
    const give: Partial<FlowServices> = {
      ...publish({ 1: sends }),
      fetch: async (_, { headers }) => {
        keys.push(headers['idempotency-key'] ?? '');
        return { status: 200, headers: {}, text: '' };
      },
      write: async () => {
        if (left-- > 0) throw new Error('busy');
        return { text: 'done', citations: [], isBuiltIn: false };
      },
    };
    const { end } = await runTestFlow(calling(1, {}, { retries: 1 }), 'q', { give });
    expect(end.status).toBe('finished');
    expect(keys).toEqual(Array(2).fill('run:sub#1:flow:send#1'));
  });

  it('never runs itself, nor too deep, nor one that waits for a form', async () => {
    const failure = async (flows: Record<number, FlowGraph>) =>
      (await runTestFlow(calling(1), 'q', { give: publish(flows), calledBy: [idOf(9)] })).end;
    expect(await failure({ 1: calling(2), 2: calling(1) })).toMatchObject({
      failure: { code: 'flow.calls_itself', detail: 'flow 1' },
    });
    expect(await failure({ 1: calling(9) })).toMatchObject({ failure: { code: 'flow.calls_itself' } });
    const chain = Object.fromEntries([1, 2, 3, 4, 5].map((digit) => [digit, calling(digit + 1)]));
    expect(await failure({ ...chain, 6: inner })).toMatchObject({
      failure: { code: 'flow.nested_too_deep', detail: '5' },
    });
    const form = graphOf({ begin: ['begin'], form: ['await_input', { fields: [{ id: '1', name: 'a' }] }] }, [
      'begin > form',
    ]);
    expect(await failure({ 1: form })).toMatchObject({ failure: { code: 'flow.sub_flow_waits' } });
  });

  it('keeps to the bounds of the flow around it', async () => {
    const graph = { ...calling(1), bounds: { ...inner.bounds, steps: 4 } };
    expect((await runTestFlow(graph, 'q', { give: echo() })).end).toMatchObject({
      failure: { code: 'flow.bound_reached', detail: 'steps' },
    });
  });
});
