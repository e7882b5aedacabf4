import type { ErrorCode } from '@lectern/contract';
import { definePort } from '../../../platform/hooks.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { AnswerTask } from './answer-task.ts';
import type { LiveAnswer } from './live-answer.ts';
import type { Outcome } from './outcome.ts';

/** How a question is answered by the flow of its assistant. */
export const flowAnswerPort = definePort<{
  /** Writes to `live` and `outcome` as it goes. Throws RunFailure where the run failed. */
  answer: (
    platform: Platform,
    task: AnswerTask & { flowId: string },
    live: LiveAnswer,
    signal: AbortSignal,
    outcome: Outcome,
  ) => Promise<void>;
}>('answers of flows');

/** A flow that could not answer; the person is told why. */
export class RunFailure extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  constructor(code: ErrorCode, detail?: string) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}
