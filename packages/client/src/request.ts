import {
  type BodyInputOf,
  type Endpoint,
  type ParamsOf,
  type QueryInputOf,
  snakeCase,
} from '@lectern/contract';

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [K in Name]?: undefined }
  : Partial<Value> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

/** What the address of a call takes. Parts that the endpoint lacks may not be given. */
export type InputOf<E> = Part<'params', ParamsOf<E>> & Part<'query', QueryInputOf<E>>;

/** What a call takes. */
export type CallInput<E> = InputOf<E> & Part<'body', BodyInputOf<E>> & { signal?: AbortSignal | undefined };

/** The input may be left out where every part of it may. */
export type Arguments<E> =
  Partial<CallInput<E>> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/** The input of any endpoint, as the transport sees it. */
export type LooseInput = {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal | undefined;
};

/** The path and query of a call. */
export function buildPath(endpoint: Endpoint, input: Pick<LooseInput, 'params' | 'query'> = {}): string {
  const params = (input.params ?? {}) as Record<string, string | number>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new Error(`${endpoint.id}: parameter ${key} is missing`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null || value === '') continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(snakeCase(key), String(item));
  }
  const query = search.size > 0 ? `?${search}` : '';
  return `/api/v1${path}${query}`;
}
