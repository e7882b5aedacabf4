import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { type AllowedHosts, isPublicAddress, normaliseHostname, refuseAddress } from './address-rules.ts';
import { OutboundError, refuse } from './outbound-error.ts';

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

/** Connects to the very address that was checked, so that a name cannot change in between. */
export function createCheckedConnector(options: {
  allowedHosts: AllowedHosts;
  resolve: Resolve;
  connectMs: number;
}): buildConnector.connector {
  const connect = buildConnector({ timeout: options.connectMs, allowH2: false, maxCachedSessions: 100 });

  return (request, callback) => {
    const hostname = normaliseHostname(request.hostname);
    const port = Number(request.port) || (request.protocol === 'https:' ? 443 : 80);
    const allowed = options.allowedHosts.includes(hostname, port);

    function tryNext(addresses: string[]): void {
      const [address, ...others] = addresses;
      // A name's certificate is checked against the name; an address's against the address.
      const servername = isIP(hostname) === 0 ? hostname : undefined;
      connect({ ...request, hostname: address!, servername }, (error, socket) => {
        if (error !== null) {
          if (others.length > 0) tryNext(others);
          else callback(error, null);
          return;
        }
        if (!allowed && !isPublicAddress(socket.remoteAddress ?? '')) {
          socket.destroy();
          try {
            refuse('address', `${hostname} is not on the public internet`);
          } catch (refusal) {
            callback(refusal as Error, null);
          }
          return;
        }
        callback(null, socket);
      });
    }

    resolveChecked(hostname, allowed, options.resolve).then(tryNext, (error) => callback(error, null));
  };
}
