import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

export function generateWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** The headers of Standard Webhooks, with a signature for each secret: the receiver may know either. */
export function signWebhook(
  secrets: readonly string[],
  { id, seconds, body }: { id: string; seconds: number; body: string },
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
