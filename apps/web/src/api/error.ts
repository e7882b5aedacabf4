import type { ErrorCode, ErrorDetails } from '@lectern/contract';

/** `network`: no answer at all; `aborted`: the page itself gave up. */
export type ApiErrorCode = ErrorCode | 'network' | 'aborted';

/** Every failed call ends in this. `message` comes from the server in the caller's language. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ApiErrorCode,
    message: string,
    rest: {
      status?: number;
      details?: ErrorDetails;
      requestId?: string;
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: rest.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = rest.status ?? 0;
    this.details = rest.details ?? {};
    this.requestId = rest.requestId;
    this.retryAfterSeconds = rest.retryAfterSeconds;
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
      details: body.error?.details ?? {},
      requestId: body.error?.request_id ?? header('x-request-id') ?? undefined,
      retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
    },
  );
}

export function isAborted(error: unknown): boolean {
  return (
    (error instanceof ApiError && error.code === 'aborted') ||
    (error instanceof DOMException && error.name === 'AbortError')
  );
}
