import type { FlowRun, FlowStep, Json } from '@lectern/contract';

export type StepPair = {
  key: string;
  before: FlowStep | undefined;
  after: FlowStep | undefined;
  /** Names of the outputs that are not the same. */
  changed: ReadonlySet<string>;
};

const isSame = (a: Json | undefined, b: Json | undefined) => JSON.stringify(a) === JSON.stringify(b);

/** The steps of two runs next to each other: a step belongs to that of the same node, round and visit. */
export function pairSteps(before: readonly FlowStep[], after: readonly FlowStep[]): StepPair[] {
  const sorted = (steps: readonly FlowStep[]) =>
    [...steps].sort((a, b) => a.startedAt.localeCompare(b.startedAt));
  const later = new Map(after.map((step) => [step.key, step]));
  const pairs = sorted(before).map((step) => pair(step.key, step, later.get(step.key)));
  const known = new Set(before.map(({ key }) => key));
  for (const step of sorted(after)) {
    if (known.has(step.key)) continue;
    // Behind what began before it in its own run.
    const at = pairs.findLastIndex((one) => one.after && one.after.startedAt <= step.startedAt);
    pairs.splice(at < 0 ? pairs.length : at + 1, 0, pair(step.key, undefined, step));
  }
  return pairs;
}

function pair(key: string, before: FlowStep | undefined, after: FlowStep | undefined): StepPair {
  const names = new Set([...Object.keys(before?.outputs ?? {}), ...Object.keys(after?.outputs ?? {})]);
  const changed = [...names].filter((name) => !isSame(before?.outputs[name], after?.outputs[name]));
  return { key, before, after, changed: new Set(before && after ? changed : []) };
}

type Answer = { kind: 'message'; text: string } | { kind: 'form'; values: Record<string, Json> };

/** What the person gave a run at the same place in an earlier one; undefined where they gave nothing there. */
export function answerAgain(earlier: FlowRun, run: FlowRun): { stepKey: string; answer: Answer } | undefined {
  const waiting = run.state === 'waiting' ? run.steps.find(({ awaits }) => awaits !== null) : undefined;
  if (!waiting?.awaits) return undefined;
  if (waiting.awaits.kind === 'message') {
    const text = earlier.messages[run.messages.length];
    return text === undefined ? undefined : { stepKey: waiting.key, answer: { kind: 'message', text } };
  }
  const { awaits } = waiting;
  const given = earlier.steps.find(({ key, status }) => key === waiting.key && status === 'succeeded');
  if (awaits.kind !== 'form' || !given) return undefined;
  const values = awaits.fields.flatMap(({ key }) => {
    const value = given.outputs[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  return { stepKey: waiting.key, answer: { kind: 'form', values: Object.fromEntries(values) } };
}
