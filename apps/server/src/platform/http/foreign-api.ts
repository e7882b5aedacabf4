import {
  AppError,
  type BodyOf,
  type Endpoint,
  type ErrorCode,
  endpoints,
  type Language,
  type ParamsOf,
  type QueryOf,
} from '@lectern/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';
import type { CallRules } from './call-rules.ts';
import { compressed, isCompressed } from './compression.ts';
import { createErrorHandler, type FormatError } from './errors.ts';
import { sendFrames } from './event-stream.ts';
import { sendFile } from './file-answer.ts';
import { languageOf } from './language.ts';
import { type MountOptions, mountCall } from './mount-call.ts';
import type { RateStanding } from './rate-limit.ts';
import { checkMediaType, hasBody } from './request-body.ts';
import type { CallWithActor, FileAnswer } from './route.ts';
import { parsePart } from './validation.ts';

/**
 * One call of an API whose form another product has set. It is made with an API token, and with the rights of the call
 * of our own contract that does the same; names on the wire are as they are written here.
 */
export type ForeignEndpoint = Pick<
  CallRules,
  'method' | 'params' | 'query' | 'body' | 'maxBodyBytes' | 'multipart'
> & {
  /** Unique among all foreign APIs. */
  id: string;
  /** Below the prefix of its API, parameters as `:name`. */
  path: `/${string}`;
  /** What the token must have been given. */
  scope: NonNullable<CallRules['scope']>;
  access: Exclude<CallRules['access'], 'anonymous' | 'visitor'>;
  rateLimit?: CallRules['rateLimit'];
  /** The call of the contract under whose name a change is kept in the audit log; every change names one. */
  actsAs?: string;
  /** `events`: an event stream, or JSON where the caller wants none. */
  responseKind?: 'json' | 'events' | 'file';
  status: 200 | 201;
};

export function defineForeignEndpoint<const E extends ForeignEndpoint>(endpoint: E): E {
  return endpoint;
}

/** The rights of a call of the contract, for a foreign one that does the same. */
export function rightsOf<const E extends Endpoint>({ id, access, scope, rateLimit }: E) {
  if (scope === undefined || access === 'anonymous') throw new Error(`${id} is closed to API tokens`);
  return {
    actsAs: id,
    access: access as ForeignEndpoint['access'],
    scope: scope as ForeignEndpoint['scope'],
    ...(rateLimit ? { rateLimit } : {}),
  };
}

/** An event stream that a handler answers with: its pieces, as they go over the wire. */
export class EventFrames {
  readonly frames: AsyncIterable<string>;
  constructor(frames: AsyncIterable<string>) {
    this.frames = frames;
  }
}

export type ForeignRoute = {
  endpoint: ForeignEndpoint;
  handle: (call: CallWithActor<Endpoint>) => Promise<unknown>;
};

type ForeignCall<E> = Omit<CallWithActor<Endpoint>, 'params' | 'query' | 'body'> & {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
};

/** Ties a foreign call to the code that answers it: an object, a file, or `EventFrames`. */
export function foreignRoute<const E extends ForeignEndpoint>(
  endpoint: E,
  handle: (call: ForeignCall<E>) => Promise<object>,
): ForeignRoute {
  return { endpoint, handle: handle as unknown as ForeignRoute['handle'] };
}

/** An API in the form of another product. */
export type ForeignApi = {
  name: string;
  prefix: `/${string}`;
  endpoints: readonly ForeignEndpoint[];
  formatError: FormatError;
  /** A fault of a stream that has begun, as the piece that ends it. */
  formatStreamError: (error: AppError, about: { language: Language; requestId: string }) => string;
  /** Headers of every answer. */
  headers?: (standing: RateStanding | undefined) => Record<string, string>;
  routes: (platform: Platform) => ForeignRoute[];
};

export type OpenedForeignApi = { api: ForeignApi; routes: ForeignRoute[] };

