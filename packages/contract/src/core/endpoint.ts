import type { z } from 'zod';
import { camelCase } from './codec.ts';
import { type ErrorCode, goneNouns } from './errors.ts';
import type { Permission } from './permissions.ts';
import type { ApiScope } from './scopes.ts';

/**
 * Who may call: everyone, everyone signed in (also while a password change is forced), holders of a permission, or
 * visitors of a website's widget, who may call nothing else. A call without one does not type-check, and a server with
 * one does not start.
 */
export type Access = 'anonymous' | 'signed_in' | 'visitor' | Permission;

/**
 * Limits of their own: guesses at passwords and codes, calls that ask a provider or read a file while the caller waits,
 * uploads, previews that fetch from somebody else's website, and links that anyone may open.
 */
export type RateLimit = 'guess' | 'model' | 'upload' | 'preview' | 'link';

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
  /** What an API token must have been given to make this call; `any`: each may. Without it the call is for people alone. */
  scope?: ApiScope | 'any';
  /** Refused to an administrator who acts as a company: what concerns the account itself, and secrets. */
  whileImpersonating?: 'refused';
  /** Refused in a session that a company's own sign-in provider vouches for: what concerns the account beyond that company. */
  withSingleSignOn?: 'refused';
  /**
   * Written to the audit log at every level; of a call that anybody may make, the refusals. Changes that need COMPANY or
   * ADMIN always are, and all that an impersonator does.
   */
  audit?: true;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Longest JSON body; 2 MiB unless said otherwise, and 16 KiB where anybody may call. */
  maxBodyBytes?: number;
  /** The handler is given the bytes of the body as well, to check a signature over them. */
  keepsBytes?: true;
  /** The body is `multipart/form-data` with a part `file` for each file. */
  multipart?: true;
  /** `json` unless said otherwise; `events` is a stream of server-sent events of this schema. */
  responseKind?: ResponseKind;
  response?: Response;
  /** Of a stream that goes on when the connection drops: the call that takes it up again. */
  resumedBy?: Endpoint | 'itself';
  status: 200 | 201 | 202 | 204;
  /** Where a call may also queue work: whether this one does. The answer is then 202 instead of `status`. */
  queues?: (call: QueueingCall) => boolean;
  /** Codes beyond those that every call can answer; see `errorsOf`. */
  errors?: readonly ErrorCode[];
  /** Counts against a stricter limit, besides that of all calls. */
  rateLimit?: RateLimit;
};

/** Codes beyond those that every call can answer, with those of what its address names and was deleted. */
export function errorsOf({ path, errors = [] }: Endpoint): ErrorCode[] {
  const gone = goneNouns.filter((noun) => path.includes(`:${camelCase(noun)}Id`));
  return [...errors, ...gone.map((noun) => `${noun}.gone` as const)];
}

/** The parts of a call, validated, that can ask for work to be queued. */
type QueueingCall = { query?: unknown; body?: unknown };

/** Of a successful answer. */
export function statusOf(endpoint: Endpoint, call: QueueingCall): Endpoint['status'] {
  return endpoint.queues?.(call) ? 202 : endpoint.status;
}

/** Keeps the exact type of a call, from which server and page take theirs. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

type Part<E, Name extends string> =
  E extends Record<Name, infer Schema extends z.ZodType> ? Schema : z.ZodUndefined;

export type ParamsOf<E> = z.output<Part<E, 'params'>>;
export type QueryOf<E> = z.output<Part<E, 'query'>>;
export type BodyOf<E> = z.output<Part<E, 'body'>>;
export type ResponseOf<E> = z.output<Part<E, 'response'>>;
/** What a caller writes: fields with a default may be left out. */
export type QueryInputOf<E> = z.input<Part<E, 'query'>>;
export type BodyInputOf<E> = z.input<Part<E, 'body'>>;
