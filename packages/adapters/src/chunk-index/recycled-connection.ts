import { type Connection, connect, Session } from '@lancedb/lancedb';

/** The engine's own bounds are 6 GB and 1 GB: more than a whole installation should take. */
const cacheBytes = { index: 256n * 1024n * 1024n, metadata: 32n * 1024n * 1024n };
/** Every write keeps 0.1–0.2 MB until its connection is closed, whatever the bounds of the caches. */
const writesPerConnection = 250;
/** Searches and maintenance under way finish on the tables they began with. */
const graceMs = 120_000;

type Closable = { close: () => void };

/** A connection that is replaced after so many writes, so that memory does not grow with the life of the process. */
export async function openRecycledConnection(location: string, storageOptions?: Record<string, string>) {
  const open = (): Promise<Connection> =>
    // Zero: a search sees what another process has just written.
    connect(
      location,
      { storageOptions, readConsistencyInterval: 0 },
      new Session(cacheBytes.index, cacheBytes.metadata),
    );
  let current = await open();
  let writes = 0;
  const retired = new Map<NodeJS.Timeout, Closable[]>();

  function retire(parts: Closable[]): void {
    const timer = setTimeout(() => {
      retired.delete(timer);
      closeAll(parts);
    }, graceMs).unref();
    retired.set(timer, parts);
  }

  return {
    get current() {
      return current;
    },
    /** Call after each write; `takeTables` gives up the open tables when the connection is replaced. */
    async countWrite(takeTables: () => Promise<Closable[]>): Promise<void> {
      if (++writes < writesPerConnection) return;
      writes = 0;
      const old = current;
      current = await open();
      retire([...(await takeTables()), old]);
    },
    close: () => {
      for (const [timer, parts] of retired) {
        clearTimeout(timer);
        closeAll(parts);
      }
      retired.clear();
      current.close();
    },
  };
}

function closeAll(parts: Closable[]): void {
  for (const part of parts) part.close();
}
