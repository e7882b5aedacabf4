import type { Citation, FlowNode, Json } from '@lectern/contract';
import type { FlowComponent, StepResult } from '../component.ts';
import { asReference, type Sourced } from '../graph/references.ts';
import type { StepUsage } from '../services.ts';
import { type Frame, listSources } from './frame.ts';
import { listTaken } from './list-taken.ts';
import type { Run } from './run.ts';
import type { FlowRunInput } from './run-input.ts';
import { runNested } from './run-nested.ts';
import type { Step, StepModel } from './state.ts';
import type { StepContext } from './step-context.ts';
import { Paused, StepError } from './step-error.ts';
import { fillOptions, parseOptions } from './step-options.ts';

type Place = {
  frame: Frame;
  node: FlowNode;
  component: FlowComponent;
  step: Step;
  usage: StepUsage;
  aborted: AbortSignal;
  /** What the attempt changes in the run, which happens at once when it ends. */
  effects: (() => void)[];
};

/** Runs one round of what a step holds. */
export type RunBody = (
  outer: Frame,
  step: Step,
  round: number,
  locals: Record<string, Json>,
  result: string,
) => Promise<Sourced>;

/** What a step is about to be given, as far as it can be told before it runs. */
export function previewInputs(
  { lookupIn }: Run,
  frame: Frame,
  node: FlowNode,
  component: FlowComponent | undefined,
): Record<string, Json> {
  const options = component?.options.safeParse(node.options);
  if (!component || !options?.success) return {};
  return fillOptions(component, options.data as Record<string, Json>, lookupIn(frame)).inputs;
}

/** Everything a component is given for one attempt, and the attempt itself. */
export function createContext(
  run: Run,
  { frame, node, component, step, usage, aborted, effects }: Place,
  runBody: RunBody,
): { run: () => Promise<StepResult> } {
  const { input, lookupIn, commit } = run;
  const { state, runId, on } = input;
  const rawOptions = parseOptions(component, node);
  const { filled, citations, inputs } = fillOptions(component, rawOptions, lookupIn(frame));
  const sources = listSources(frame, step);
  const incoming = sources.flatMap(({ outputs: { text }, citations: cites, journal }) =>
    typeof text === 'string' && text !== ''
      ? [{ text, citations: cites, wasPosted: journal.$posted === true }]
      : [],
  );
  const incomingPassages = sources.flatMap(({ outputs }) =>
    Array.isArray(outputs.passages) ? outputs.passages : [],
  );
  const { question } = state;
  step.inputs = { ...listTaken(component, rawOptions, { question, incoming, incomingPassages }), ...inputs };
  /** A step that runs others may take as long as the run; one that waits for a person ends at once. */
  const isOpenEnded = component.holds === 'body' || component.isOpenEnded;
  const limit = isOpenEnded ? undefined : AbortSignal.timeout(node.timeoutSeconds * 1_000);
  const signal = limit ? AbortSignal.any([aborted, limit]) : aborted;
  let cited: Citation[] | undefined;

  const context: StepContext = {
    node,
    options: filled,
    rawOptions,
    citations,
    incoming,
    incomingPassages,
    services: input.services(usage, signal),
    signal,
    language: input.language,
    now: () => new Date((input.now ?? Date.now)()),
    random: input.random ?? Math.random,
    question,
    history: state.history,
    inputs: state.inputs,
    variables: state.variables,
    round: state.visits[`${frame.key}/${node.id}`]?.inTurn ?? 1,
    isLast: (frame.plan.outgoing.get(node.id) ?? []).length === 0,
    idempotencyKey: `${runId}:${step.key}`,
    assign: (key, value) => {
      effects.push(() => {
        state.variables[key] = value;
      });
    },
    post: (text, citations) => {
      const post = { text, citations };
      effects.push(() => {
        state.posts = [...state.posts, post];
        step.journal = { ...step.journal, $posted: true };
      });
      on({ type: 'post', post });
    },
    cite: (citations) => {
      cited = citations;
    },
    ...(step.attempts === 1 && isPostedNext(frame, node, component, input)
      ? {
          stream: {
            delta: (text) => on({ type: 'delta', text }),
            citation: (citation) => on({ type: 'citation', citation }),
            restart: () => on({ type: 'restart' }),
          },
        }
      : {}),
    once: async (name, work) => {
      if (Object.hasOwn(step.journal, name)) return step.journal[name] as never;
      const result = await work();
      // Paid for, also where the rest of the attempt is lost.
      bookUsage(step, usage);
      step.journal = { ...step.journal, [name]: result };
      await commit([step]);
      return result;
    },
    pause: (awaits) => {
      const { $resume: _, ...journal } = step.journal;
      effects.push(() => Object.assign(step, { status: 'waiting', awaits, journal }));
      throw new Paused();
    },
    resume: step.journal.$resume,
    runFlow: (name, given) => runNested(run, { node, step, signal }, name, given),
    takeStartMessage: () => {
      const taken = step.journal.$start;
      if (typeof taken === 'string') return taken;
      if (!state.startMessagePending) return undefined;
      state.startMessagePending = false;
      step.journal = { ...step.journal, $start: state.question };
      return state.question;
    },
    runBody: async (round, locals, result) => {
      try {
        return await runBody(frame, step, round, locals, result);
      } catch (error) {
        if (error instanceof Paused) step.status = 'waiting';
        throw error;
      }
    },
  };

  return {
    run: async () => {
      const work = component.run(context);
      const result = limit ? await orTimeout(work, limit, node.timeoutSeconds) : await work;
      const kept = cited ?? (keepsMarkers(result, citations) ? citations : []);
      effects.push(() => {
        step.citations = kept;
      });
      return result;
    },
  };
}

