import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The test database at a port of its own: it listens at a socket in the file system only. */
export async function openDatabaseOverTcp(
  connectionString: string,
): Promise<{ url: string; host: string; close: () => Promise<void> }> {
  const url = new URL(connectionString);
  const folder = url.searchParams.get('host');
  const port = url.searchParams.get('port') ?? (url.port || '5432');
  const open = new Set<Socket>();
  const server = createServer((caller) => {
    const behind = folder?.startsWith('/')
      ? connect(`${folder}/.s.PGSQL.${port}`)
      : connect(Number(port), url.hostname);
    for (const [one, other] of [
      [caller, behind],
      [behind, caller],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `postgres://${url.username || 'postgres'}:${url.password}@${host}${url.pathname}`,
    host,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
