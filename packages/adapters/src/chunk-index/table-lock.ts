/** Runs `action` while nobody else holds `name`. Several processes on one store need one that spans them. */
export type NamedLock = <T>(name: string, action: () => Promise<T>) => Promise<T>;

/** A lock within this process: actions of one name run in the order they came. */
export function createProcessLock(): NamedLock {
  const tails = new Map<string, Promise<unknown>>();
  return async (name, action) => {
    const before = tails.get(name) ?? Promise.resolve();
    const run = before.then(action, action);
    const tail = run.catch(() => undefined);
    tails.set(name, tail);
    try {
      return await run;
    } finally {
      if (tails.get(name) === tail) tails.delete(name);
    }
  };
}
