import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type AllowedHosts, checkUrl, normaliseHostname, portOf } from '../outbound/address-rules.ts';
import { createCheckedConnector } from '../outbound/checked-connector.ts';
import { refuse } from '../outbound/outbound-error.ts';
import type { Resolve } from '../outbound/resolve-checked.ts';

/** What one page may reach, and how much of it. */
export type ProxySession = {
  username: string;
  password: string;
  /** Addresses that were refused, for the test and the log. */
  refused: string[];
  /** Ends every connection of the page. */
  close: () => void;
};

/** The only way from the browser to the network: a proxy on loopback that connects by the rules of the outbound client. */
export type FilteringProxy = {
  /** `http://127.0.0.1:port` */
  url: string;
  /** `start` is the page: of hosts that are allowed though not public, only its own is open to it. */
  openSession: (start: URL, options: { maxBytes: number }) => ProxySession;
  close: () => Promise<void>;
};

type Session = { site: string; password: string; left: number; sockets: Set<Duplex>; refused: string[] };
type Connect = ReturnType<typeof createCheckedConnector>;

/** Hop by hop, or meant for us. */
const dropped = ['proxy-authorization', 'proxy-connection', 'connection', 'keep-alive', 'upgrade', 'te'];

export async function startFilteringProxy(options: {
  allowedHosts: AllowedHosts;
  resolve: Resolve;
  connectMs: number;
}): Promise<FilteringProxy> {
  const { allowedHosts } = options;
  const connect = createCheckedConnector(options);
  const sessions = new Map<string, Session>();

  /** By the credentials that only the page's own browser context knows. */
  function findSession({ headers }: IncomingMessage): Session | undefined {
    const [scheme, credentials = ''] = (headers['proxy-authorization'] ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'basic') return undefined;
    const [username = '', password] = Buffer.from(credentials, 'base64').toString().split(':');
    const session = sessions.get(username);
    return session?.password === password ? session : undefined;
  }

  /** Throws an OutboundError; the address itself is checked by the connector. */
  function check(session: Session, address: string): URL {
    const { url, allowed } = checkUrl(address, allowedHosts);
    if (allowed && siteOf(url) !== session.site) refuse('redirect', 'the page may not reach this host');
    return url;
  }

  async function open(session: Session, address: string): Promise<{ url: URL; socket: Socket }> {
    try {
      const url = check(session, address);
      const socket = await openSocket(connect, url);
      track(session, socket);
      return { url, socket };
    } catch (error) {
      session.refused.push(address);
      throw error;
    }
  }

  const server = createServer((incoming, outgoing) => {
    const session = findSession(incoming);
    if (session === undefined) return requireCredentials(outgoing);
    track(session, incoming.socket, false);
    open(session, incoming.url ?? '').then(
      ({ url, socket }) => forward(url, socket, incoming, outgoing),
      () => outgoing.writeHead(403).end(),
    );
  });
  // Tunnels of https and of every web socket.
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy());
    const session = findSession(incoming);
    if (session === undefined) {
      client.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="page"\r\nContent-Length: 0\r\n\r\n',
      );
      return;
    }
    track(session, client, false);
    open(session, `https://${incoming.url}`).then(
      ({ socket }) => {
        client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        if (head.length > 0) socket.write(head);
        socket.pipe(client).pipe(socket);
        socket.on('close', () => client.destroy());
        client.on('close', () => socket.destroy());
      },
      () => client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'),
    );
  });
  server.on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    openSession: (start, { maxBytes }) => {
      const username = randomBytes(9).toString('hex');
      const password = randomBytes(24).toString('hex');
      const session: Session = {
        site: siteOf(start),
        password,
        left: maxBytes,
        sockets: new Set(),
        refused: [],
      };
      sessions.set(username, session);
      return {
        username,
        password,
        refused: session.refused,
        close: () => {
          sessions.delete(username);
          for (const socket of session.sockets) socket.destroy();
        },
      };
    },
    close: async () => {
      for (const { sockets } of sessions.values()) for (const socket of sockets) socket.destroy();
      sessions.clear();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function siteOf(url: URL): string {
  return `${normaliseHostname(url.hostname)}:${portOf(url)}`;
}

/** Plain TCP to the checked address: what is encrypted stays between browser and site. */
function openSocket(connect: Connect, url: URL): Promise<Socket> {
  const target = { hostname: url.hostname, port: String(portOf(url)), protocol: 'http:' };
  return new Promise((resolve, reject) => {
    connect(target as Parameters<Connect>[0], (error, socket) => {
      if (error !== null) reject(error);
      else resolve(socket);
    });
  });
}

/** Keeps count of what the page has fetched, and ends it when that is too much. */
function track(session: Session, socket: Duplex, counted = true): void {
  // One connection of the browser carries many requests.
  if (session.sockets.has(socket)) return;
  session.sockets.add(socket);
  socket.on('close', () => session.sockets.delete(socket));
  socket.on('error', () => socket.destroy());
  if (!counted) return;
  socket.on('data', (part: Buffer) => {
    session.left -= part.length;
    if (session.left < 0) for (const each of session.sockets) each.destroy();
  });
}

function requireCredentials(outgoing: ServerResponse): void {
  outgoing.writeHead(407, { 'proxy-authenticate': 'Basic realm="page"', 'content-length': '0' }).end();
}

/** One request over a connection of its own. */
function forward(url: URL, socket: Socket, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).filter(([name]) => !dropped.includes(name)),
  );
  const onward = request(
    {
      createConnection: () => socket,
      method: incoming.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host, connection: 'close' },
    },
    (answer) => {
      const { connection: _connection, 'keep-alive': _keepAlive, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, rest);
      answer.on('error', () => outgoing.destroy());
      answer.pipe(outgoing);
    },
  );
  onward.on('error', () => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}
