/** Why a step failed, as a code of the error table or of a component, and what is known beyond it. */
export class StepError extends Error {
  readonly code: string;
  readonly detail: string | undefined;
  /** Another attempt cannot succeed. */
  readonly isFinal: boolean;
  constructor(code: string, detail?: string, options: { isFinal?: boolean; cause?: unknown } = {}) {
    super(detail === undefined ? code : `${code}: ${detail}`, { cause: options.cause });
    this.name = 'StepError';
    this.code = code;
    this.detail = detail;
    this.isFinal = options.isFinal ?? false;
  }
}

/** Thrown through a step that waits; not an error. */
export class Paused extends Error {}
