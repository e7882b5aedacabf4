import type { NamedLock } from '@lectern/adapters';
import type { Database } from './database.ts';

/** One holder of a name among all processes of the installation: what writes to a chunk table waits here. */
export function createDatabaseLock({ pool }: Database): NamedLock {
  const queues = new Map<string, Promise<unknown>>();

  async function hold<T>(name: string, action: () => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      await client.query('select pg_advisory_lock(hashtextextended($1, 1))', [name]);
      return await action();
    } finally {
      await client.query('select pg_advisory_unlock(hashtextextended($1, 1))', [name]).catch(() => {});
      client.release();
    }
  }

  // Within the process they queue first, so that waiting costs no connections.
  return <T>(name: string, action: () => Promise<T>): Promise<T> => {
    const turn = (queues.get(name) ?? Promise.resolve()).then(() => hold(name, action));
    const settled = turn.catch(() => {});
    queues.set(name, settled);
    settled.then(() => {
      if (queues.get(name) === settled) queues.delete(name);
    });
    return turn;
  };
}