/** Moves what was counted so far to the step. */
export function bookUsage(step: Step, usage: StepUsage): void {
  step.tokens += usage.tokens;
  step.price += usage.price;
  const isKnown = ({ name, insteadOf }: StepModel) =>
    step.models.some((known) => known.name === name && known.insteadOf === insteadOf);
  for (const model of usage.models) if (!isKnown(model)) step.models.push(model);
  Object.assign(usage, { tokens: 0, price: 0, models: [] });
}

/** Rejects when the time is over, also where the component does not listen to its signal. */
function orTimeout<T>(work: Promise<T>, limit: AbortSignal, seconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const onLimit = () => reject(new StepError('flow.step_timeout', String(seconds)));
    limit.addEventListener('abort', onLimit, { once: true });
    work
      .then(resolve, (error) => (limit.aborted ? onLimit() : reject(error)))
      .finally(() => limit.removeEventListener('abort', onLimit));
  });
}

/** Texts that went through a step keep their sources while their markers are there. */
function keepsMarkers({ outputs }: StepResult, citations: Citation[]): boolean {
  return (
    citations.length > 0 &&
    Object.values(outputs).some(
      (value) => typeof value === 'string' && citations.some(({ number }) => value.includes(`[${number}]`)),
    )
  );
}

/** Whether exactly one step follows, and it posts the text of this one as it is. */
function isPostedNext(
  frame: Frame,
  node: FlowNode,
  component: FlowComponent,
  { components }: FlowRunInput,
): boolean {
  if (frame.holder !== undefined) return false;
  const [edge, ...others] = frame.plan.outgoing.get(node.id) ?? [];
  const next = frame.plan.nodes.find(({ id }) => id === edge?.target);
  if (!edge || others.length > 0 || !next || !component.outputs.some(({ name }) => name === 'text'))
    return false;
  if (!components.get(next.component)?.posts) return false;
  const ways = (frame.plan.incoming.get(next.id) ?? []).filter(
    (way) => way !== edge && frame.current.get(way.source)?.port === way.port,
  );
  const content = typeof next.options.content === 'string' ? next.options.content.trim() : '';
  const reference = asReference(content);
  return (
    ways.length === 0 &&
    (content === '' || (reference?.node === node.id && reference.path.join('.') === 'text'))
  );
}
