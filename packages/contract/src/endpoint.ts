import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

/**
 * Who may call: everyone, everyone signed in (also while a password change is forced), or holders
 * of a permission. A call without one does not type-check, and a server with one does not start.
 */
export type Access = 'anonymous' | 'signed_in' | Permission;

export type ResponseKind = 'json' | 'events' | 'file' | 'none';

/** One call of the API, as data: the server's validation, the OpenAPI document and the page's client come from it. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = {
  id: string;
  tag: string;
  summary: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, parameters as `:name` in camelCase. */
  path: `/${string}`;
  access: Access;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The body is `multipart/form-data` with a part `file` for each file. */
  multipart?: true;
  /** `json` unless said otherwise; `events` is a stream of server-sent events of this schema. */
  responseKind?: ResponseKind;
  response?: Response;
  status: 200 | 201 | 202 | 204;
  /** Codes beyond those that every call can answer. */
  errors?: readonly ErrorCode[];
  /** Counts against a stricter rate limit: sign-in and other guesses. */
  rateLimit?: 'guess' | 'model';
};

export function defineEndpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodUndefined,
>(endpoint: Endpoint<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return endpoint;
}

export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never;
export type ResponseOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never;
/** What a caller writes: fields with a default may be left out. */
export type QueryInputOf<E> =
  E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.input<Q> : never;
export type BodyInputOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never;
