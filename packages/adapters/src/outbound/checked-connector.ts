import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { type AllowedHosts, isPublicAddress, normaliseHostname } from './address-rules.ts';
import { refuse } from './outbound-error.ts';
import { type Resolve, resolveChecked } from './resolve-checked.ts';

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
