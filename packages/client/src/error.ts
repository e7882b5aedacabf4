import type { ErrorCode, ErrorDetails } from '@lectern/contract';

/** `network`: the connection failed, or broke before the answer was complete; `aborted`: the caller's `signal` ended the call. */
export type ApiErrorCode = ErrorCode | 'network' | 'aborted';

type Rest = {
  status?: number | undefined;
  details?: ErrorDetails | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
};

/** Every failed call ends in this. `message` is the server's, in the caller's language; empty where it gave none. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** Of the HTTP answer; 0 where there was none. */
  readonly status: number;
  readonly details: ErrorDetails;
  /** Under which the server's log has the call. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ApiErrorCode, message: string, rest: Rest = {}) {
    super(message, { cause: rest.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = rest.status ?? 0;
    this.details = rest.details ?? {};
    this.requestId = rest.requestId;
    this.retryAfterSeconds = rest.retryAfterSeconds;
  }
}

/** The connection broke before the server confirmed the question: it may or may not have arrived. */
export class AnswerLostError extends ApiError {
  constructor(cause?: unknown) {
    super('network', '', { cause });
    this.name = 'AnswerLostError';
  }
}

type WireError = {
  error?: { code?: ErrorCode; message?: string; details?: ErrorDetails; request_id?: string };
};

/** Reads the error body of an answer; anything that is not one (a proxy's page, say) becomes a server error. */
export function toApiError(status: number, text: string, header: (name: string) => string | null): ApiError {
  let body: WireError = {};
  try {
    body = JSON.parse(text) as WireError;
  } catch {
    // Not JSON: the status has to do.
  }
  const retryAfter = Number(header('retry-after'));
  return new ApiError(
    body.error?.code ?? (status >= 502 ? 'server.unavailable' : 'server.error'),
    body.error?.message ?? '',
    {
      status,
      details: body.error?.details,
      requestId: body.error?.request_id ?? header('x-request-id') ?? undefined,
      retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
    },
  );
}

export function toNetworkError(cause: unknown, signal: AbortSignal | undefined): ApiError {
  if (cause instanceof ApiError) return cause;
  const aborted = signal?.aborted || (cause instanceof DOMException && cause.name === 'AbortError');
  return new ApiError(aborted ? 'aborted' : 'network', '', { cause });
}

export function isAborted(error: unknown): boolean {
  return (
    (error instanceof ApiError && error.code === 'aborted') ||
    (error instanceof DOMException && error.name === 'AbortError')
  );
}

export function isConnectionLoss(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.status >= 502);
}
