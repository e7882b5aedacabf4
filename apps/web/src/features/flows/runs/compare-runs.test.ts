import type { FlowRun, FlowStep } from '@lectern/contract';
import { expect, it } from 'vitest';
import { answerAgain, pairSteps } from './compare-runs.ts';

const step = (key: string, second: number, more: Partial<FlowStep> = {}): FlowStep => ({
  key,
  frame: '',
  nodeId: key.split('#')[0] as string,
  title: null,
  visit: 1,
  status: 'succeeded',
  port: 'out',
  inputs: {},
  outputs: {},
  citations: [],
  error: null,
  awaits: null,
  attempts: 1,
  tokens: 0,
  price: 0,
  models: [],
  startedAt: `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`,
  finishedAt: null,
  ...more,
});
const run = (more: Partial<FlowRun>) =>
  ({ messages: [], steps: [], state: 'finished', ...more }) as unknown as FlowRun;

it('puts steps of the same node and visit next to each other, and names the outputs that differ', () => {
  const before = [step('a#1', 1, { outputs: { text: 'x', count: 1 } }), step('b#1', 2), step('c#1', 3)];
  const after = [step('a#1', 1, { outputs: { text: 'y', count: 1 } }), step('new#1', 2), step('c#1', 3)];
  const pairs = pairSteps(before, after);
  expect(pairs.map(({ key, before, after }) => [key, !!before, !!after])).toEqual([
    ['a#1', true, true],
    ['new#1', false, true],
    ['b#1', true, false],
    ['c#1', true, true],
  ]);
  expect(pairs.map(({ changed }) => [...changed])).toEqual([['text'], [], [], []]);
});

it('answers a replay with what the person said and filled in at the same place', () => {
  const fields = [{ key: 'first_name', label: '', type: 'text', required: true } as const];
  const earlier = run({
    messages: ['one', 'two'],
    steps: [step('form#1', 1, { outputs: { first_name: 'Ada', other: 1 } })],
  });
  const waiting = (awaits: FlowStep['awaits'], messages: string[]) =>
    run({ state: 'waiting', messages, steps: [step('form#1', 1, { status: 'waiting', awaits })] });
  const message = (messages: string[]) =>
    answerAgain(earlier, waiting({ kind: 'message' }, messages))?.answer;
  expect(message(['one'])).toEqual({ kind: 'message', text: 'two' });
  expect(message(['one', 'two'])).toBeUndefined();
  expect(answerAgain(earlier, waiting({ kind: 'form', text: '', fields }, ['one']))).toEqual({
    stepKey: 'form#1',
    answer: { kind: 'form', values: { first_name: 'Ada' } },
  });
  expect(answerAgain(earlier, run({ state: 'finished' }))).toBeUndefined();
});
