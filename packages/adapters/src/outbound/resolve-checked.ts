import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress, refuseAddress } from './address-rules.ts';
import { OutboundError } from './outbound-error.ts';

/** All addresses of a name. A port, so that tests can be a hostile name server. */
export type Resolve = (hostname: string) => Promise<string[]>;

export const resolveBySystem: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
};

/**
 * The addresses that may be connected to. One forbidden address among them condemns the name: such
 * answers are made by people who hope that the second look gets the other one.
 */
export async function resolveChecked(
  hostname: string,
  allowed: boolean,
  resolve: Resolve,
): Promise<string[]> {
  let addresses: string[];
  try {
    addresses = isIP(hostname) === 0 ? await resolve(hostname) : [hostname];
  } catch {
    throw new OutboundError('outbound_unresolved', `${hostname} has no address`);
  }
  if (addresses.length === 0) throw new OutboundError('outbound_unresolved', `${hostname} has no address`);
  if (!allowed && !addresses.every(isPublicAddress)) refuseAddress(hostname);
  // IPv4 first: where IPv6 is broken, its packets vanish and every request would wait.
  return addresses.sort((a, b) => isIP(a) - isIP(b));
}
