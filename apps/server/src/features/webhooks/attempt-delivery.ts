import type { OutboundClient } from '@lectern/adapters';
import { type WebhookProblem, webhookLimits } from '@lectern/contract';
import { cleanText } from '../../platform/database/clean-text.ts';
import { signWebhook } from './sign.ts';
import type { WebhookAttempt } from './webhook.table.ts';

const shownBodyBytes = 1_024;
const shownHeaders = 20;
const longestHead = 4_000;

export type Outcome = { attempt: WebhookAttempt; retryAfterSeconds: number };

type Delivery = { url: string; id: string; body: string; secrets: string[]; signal: AbortSignal };

/** Sends once. Throws only where the process is stopping: everything else is an outcome. */
export async function attemptDelivery(
  outbound: OutboundClient,
  { url, id, body, secrets, signal }: Delivery,
  timeoutMs = webhookLimits.timeoutSeconds * 1_000,
): Promise<Outcome> {
  const begin = Date.now();
  const ended = (
    status: number | null,
    problem: WebhookProblem | null,
    responseHead = '',
    retryAfterSeconds = 0,
  ): Outcome => ({
    attempt: {
      at: new Date(begin).toISOString(),
      durationMs: Date.now() - begin,
      status,
      problem,
      responseHead,
    },
    retryAfterSeconds,
  });
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await outbound.fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signWebhook(secrets, { id, seconds: Math.floor(begin / 1_000), body }),
      },
      body,
      signal: AbortSignal.any([signal, timeout]),
      // An endpoint that moved is changed here, by a person: what was signed goes nowhere else.
      redirect: 'manual',
    });
    const { status } = response;
    // What follows the head does not change the outcome.
    const head = await readHead(response).catch(() => '');
    return ended(status, problemOf(status), head, retryAfterOf(response));
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) return ended(null, 'timeout');
    const { code, message } = error as { code?: string; message?: string };
    const problem =
      code === 'outbound_refused' ? 'refused' : code === 'outbound_timeout' ? 'timeout' : 'unreachable';
    return ended(null, problem, cleanText((message ?? '').slice(0, longestHead)));
  }
}

function problemOf(status: number): WebhookProblem | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

/** Seconds, or a date. */
function retryAfterOf({ headers }: Response): number {
  const text = headers.get('retry-after');
  if (text === null) return 0;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}

/** Status, headers and the beginning of the body; the rest is not read. */
async function readHead(response: Response): Promise<string> {
  const headers = [...response.headers].slice(0, shownHeaders).map(([name, value]) => `${name}: ${value}`);
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  try {
    while (reader && size < shownBodyBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      size += value.byteLength;
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
  const body = Buffer.concat(parts).subarray(0, shownBodyBytes).toString('utf8');
  return cleanText([`HTTP ${response.status}`, ...headers, '', body].join('\n').slice(0, longestHead));
}
