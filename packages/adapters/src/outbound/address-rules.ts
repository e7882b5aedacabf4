import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { refuse } from './outbound-error.ts';

/**
 * Public by its range, and yet the host's own control plane: Azure answers every virtual machine here.
 * https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const controlPlanes = new Set(['168.63.129.16']);

/** Whether an address lies on the public internet; IPv4 inside IPv6 is unfolded first. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || controlPlanes.has(parsed.toString())) return false;
  // Global unicast is 2000::/3 (RFC 4291); whatever else counts as unicast is merely unassigned.
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0]! & 0xe0) === 0x20;
}

/** Hosts that an administrator allowed although they are not public: "host" or "host:port". */
export type AllowedHosts = {
  /** Whether this host may be reached at any address, on this port. */
  includes: (hostname: string, port: number) => boolean;
};

/** Throws on an entry that is no host: a rule that never matches would be a trap. */
export function readAllowedHosts(entries: readonly string[]): AllowedHosts {
  const allowed = new Set<string>();
  for (const entry of entries) {
    const bare = entry.trim();
    const withBrackets = isIP(bare) === 6 ? `[${bare}]` : bare;
    let url: URL;
    try {
      // A scheme without a default port, so that ":80" is not dropped.
      url = new URL(`outbound://${withBrackets}`);
      const host = new URL(`http://${url.hostname}`).hostname;
      if (host === '' || url.username !== '' || (url.pathname !== '' && url.pathname !== '/'))
        throw new Error();
      allowed.add(url.port === '' ? normaliseHostname(host) : `${normaliseHostname(host)}:${url.port}`);
    } catch {
      throw new Error(`"${entry}" is neither a host nor host:port`);
    }
  }
  return {
    includes: (hostname, port) => allowed.has(hostname) || allowed.has(`${hostname}:${port}`),
  };
}

/** Without the brackets of IPv6 and the dot that ends an absolute name. `URL` did the rest: digits, case, punycode. */
export function normaliseHostname(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

/** Where a URL leads, by its own words. */
export type Target = { url: URL; hostname: string; port: number; allowed: boolean };

/** Ports of public hosts. Others serve mail, databases and shells, which answer to forged requests. */
const publicPorts = new Set([80, 443, 8000, 8080, 8443]);

/** Applies every rule that needs no resolving. Throws an OutboundError. */
export function checkUrl(address: string | URL, allowedHosts: AllowedHosts): Target {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    refuse('url', 'this is not a web address');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    refuse('scheme', 'only http and https are allowed');
  if (url.username !== '' || url.password !== '')
    refuse('credentials', 'a web address must not hold a user name');
  const hostname = normaliseHostname(url.hostname);
  if (hostname === '') refuse('url', 'this web address has no host');
  const port = portOf(url);
  const allowed = allowedHosts.includes(hostname, port);
  if (!allowed && !publicPorts.has(port)) refuse('port', `port ${port} is not allowed`);
  if (!allowed && isIP(hostname) !== 0 && !isPublicAddress(hostname)) refuseAddress(hostname);
  return { url, hostname, port, allowed };
}

export function refuseAddress(hostname: string): never {
  refuse('address', `${hostname} is not on the public internet; an administrator can allow it`);
}
