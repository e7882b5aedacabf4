import type { Platform } from '../../platform/platform.ts';
import { secretEnding } from '../../platform/secret-ending.ts';
import { generateWebhookSecret } from './sign.ts';
import type { WebhookEndpointRow } from './webhook.table.ts';

const contextOf = (id: string) => `webhook-endpoint:${id}`;

export function makeSecret({ secrets }: Pick<Platform, 'secrets'>, id: string) {
  const secret = generateWebhookSecret();
  return {
    secret,
    columns: { sealedSecret: secrets.encrypt(secret, contextOf(id)), secretEnding: secretEnding(secret) },
  };
}

/** The present one first, and the one before it during a rotation. */
export function readSecrets(
  { secrets }: Pick<Platform, 'secrets'>,
  { id, sealedSecret, previousSealedSecret, previousSecretUntil }: WebhookEndpointRow,
): string[] {
  const sealed = [sealedSecret];
  if (previousSealedSecret !== null && (previousSecretUntil?.getTime() ?? 0) > Date.now())
    sealed.push(previousSealedSecret);
  return sealed.map((text) => secrets.decrypt(text, contextOf(id)));
}
