import {
  type BodyInputOf,
  type Endpoint,
  type ParamsOf,
  type QueryInputOf,
  setActiveCompany,
  snakeCase,
} from '@lectern/contract';
import { ApiError, type ApiErrorCode, toApiError } from './error.ts';
import {
  announceSessionEvent,
  endSession,
  findAuthorization,
  getStoredLanguage,
  isImpersonating,
  returnToOwnAccount,
  type SessionEvent,
} from './session.ts';

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [K in Name]?: undefined }
  : Partial<Value> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

/** What a call of this endpoint takes. Parts that the endpoint lacks may not be given. */
export type InputOf<E> = Part<'params', ParamsOf<E>> & Part<'query', QueryInputOf<E>>;

export type CallInput<E> = InputOf<E> & Part<'body', BodyInputOf<E>> & { signal?: AbortSignal };

/** The input of any endpoint, as the transport sees it. */
export type LooseInput = { params?: unknown; query?: unknown; body?: unknown; signal?: AbortSignal };

export function buildUrl(endpoint: Endpoint, input: Pick<LooseInput, 'params' | 'query'> = {}): string {
  const params = (input.params ?? {}) as Record<string, string | number>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new Error(`${endpoint.id}: parameter ${key} is missing`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null || value === '') continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(snakeCase(key), String(item));
  }
  const query = search.size > 0 ? `?${search}` : '';
  return `/api/v1${path}${query}`;
}

export function buildHeaders(): Record<string, string> {
  const authorization = findAuthorization();
  return {
    'accept-language': getStoredLanguage(),
    ...(authorization ? { authorization } : {}),
  };
}

/** What ends a session, and how the page takes it. */
const endings: Partial<Record<ApiErrorCode, SessionEvent>> = {
  'auth.required': 'ended',
  'auth.session_expired': 'ended',
  'auth.two_factor_required': 'two_factor_required',
  'auth.account_disabled': 'locked_out',
  'auth.company_disabled': 'locked_out',
  'auth.no_company': 'locked_out',
};

/** A session that ended and a password that must change concern the whole page, not the one call. */
export function reportSession(
  error: ApiError,
  sentAuthorization: string | null,
  endpoint: Pick<Endpoint, 'id' | 'access'>,
): void {
  if (error.code === 'auth.password_change_required') announceSessionEvent('password_change_required');
  const ending = endings[error.code];
  // Sign-in errors are about another session, and switching errors about another company: this session continues.
  if (!ending || endpoint.access === 'anonymous') return;
  if (endpoint.id === setActiveCompany.id && ending !== 'ended') return;
  // A late answer to an old session must not end the one that began meanwhile.
  if (sentAuthorization !== findAuthorization()) return;
  if (isImpersonating()) {
    returnToOwnAccount('over');
    return;
  }
  endSession();
  announceSessionEvent(ending);
}

export function toNetworkError(cause: unknown, signal: AbortSignal | undefined): ApiError {
  const aborted = signal?.aborted || (cause instanceof DOMException && cause.name === 'AbortError');
  return new ApiError(aborted ? 'aborted' : 'network', '', { cause });
}

export async function readError(
  response: Response,
  sentAuthorization: string | null,
  endpoint: Endpoint,
): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const error = toApiError(response.status, text, (name) => response.headers.get(name));
  reportSession(error, sentAuthorization, endpoint);
  return error;
}
