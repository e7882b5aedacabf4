/** Thrown where a screen's permission is missing; the error boundary of the route shows the 403 page. */
export class ForbiddenError extends Error {
  override readonly name = 'ForbiddenError';
}

/** The code of a screen could not be fetched: its script or its style, or neither came in time. */
export class MissingCodeError extends Error {
  override readonly name = 'MissingCodeError';
  readonly part: 'script' | 'style';
  readonly late: boolean;
  constructor(path: string, cause: unknown) {
    super(`The code of ${path} did not load`, { cause });
    const message = cause instanceof Error ? cause.message : '';
    // The words of the bundler's loader for style sheets.
    this.part = /preload CSS/i.test(message) ? 'style' : 'script';
    this.late = cause instanceof LateError;
  }
}

class LateError extends Error {}

/** How long the code of a screen may take. */
const codeTimeoutMs = 120_000;

/** Fails where loading takes too long: a connection that stands still would show a skeleton for ever. */
export function inTime<T>(loading: Promise<T>, timeoutMs: number = codeTimeoutMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new LateError('too late')), timeoutMs);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
