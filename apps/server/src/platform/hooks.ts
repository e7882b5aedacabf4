/**
 * How a feature calls features above it without importing them: it declares a hook or a port, they listen or
 * implement it in their feature object, and the composition connects them once when the process starts.
 */
export type Connection = { readonly point: symbol; readonly value: unknown };

let connected: Map<symbol, unknown[]> | undefined;

/** Replaces what was connected before: the list of features is the same for every server of a process. */
export function connect(connections: readonly Connection[]): void {
  connected = new Map();
  for (const { point, value } of connections) connected.set(point, [...(connected.get(point) ?? []), value]);
}

function read<T>(point: symbol): T[] {
  if (!connected) throw new Error(`${point.description}: the features are not connected (see features.ts)`);
  return (connected.get(point) ?? []) as T[];
}

/** An event of a feature. Listeners run one after the other, in the order of the features. */
export function defineHook<Args extends unknown[], Result = void>(name: string) {
  type Listener = (...args: Args) => Promise<Result>;
  const point = Symbol(name);
  return {
    on: (listener: Listener): Connection => ({ point, value: listener }),
    run: async (...args: Args): Promise<Result[]> => {
      const results: Result[] = [];
      for (const listener of read<Listener>(point)) results.push(await listener(...args));
      return results;
    },
  };
}

/** Something that exactly one feature above implements. */
export function definePort<Port>(name: string) {
  const point = Symbol(name);
  return {
    implement: (port: Port): Connection => ({ point, value: port }),
    get: (): Port => {
      const [port, ...others] = read<Port>(point);
      if (port === undefined || others.length > 0)
        throw new Error(`${name} has ${others.length + (port === undefined ? 0 : 1)} implementations`);
      return port;
    },
  };
}
