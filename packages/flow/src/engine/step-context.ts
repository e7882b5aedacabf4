import type { Citation, FlowNode, Json } from '@lectern/contract';
import type { Sourced } from '../graph/references.ts';
import type { FlowServices } from '../services.ts';
import type { NestedInput, NestedResult } from './nested-flow.ts';
import type { Awaited, Turn } from './state.ts';

/** What a component is given to do its step. */
export type StepContext<Options = Record<string, Json>> = {
  node: FlowNode;
  /** Checked against the schema, with references filled in. */
  options: Options;
  /** As they are stored, with their references. */
  rawOptions: Record<string, Json>;
  /** Sources of the texts that references filled in. */
  citations: Citation[];
  /** What each step that led here put out as `text`, and whether the person has seen it. */
  incoming: { text: string; citations: Citation[]; wasPosted: boolean }[];
  /** What they put out as `passages`. */
  incomingPassages: Json[];
  services: FlowServices;
  signal: AbortSignal;
  language: string;
  now: () => Date;
  random: () => number;
  /** The person's latest message. */
  question: string;
  /** Turns before that message. */
  history: Turn[];
  inputs: Record<string, Json>;
  /** How often the node ran since the person's latest message, with this time. */
  round: number;
  /** Whether something follows the node. */
  isLast: boolean;
  /** Names this step for ever, also when it is repeated after an interruption. */
  idempotencyKey: string;
  variables: Readonly<Record<string, Json>>;
  /** Gives a variable of the run a value; committed with the step. */
  assign: (key: string, value: Json) => void;
  /** Shows text to the person, and keeps it with the step. */
  post: (text: string, citations: Citation[]) => void;
  /** Text that the next step will post is shown while it is written; absent where it is not posted as it is. */
  stream?:
    | {
        delta: (text: string) => void;
        citation: (citation: Citation) => void;
        /** What was shown so far is not what will be posted: that begins now. */
        restart: () => void;
      }
    | undefined;
  /** Sources of the texts that this step puts out. */
  cite: (citations: Citation[]) => void;
  /** Does something once: after an interruption, the result comes from the record. */
  once: <T extends Json>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Ends the turn until a person answers; the step is then run again with `resume`. */
  pause: (awaits: Awaited) => never;
  /** What the person answered. */
  resume: Json | undefined;
  /** The message that started the run, for the first step that would wait for one. */
  takeStartMessage: () => string | undefined;
  /** Runs another flow to its end, or to where it waits for a message. Named within the step, for an interruption. */
  runFlow: (name: string, given: NestedInput) => Promise<NestedResult>;
  /**
   * Runs the nodes that this one holds, once, and returns what `result` is with references to them filled in, and its
   * sources. `locals`
   * are outputs of this node that only they see. A round that was finished before an interruption is not run again.
   */
  runBody: (round: number, locals: Record<string, Json>, result: string) => Promise<Sourced>;
};
