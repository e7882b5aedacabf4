import type { AnswerExplanation, AnswerStep } from '@lectern/contract';
import type { ChatMessage } from '@lectern/models';

/** A step that was taken: its time, and the ledger's operations that tell what it cost. */
export type TakenStep = {
  step: AnswerStep;
  durationMs: number;
  modelName: string | null;
  /** The model whose place that one took as its second model. */
  insteadOf: string | null;
  operations: string[];
};

/** An explanation as kept with its answer. */
export type StoredExplanation = Omit<AnswerExplanation, 'steps' | 'support' | 'prompt' | 'currency'> & {
  steps: TakenStep[];
  prompt: Pick<ChatMessage, 'role' | 'content'>[];
};
