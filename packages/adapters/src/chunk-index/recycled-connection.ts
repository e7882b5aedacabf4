import { type Connection, connect, Session } from '@lancedb/lancedb';

/** The engine's own bounds are 6 GB and 1 GB: more than a whole installation should take. */
const cacheBytes = { index: 256n * 1024n * 1024n, metadata: 32n * 1024n * 1024n };

export type RecyclingTimes = {
  /** Every write keeps 0.1–0.2 MB until its connection is closed, whatever the bounds of the caches. */
  writes: number;
  /** Milliseconds without a write after which what the last ones left is given back. */
  quietMs: number;
  /** Milliseconds without any use after which the caches go as well. */
  unusedMs: number;
  /** Searches and maintenance under way finish on the tables they began with. */
  graceMs: number;
};

export const recyclingTimes: RecyclingTimes = {
  writes: 250,
  quietMs: 30_000,
  unusedMs: 5 * 60_000,
  graceMs: 120_000,
};

type Closable = { close: () => void };

/**
 * A connection that is replaced after so many writes, and when it rests, so that memory neither grows with the life of
 * the process nor stays after a large ingest. `takeTables` gives up the open tables when it is replaced.
 */
export async function openRecycledConnection(
  location: string,
  storageOptions: Record<string, string> | undefined,
  takeTables: () => Promise<Closable[]>,
  times: RecyclingTimes = recyclingTimes,
) {
  const open = (): Promise<Connection> =>
    // Zero: a search sees what another process has just written.
    connect(
      location,
      { storageOptions, readConsistencyInterval: 0 },
      new Session(cacheBytes.index, cacheBytes.metadata),
    );
  let current = await open();
  let writes = 0;
  let restTimer: NodeJS.Timeout | undefined;
  let closed = false;
  const retired = new Map<NodeJS.Timeout, Closable[]>();

  function retire(parts: Closable[]): void {
    if (closed) {
      closeAll(parts);
      return;
    }
    const timer = setTimeout(() => {
      retired.delete(timer);
      closeAll(parts);
    }, times.graceMs).unref();
    retired.set(timer, parts);
  }

  async function replace(): Promise<void> {
    writes = 0;
    clearTimeout(restTimer);
    restTimer = undefined;
    const next = await open();
    const old = current;
    current = next;
    retire([...(await takeTables()), old]);
    if (closed) next.close();
  }

  function planRest(delay: number): void {
    clearTimeout(restTimer);
    // One that cannot be opened now is replaced later: it serves as it is.
    restTimer = setTimeout(() => void replace().catch(() => planRest(delay)), delay).unref();
  }

  return {
    get current() {
      return current;
    },
    /** Call when a table is used without being written. */
    used(): void {
      if (writes === 0) planRest(times.unusedMs);
    },
    /** Call after each write. */
    async countWrite(): Promise<void> {
      if (++writes >= times.writes) await replace();
      else planRest(times.quietMs);
    },
    close: () => {
      closed = true;
      clearTimeout(restTimer);
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
