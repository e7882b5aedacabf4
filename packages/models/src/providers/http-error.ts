import { ModelError, type ModelErrorKind } from '../ports.ts';

const longestDetail = 300;
const tooLong =
  /context[ _-]?(length|window|size|limit)|maximum context|too many tokens|reduce the length|input is too long|exceeds? the (available )?(context|maximum)|max(imum)? (input|sequence) length|prompt is too long/i;
const noSuchModel =
  /model\b.{0,80}(not found|does not exist|not exist|not available|unknown)|no such model|unknown model|try pulling it|model identifier is invalid/is;
const noMoney =
  /insufficient[ _](quota|balance|credits?)|exceeded your current quota|billing|reached your specified .{0,40}usage limit/i;
const filtered = /content[ _](filter|policy)|responsible ?ai|safety system|moderation/i;

/** The message and code inside an error body, in the shapes that providers use; `{}` for anything else. */
export function readErrorBody(body: string): { message?: string; code?: string; parameter?: string } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    const text = body.trim();
    return text === '' || text.startsWith('<') ? {} : { message: text };
  }
  const outer = asRecord(Array.isArray(parsed) ? parsed[0] : parsed);
  if (outer === undefined) return {};
  if (typeof outer.error === 'string') {
    const described = outer.error_description;
    return typeof described === 'string'
      ? { message: described, code: outer.error }
      : { message: outer.error };
  }
  const inner = asRecord(outer.error) ?? outer;
  const message = inner.message ?? inner.Message ?? inner.detail ?? inner.msg;
  const code = inner.code ?? inner.type;
  return {
    message:
      typeof message === 'string' ? message : message === undefined ? undefined : JSON.stringify(message),
    code: typeof code === 'string' ? code : undefined,
    parameter: typeof inner.param === 'string' ? inner.param : undefined,
  };
}

/** Which kind of failure an answer means. `text` is the body's message and code together. */
export function classifyFailure(status: number, text: string): ModelErrorKind {
  if (status === 401) return 'bad_credentials';
  if (status === 402) return 'quota_exhausted';
  if (status === 403) return filtered.test(text) ? 'content_filtered' : 'bad_credentials';
  if (status === 429) return noMoney.test(text) ? 'quota_exhausted' : 'rate_limited';
  if (status === 413) return 'context_too_long';
  if (status === 408 || status === 504) return 'timeout';
  if (tooLong.test(text)) return 'context_too_long';
  if (noSuchModel.test(text)) return 'model_not_found';
  // What AWS says where the model itself failed.
  if (status >= 500 || status === 424) return 'server_error';
  if (status === 404 || status === 405) return 'model_not_found';
  if (filtered.test(text)) return 'content_filtered';
  if (noMoney.test(text)) return 'quota_exhausted';
  return 'bad_request';
}

/** Reads a refused answer to its end and turns it into the one error of this package. */
export async function errorFromResponse(
  response: Response,
  secret: string,
  now: number,
): Promise<ModelError> {
  const body = await response.text().catch(() => '');
  return errorFromBody(response.status, body, secret, readRetryAfter(response.headers, now));
}

/** As `errorFromResponse`, for a body that was read already or that came inside a stream. */
export function errorFromBody(
  status: number,
  body: string,
  secret: string,
  retryAfterMs?: number,
): ModelError {
  const { message, code } = readErrorBody(body);
  const kind = classifyFailure(status, `${code ?? ''} ${message ?? ''}`);
  return new ModelError(kind, { detail: cleanDetail(message ?? `HTTP ${status}`, secret), retryAfterMs });
}

/** Milliseconds to wait, from `Retry-After` (seconds or a date) or `retry-after-ms`; undefined when absent or unreadable. */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const value = headers.get('retry-after') ?? readExhaustedReset(headers);
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** When the last of Anthropic's limits that are used up is full again. */
function readExhaustedReset(headers: Headers): string | undefined {
  return ['requests', 'tokens', 'input-tokens', 'output-tokens']
    .flatMap((limit) => {
      const read = (part: string) => headers.get(`anthropic-ratelimit-${limit}-${part}`);
      return read('remaining') === '0' ? (read('reset') ?? []) : [];
    })
    .sort()
    .at(-1);
}

/** What `fetch` threw, as the one error of this package. */
export function errorFromFetch(error: unknown, signal: AbortSignal | undefined, secret: string): ModelError {
  if (error instanceof ModelError) return error;
  if (signal?.aborted) {
    return signal.reason instanceof ModelError ? signal.reason : new ModelError('aborted', { cause: error });
  }
  const chain: { name?: string; code?: string; message?: string }[] = [];
  for (let link = error; link instanceof Error && chain.length < 5; link = link.cause) chain.push(link);
  const codes = chain.map((link) => link.code ?? '');
  const detail = cleanDetail(chain.at(-1)?.message || codes.at(-1) || 'no answer', secret);
  if (codes.includes('outbound_refused')) return new ModelError('address_refused', { detail, cause: error });
  const timedOut = codes.some(
    (code) => code === 'ETIMEDOUT' || code.endsWith('_TIMEOUT') || code === 'outbound_timeout',
  );
  return new ModelError(timedOut ? 'timeout' : 'unreachable', { detail, cause: error });
}

function cleanDetail(message: string, secret: string): string {
  const withoutSecret = secret.length >= 4 ? message.replaceAll(secret, '…') : message;
  return withoutSecret
    .replace(/\b(sk|key|gsk|pk)-[\w*.-]{6,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestDetail);
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}
