import type { Citation, FlowGraph, Json } from '@lectern/contract';

export type StepStatus = 'running' | 'waiting' | 'succeeded' | 'failed';

export type StepFailure = { code: string; detail?: string | undefined };

/** What a step waits for. */
export type Awaited =
  | { kind: 'message' }
  | { kind: 'form'; text: string; fields: FormInput[] }
  | { kind: 'breakpoint' };

/** A field of a form that a person fills in. */
export type FormInput = {
  key: string;
  label: string;
  type: 'text' | 'paragraph' | 'number' | 'boolean' | 'choice';
  required: boolean;
  choices?: string[] | undefined;
};

/** One execution of a node. The current steps of a run are its whole state, besides `RunState`. */
export type Step = {
  /** Unique in the run: frame, node and visit, as in `iterate#1:4/generate#1`. */
  key: string;
  /** Empty for the flow itself; else the key of the step that holds it, and the round. */
  frame: string;
  nodeId: string;
  visit: number;
  status: StepStatus;
  /** An edge led back before it: references still read it, until the node runs again or is passed by. */
  stale: boolean;
  /** The edge back by which the run came here, if it was one. */
  via: string | null;
  port: string | null;
  /** What its options were with references filled in. */
  inputs: Record<string, Json>;
  outputs: Record<string, Json>;
  /** Sources that the markers `[n]` of its texts stand for. */
  citations: Citation[];
  failure: StepFailure | null;
  awaits: Awaited | null;
  attempts: number;
  /** Results of what it did once, by name: they are not done again after an interruption. */
  journal: Record<string, Json>;
  tokens: number;
  price: number;
  /** That answered in it. */
  models: StepModel[];
  startedAt: number;
  finishedAt: number | null;
};

/** A model that answered in a step; `insteadOf`: the name of the one that was asked and could not. */
export type StepModel = { name: string; insteadOf: string | null };

export type Turn = { role: 'user' | 'assistant'; content: string };

/** Text shown to the person, with its sources. */
export type Post = { text: string; citations: Citation[] };

/** What a run remembers besides its steps. */
export type RunState = {
  /** The person's latest message. */
  question: string;
  /** The message that started the run has not been taken by a step that waits for messages. */
  startMessagePending: boolean;
  /** Raised with each message. */
  turn: number;
  history: Turn[];
  /** Values of the form that started the run. */
  inputs: Record<string, Json>;
  variables: Record<string, Json>;
  /** Visits by frame and node: how many in all, and in which turn how many. */
  visits: Record<string, { all: number; turn: number; inTurn: number }>;
  usage: { steps: number; tokens: number; price: number; workMs: number };
  /** Every node is a breakpoint: a person looks at one step after the other. */
  stepping?: boolean | undefined;
  /** Of the latest turn. */
  posts: Post[];
  /** So many of them were shown before the person last filled in a form. */
  postsShown?: number;
};

export const longestHistory = 100;

export function newRunState(
  { variables }: Pick<FlowGraph, 'variables'>,
  start: { question: string; history?: Turn[]; inputs?: Record<string, Json> },
): RunState {
  return {
    question: start.question,
    startMessagePending: start.question !== '',
    turn: 1,
    history: (start.history ?? []).slice(-longestHistory),
    inputs: start.inputs ?? {},
    variables: Object.fromEntries(variables.map(({ key, value }) => [key, value])),
    visits: {},
    usage: { steps: 0, tokens: 0, price: 0, workMs: 0 },
    posts: [],
  };
}

/** Written in one transaction. */
export type Change = {
  steps: Step[];
  /** Keys of steps that are not needed any more to go on: they stay in the trace. */
  replaced: string[];
  state: RunState;
};

export type RunStore = { commit: (change: Change) => Promise<void> };

/** What happens while a run goes on, for those who watch. */
export type RunEvent =
  | { type: 'step'; step: Step }
  | { type: 'delta'; text: string }
  | { type: 'citation'; citation: Citation }
  /** The words so far are not the answer: that begins now. */
  | { type: 'restart' }
  | { type: 'post'; post: Post };
