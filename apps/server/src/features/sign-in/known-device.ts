import type { SignInOutcome } from '@lectern/contract';
import { newId } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

const context = 'device that signed in';
const daysKnown = 180;

type Device = { accountId: string; device: string; until: number };

/** Adds what makes the device known to the account at its next sign-in. It opens nothing by itself. */
export function rememberDevice(
  { secrets }: Pick<Platform, 'secrets'>,
  outcome: SignInOutcome,
  device = newId(),
): SignInOutcome {
  if (outcome.outcome !== 'signed_in') return outcome;
  const known: Device = {
    accountId: outcome.me.id,
    device,
    until: Date.now() + daysKnown * 86_400_000,
  };
  return { ...outcome, deviceToken: secrets.encrypt(JSON.stringify(known), context) };
}

/** The device, if it signed in to one of these accounts before. */
export function findDevice(
  { secrets }: Pick<Platform, 'secrets'>,
  token: string | undefined,
  accountIds: string[],
): string | undefined {
  if (token === undefined) return undefined;
  try {
    const known = JSON.parse(secrets.decrypt(token, context)) as Device;
    return accountIds.includes(known.accountId) && known.until > Date.now() ? known.device : undefined;
  } catch {
    return undefined;
  }
}
