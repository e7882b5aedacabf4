import { isDeepStrictEqual } from 'node:util';
import { type Endpoint, endpoints, errors, errorsOf, fromWire } from '@lectern/contract';

/** Codes that any call may answer: who calls, what is sent, how often, and our own faults. */
const everywhere = [
  'auth.required',
  'auth.session_expired',
  'auth.account_disabled',
  'auth.company_disabled',
  'auth.level_too_low',
  'auth.password_change_required',
  'auth.two_factor_required',
  'auth.token_invalid',
  'auth.token_scope_missing',
  'auth.session_only',
  'auth.not_while_impersonating',
  'auth.not_with_single_sign_on',
  'request.invalid',
  'request.bad',
  'request.too_large',
  'request.unsupported_media_type',
  'request.not_acceptable',
  'request.rate_limited',
  'route.not_found',
  'server.error',
  'server.unavailable',
];

const patterns = endpoints
  .map((endpoint) => ({
    endpoint,
    pattern: new RegExp(`^/api/v1${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
  }))
  // `/assistants/defaults` before `/assistants/:assistantId`.
  .sort((a, b) => Number(a.endpoint.path.includes(':')) - Number(b.endpoint.path.includes(':')));

/** The call of the contract that a request is for, if it is for one. */
export function findEndpoint(method: string, url: string): Endpoint | undefined {
  const { pathname } = new URL(url);
  return patterns.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname))
    ?.endpoint;
}

/** Throws where an answer is not what the contract documents for its call: status, error code or shape. */
export function checkAnswer(
  method: string,
  url: string,
  answer: { status: number; body: unknown; isJson: boolean },
): void {
  const endpoint = findEndpoint(method, url);
  if (!endpoint) return;
  const complaint = (what: string) =>
    new Error(`${endpoint.id} answered ${what}: ${JSON.stringify(answer.body)?.slice(0, 600)}`);
  if (answer.status >= 400) {
    const { error } = answer.body as { error?: { code: keyof typeof errors; message: string } };
    if (!error?.message) throw complaint(`${answer.status} without an error body`);
    if (errors[error.code] !== answer.status) throw complaint(`${error.code} with status ${answer.status}`);
    if (![...everywhere, ...errorsOf(endpoint)].includes(error.code))
      throw complaint(`the undocumented error ${error.code}`);
    return;
  }
  const ranged = endpoint.responseKind === 'file' && answer.status === 206;
  const queued = endpoint.queues !== undefined && answer.status === 202;
  if (answer.status !== endpoint.status && !ranged && !queued)
    throw complaint(`the undocumented status ${answer.status}`);
  if ((endpoint.responseKind ?? 'json') !== 'json') return;
  if (!answer.isJson) throw complaint('something that is not JSON');
  checkShape(endpoint, answer.body);
}

/** Throws where a value differs from the response schema of its call, also by a field too many. */
export function checkShape(endpoint: Endpoint, wire: unknown): void {
  const value = fromWire(wire);
  const result = endpoint.response?.safeParse(value);
  if (!result) throw new Error(`${endpoint.id} documents no answer`);
  const text = JSON.stringify(wire).slice(0, 600);
  if (!result.success)
    throw new Error(`${endpoint.id} answered another shape: ${result.error.message} ${text}`);
  if (!isDeepStrictEqual(result.data, value))
    throw new Error(`${endpoint.id} answered more than its schema says: ${text}`);
}
