import {
  AppError,
  type BodyInputOf,
  type Endpoint,
  fromWire,
  type ParamsOf,
  type QueryInputOf,
  type ResponseOf,
  toWire,
} from '@lectern/contract';
import type { FastifyInstance } from 'fastify';
import { apiPrefix } from '../../platform/http/mount.ts';

/** Who called the tool. */
export type Caller = { authorization: string; address: string };

/** A refusal of the API, in its own words. */
export class ApiRefusal extends Error {
  readonly code: string;
  constructor({ code, message }: { code: string; message: string }) {
    super(message);
    this.name = 'ApiRefusal';
    this.code = code;
  }
}

type Input<E> = Partial<{ params: ParamsOf<E>; query: QueryInputOf<E>; body: BodyInputOf<E> }>;

/**
 * Makes calls of the API as whoever called the tool. Scopes, levels, limits, the audit log, validation and errors are
 * those of the API by construction: a tool can do nothing that its token could not do without it.
 */
export function createApiCaller(app: FastifyInstance) {
  async function inject(
    endpoint: Endpoint,
    { params, query, body }: Input<Endpoint>,
    caller: Caller,
    signal: AbortSignal,
  ) {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String((params as unknown as Record<string, unknown>)[name])),
    );
    const response = await app.inject({
      method: endpoint.method,
      url: apiPrefix + path,
      query: asQuery(query),
      ...(body === undefined ? {} : { payload: toWire(body) as object }),
      headers: { authorization: caller.authorization },
      remoteAddress: caller.address,
      signal,
    });
    if (response.statusCode >= 400) throw asRefusal(response.body);
    return response;
  }

  return {
    call: async <E extends Endpoint>(
      endpoint: E,
      input: Input<E>,
      caller: Caller,
      signal: AbortSignal,
    ): Promise<ResponseOf<E>> =>
      fromWire((await inject(endpoint, input as Input<Endpoint>, caller, signal)).json()) as ResponseOf<E>,

    /** Waits for the end of a stream. Returns its last event. */
    callStream: async <E extends Endpoint>(
      endpoint: E,
      input: Input<E>,
      caller: Caller,
      signal: AbortSignal,
    ): Promise<ResponseOf<E>> => {
      const { body } = await inject(endpoint, input as Input<Endpoint>, caller, signal);
      const last = body.trimEnd().split('\n\n').at(-1) ?? '';
      const data = /^data: (.*)$/m.exec(last)?.[1];
      if (data === undefined) throw new AppError('server.error');
      if (/^event: error$/m.test(last)) throw asRefusal(data);
      return fromWire(JSON.parse(data)) as ResponseOf<E>;
    },
  };
}

export type ApiCaller = ReturnType<typeof createApiCaller>;

function asQuery(query: unknown): Record<string, string> {
  const given = Object.entries((toWire(query ?? {}) ?? {}) as object).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function asRefusal(body: string): ApiRefusal {
  const { error } = JSON.parse(body) as { error: { code: string; message: string } };
  return new ApiRefusal(error);
}
