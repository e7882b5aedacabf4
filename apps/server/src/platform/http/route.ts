import type { BodyOf, Endpoint, Language, ParamsOf, QueryOf, ResponseOf } from '@lectern/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../actor.ts';
import type { Audit } from './audit-call.ts';

/** What a handler gets: everything checked, in camelCase. */
export type Call<E> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  language: Language;
  /** Aborted when the caller goes away. */
  signal: AbortSignal;
  request: FastifyRequest;
  reply: FastifyReply;
  audit: Audit;
};

export type CallWithActor<E> = Call<E> & { actor: Actor };

/** An event of a stream; `id` lets a caller resume after it. */
export type StreamEvent<E> = { id: string; data: ResponseOf<E> };

// A handler of a call without an answer may return nothing.
type Result<E> = E extends { responseKind: 'none' }
  ? // biome-ignore lint/suspicious/noConfusingVoidType: `undefined` would ask for an empty return.
    void
  : E extends { responseKind: 'events' }
    ? AsyncIterable<StreamEvent<E>>
    : E extends { responseKind: 'file' }
      ? FileAnswer
      : ResponseOf<E>;

/** Bytes to send; with `range` the stream is that part of the file. Without a size they are made as they are sent, once. */
export type FileAnswer = {
  stream: NodeJS.ReadableStream | Buffer;
  mediaType: string;
  sizeBytes?: number;
  name: string;
  etag?: string;
  range?: { start: number; end: number; total: number };
};

export type Route = {
  endpoint: Endpoint;
  handle: (call: CallWithActor<Endpoint>) => Promise<unknown>;
};

type Handler<E extends Endpoint> = (
  call: E['access'] extends 'anonymous' ? Call<E> : CallWithActor<E>,
) => Promise<Result<E>>;

/** Ties a call of the contract to the code that answers it; types follow from the contract. */
export function route<const E extends Endpoint>(endpoint: E, handle: Handler<E>): Route {
  return { endpoint, handle: handle as unknown as Route['handle'] };
}