/** An error with words of its own, for what only the other product's API knows. */
export class ForeignRefusal extends AppError {
  readonly text: string;
  /** The field at fault. */
  readonly param: string | undefined;
  /** What the other product calls it. */
  readonly reason: string | undefined;
  constructor(code: ErrorCode, text: string, about: { param?: string; reason?: string } = {}) {
    super(code);
    this.text = text;
    this.param = about.param;
    this.reason = about.reason;
  }
}

/** Registers the calls of a foreign API. A call without code, or one that breaks the rules for these, does not start. */
export function mountForeignApi(
  app: FastifyInstance,
  { api, routes }: OpenedForeignApi,
  options: MountOptions,
): void {
  const missing = api.endpoints.filter((one) => !routes.some(({ endpoint }) => endpoint === one));
  if (missing.length > 0)
    throw new Error(`${api.name} has calls without code: ${missing.map(({ id }) => id).join(', ')}`);
  const errorHandler = createErrorHandler(options.log, api.formatError);
  const ofTokens: MountOptions = {
    ...options,
    // People and visitors have our own pages and calls.
    identify: async (request) => {
      const actor = await options.identify(request);
      if (actor.via !== 'api_token') throw new AppError('auth.token_invalid');
      return actor;
    },
  };
  for (const route of routes) mountForeignRoute(app, api, route, errorHandler, ofTokens);
  app.all(
    `${api.prefix}/*`,
    { onRequest: async (request, reply) => refuseUnknown(api, request, reply), errorHandler },
    async () => undefined,
  );
}

function mountForeignRoute(
  app: FastifyInstance,
  api: ForeignApi,
  { endpoint, handle }: ForeignRoute,
  errorHandler: ReturnType<typeof createErrorHandler>,
  options: MountOptions,
): void {
  const rules = rulesOf(endpoint);
  mountCall(
    app,
    {
      rules,
      url: api.prefix + endpoint.path,
      routeOptions: { errorHandler, ...(isCompressed(rules) ? { compress: compressed } : {}) },
      onAdmitted: (request, reply, standing) => {
        reply.headers(api.headers?.(standing) ?? {});
        // Some clients name a type also where they send nothing.
        if (!hasBody(request)) delete request.headers['content-type'];
        checkMediaType(rules, request);
      },
      read: (request) => ({
        params: parsePart(endpoint.params, request.params, 'path'),
        query: parsePart(endpoint.query, request.query, 'query'),
        body: endpoint.multipart ? undefined : parsePart(endpoint.body, request.body ?? {}, 'body'),
      }),
      statusOf: () => endpoint.status,
      handle,
      send: async (reply, result, { status, signal }) => {
        if (endpoint.responseKind === 'file') return sendFile(reply, result as FileAnswer);
        if (!(result instanceof EventFrames)) return reply.code(status).send(result);
        const about = { language: languageOf(reply.request), requestId: reply.request.id };
        await sendFrames(reply, result.frames, {
          log: options.log,
          signal,
          describeFault: (error) => api.formatStreamError(error, about),
        });
        return reply;
      },
    },
    options,
  );
}

/** What the contract says of a call that does the same holds for this one too. */
export function rulesOf(endpoint: ForeignEndpoint): CallRules {
  const own = endpoints.find(({ id }) => id === endpoint.actsAs);
  if (endpoint.actsAs !== undefined && !own)
    throw new Error(`${endpoint.id} acts as ${endpoint.actsAs}, which is no call of the contract`);
  const { actsAs: _, ...rules } = endpoint;
  return {
    ...rules,
    id: own?.id ?? endpoint.id,
    ...(own?.audit ? { audit: own.audit } : {}),
  };
}

function refuseUnknown(api: ForeignApi, request: FastifyRequest, reply: FastifyReply): never {
  const path = request.url.split('?', 1)[0] as string;
  const methods = api.endpoints
    .filter((endpoint) => new RegExp(`^${api.prefix}${endpoint.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
    .map(({ method }) => method as string);
  if (methods.length === 0 || methods.includes(request.method)) throw new AppError('route.not_found');
  reply.header('allow', methods.join(', '));
  throw new AppError('route.method_not_allowed');
}
