import type { AnswerSupport, Citation, Message } from '@lectern/contract';
import type { ChatCall } from './chat-call.ts';
import type { StoredExplanation } from './stored-explanation.ts';

/** A person stopped it, or nobody waits for it any more. */
export class Stopped extends Error {}

/** The answer keeps what was written: its process ends, or whoever asked may not read it any more. */
export class Interrupted extends Error {}

/** Whoever asked may not read it any more: nothing goes on for them elsewhere either. */
export class AccessEnded extends Interrupted {}

/** A call with what came of it. */
export type UsedTool = Message['toolCalls'][number] & { result: string; durationMs: number };

/** What is known of an answer so far; what stands here is saved however it ends. */
export type Outcome = {
  content: string;
  citations: Citation[];
  /** Under the numbers of their citations. */
  tableAnswers: Message['tableAnswers'];
  toolCalls: UsedTool[];
  nothingFound: boolean;
  /** The question that was searched for, where it is not the one that was typed. */
  searchedQuestion: string | null;
  support: AnswerSupport | null;
  /** The curated answer that was given. */
  curatedAnswerId: string | null;
  flowRun: Message['flowRun'];
  /** What is known of the model's call; undefined until it is made. */
  call: ChatCall | undefined;
  /** Undefined until passages were found. */
  explain: (() => StoredExplanation) | undefined;
};

export const emptyOutcome = (): Outcome => ({
  content: '',
  citations: [],
  tableAnswers: [],
  toolCalls: [],
  nothingFound: false,
  searchedQuestion: null,
  support: null,
  curatedAnswerId: null,
  flowRun: null,
  call: undefined,
  explain: undefined,
});
