import type { AppError, errors, Language } from '@lectern/contract';
import { errorBody, type FormatError } from '../../platform/http/errors.ts';
import { ForeignRefusal } from '../../platform/http/foreign-api.ts';
import type { RateStanding } from '../../platform/http/rate-limit.ts';

/** Our statuses that OpenAI's clients know under another one. */
const statuses: Record<number, number> = { 406: 400, 410: 404, 415: 400, 416: 400, 422: 400 };

/** What its clients look for; other codes are our own. */
const reasons: Partial<Record<keyof typeof errors, string>> = {
  'auth.required': 'invalid_api_key',
  'auth.token_invalid': 'invalid_api_key',
  'auth.token_scope_missing': 'missing_scope',
  'request.rate_limited': 'rate_limit_exceeded',
  'model.requests_limited': 'rate_limit_exceeded',
  'model.tokens_limited': 'rate_limit_exceeded',
  'model.price_limited': 'insufficient_quota',
  'quota.monthly_requests_reached': 'insufficient_quota',
  'quota.yearly_requests_reached': 'insufficient_quota',
  'route.not_found': 'unknown_url',
};

/** Faults that another try soon after may not meet; its clients would try others again as well. */
const transient = new Set<keyof typeof errors>([
  'server.error',
  'server.unavailable',
  'request.rate_limited',
  'model.rate_limited',
  'model.requests_limited',
  'model.tokens_limited',
  'model.unreachable',
  'model.timeout',
  'model.server_error',
  'conversation.too_many_answers',
  'conversation.too_many_company_answers',
  'conversation.too_many_streams',
]);

function typeOf(status: number, reason: string): string {
  if (reason === 'insufficient_quota') return reason;
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

function describe(error: AppError, about: { language: Language; requestId: string }) {
  const status = statuses[error.status] ?? error.status;
  const reason = (error instanceof ForeignRefusal && error.reason) || (reasons[error.code] ?? error.code);
  const { message, param } = textOf(error, about);
  return { status, error: { message, type: typeOf(status, reason), param, code: reason } };
}

function textOf(error: AppError, about: { language: Language; requestId: string }) {
  if (error instanceof ForeignRefusal) return { message: error.text, param: error.param ?? null };
  const { message, details } = errorBody(error, about.language, about.requestId).error;
  const [field] = (details.fields ?? []) as { path: string; message: string }[];
  if (!field) return { message, param: null };
  return { message: `${field.path || 'The body'} ${field.message}`, param: field.path || null };
}

export const formatError: FormatError = (error, about) => {
  const { status, error: body } = describe(error, about);
  const retries = status >= 500 || status === 429 || status === 409;
  return {
    status,
    body: { error: body },
    ...(retries && !transient.has(error.code) ? { headers: { 'x-should-retry': 'false' } } : {}),
  };
};

export function formatStreamError(error: AppError, about: { language: Language; requestId: string }): string {
  return `data: ${JSON.stringify({ error: describe(error, about).error })}\n\n`;
}

export function rateHeaders(standing: RateStanding | undefined): Record<string, string> {
  if (!standing) return {};
  return {
    'x-ratelimit-limit-requests': String(standing.limit),
    'x-ratelimit-remaining-requests': String(standing.remaining),
    'x-ratelimit-reset-requests': `${standing.resetSeconds}s`,
  };
}
