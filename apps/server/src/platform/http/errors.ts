import { AppError, type ErrorBody, type ErrorCode, errorText, type Language } from '@lectern/contract';
import { ModelError } from '@lectern/models';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { findTakenError, isDatabaseAway } from '../database/database-fault.ts';
import type { Log } from '../log.ts';
import { languageOf } from './language.ts';
import { describeFields, summariseFields } from './validation.ts';

/** Framework errors that are the caller's doing. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.bad',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.bad',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.bad',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'request.unsupported_media_type',
  FST_ERR_BAD_URL: 'request.bad',
};

/** Errors of the framework and its plugins that only have a status, such as those of static files. */
const frameworkStatuses: Record<number, ErrorCode> = {
  400: 'request.bad',
  403: 'route.not_found',
  404: 'route.not_found',
  405: 'route.method_not_allowed',
  413: 'request.too_large',
  414: 'route.not_found',
  415: 'request.unsupported_media_type',
};

/** Anything thrown, as one of the catalogue's errors. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ModelError) return modelAsAppError(error);
  const framework = error as Partial<FastifyError>;
  const code = frameworkCodes[framework.code ?? ''];
  if (code) return new AppError(code);
  const byStatus = frameworkStatuses[framework.statusCode ?? 0];
  if (byStatus) return new AppError(byStatus);
  const taken = findTakenError(error);
  if (taken) return new AppError(taken);
  if (isDatabaseAway(error))
    return new AppError('server.unavailable', {}, { cause: error, retryAfterSeconds: 5 });
  return new AppError('server.error', {}, { cause: error });
}

/** The provider's fault, told as such: the caller can tell whom to ask and whether to try again. */
function modelAsAppError({ kind, detail, retryAfterMs }: ModelError): AppError {
  return new AppError(
    `model.${kind}` satisfies ErrorCode,
    { detail: detail ?? '' },
    retryAfterMs === undefined ? {} : { retryAfterSeconds: retryAfterMs / 1000 },
  );
}

/** The body for an error. From 500 up the caller gets a request id and nothing of the inside. */
export function errorBody(error: AppError, language: Language, requestId: string): ErrorBody {
  if (error.code === 'request.invalid') {
    const fields = describeFields(error.details.fields, language);
    const message = summariseFields(fields, language) ?? errorText(error.code, language);
    return { error: { code: error.code, message, details: { fields }, request_id: requestId } };
  }
  const details = error.code === 'server.error' ? { requestId } : error.details;
  return {
    error: {
      code: error.code,
      message: errorText(error.code, language, details),
      details: error.code === 'server.error' ? {} : error.details,
      request_id: requestId,
    },
  };
}

/** The form that an API gives its errors. */
export type FormatError = (
  error: AppError,
  about: { language: Language; requestId: string },
) => { status: number; body: unknown; headers?: Record<string, string> };

const formatOwn: FormatError = (error, { language, requestId }) => ({
  status: error.status,
  body: errorBody(error, language, requestId),
});

/** The one place where errors become answers. */
export function createErrorHandler(log: Log, format: FormatError = formatOwn) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const error = asAppError(thrown);
    // Who has gone needs no answer, and work that was broken off for that is no fault.
    if (reply.raw.destroyed) return;
    if (error.code === 'server.error')
      log.error(
        {
          event: 'request.failed',
          requestId: request.id,
          method: request.method,
          route: request.routeOptions.url,
        },
        error.cause,
      );
    if (error.code === 'server.unavailable' && error.cause instanceof Error)
      log.warn({ event: 'request.unavailable', requestId: request.id, reason: error.cause.message });
    if (error.retryAfterSeconds !== undefined)
      reply.header('retry-after', String(Math.ceil(error.retryAfterSeconds)));
    if (error.code === 'request.range_not_satisfiable')
      reply.header('content-range', `bytes */${error.details.sizeBytes}`);
    if (error.status === 401 && !reply.hasHeader('www-authenticate'))
      reply.header('www-authenticate', 'Bearer');
    const {
      status,
      body,
      headers = {},
    } = format(error, {
      language: languageOf(request),
      requestId: request.id,
    });
    return reply.code(status).headers(headers).send(body);
  };
}
