import {
  type AppError,
  camelCase,
  type Endpoint,
  endpoints,
  fromWire,
  levels,
  permissions,
  statusOf,
  toWire,
} from '@lectern/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../actor.ts';
import type { AuditBeginning, AuditEnding } from '../audit-port.ts';
import type { Log } from '../log.ts';
import { admit, type Identify, isOfPlatform } from './admission.ts';
import { createAudit } from './audit-call.ts';
import { keepBytes } from './body-bytes.ts';
import { compressed, isCompressed } from './compression.ts';
import { asAppError } from './errors.ts';
import { sendEvents } from './event-stream.ts';
import { sendFile } from './file-answer.ts';
import { languageOf } from './language.ts';
import type { RateLimiter } from './rate-limit.ts';
import { bodyLimitOf, checkAccept, checkMediaType, createBodyBudget } from './request-body.ts';
import type { CallWithActor, Route, StreamEvent } from './route.ts';
import { parsePart } from './validation.ts';

export const apiPrefix = '/api/v1';

export type MountOptions = {
  /** The actor behind an `Authorization` header; throws `auth.…` errors. */
  identify: Identify;
  rateLimiter: RateLimiter;
  /** Begins an entry of the audit log; what it returns ends it. */
  beginAudit: (entry: AuditBeginning) => Promise<(ending: AuditEnding) => Promise<void>>;
  /** The error that a call ends with. */
  describeFailure: (
    failure: AppError,
    call: { actor: Actor | undefined; params: unknown },
  ) => Promise<AppError>;
  log: Log;
};

/** Every change that takes COMPANY or ADMIN, what a call asks to have kept, and all that an impersonator changes or fetches. */
function isAudited(endpoint: Endpoint, actor: Actor): boolean {
  if (endpoint.audit) return true;
  const reads = endpoint.method === 'GET';
  if (actor.impersonatedBy) return !reads || endpoint.responseKind === 'file';
  if (reads || endpoint.access === 'anonymous' || endpoint.access === 'signed_in') return false;
  return levels[permissions[endpoint.access]] >= levels.COMPANY;
}

/** Registers every route; a call of the contract without code, or code without a call, does not start. */
export function mountRoutes(app: FastifyInstance, routes: Route[], options: MountOptions): void {
  const implemented = new Set(routes.map((route) => route.endpoint.id));
  const missing = endpoints
    .filter((endpoint) => !implemented.has(endpoint.id))
    .map((endpoint) => endpoint.id);
  if (missing.length > 0) throw new Error(`The contract has calls without code: ${missing.join(', ')}`);
  const budget = createBodyBudget();
  for (const route of routes) mountRoute(app, route, { ...options, budget });
}

type Admitted = { actor: Actor | undefined; controller: AbortController };

function mountRoute(
  app: FastifyInstance,
  { endpoint, handle }: Route,
  options: MountOptions & { budget: ReturnType<typeof createBodyBudget> },
): void {
  if (!endpoint.access) throw new Error(`${endpoint.id} declares no permission`);
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  app.route({
    method: endpoint.method,
    url: apiPrefix + endpoint.path,
    bodyLimit: bodyLimitOf(endpoint),
    ...(isCompressed(endpoint) ? { compress: compressed } : {}),
    ...(endpoint.keepsBytes ? { preParsing: keepBytes } : {}),
    // Before a byte of the body is read.
    onRequest: async (request, reply) => {
      // Before anything is waited for: a caller who leaves meanwhile must not be written to forever.
      const controller = new AbortController();
      reply.raw.on('close', () => controller.abort());
      if (reply.raw.destroyed) controller.abort();
      const actor = await admit(endpoint, request, options);
      checkAccept(endpoint, request);
      checkMediaType(endpoint, request);
      options.budget.reserve(actor?.accountId ?? request.ip, endpoint, request, reply);
      admitted.set(request, { actor, controller });
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { actor, controller } = admitted.get(request) as Admitted;
      const { audit, notes } = createAudit();
      const call = {
        actor,
        params: parsePart(endpoint.params, request.params, 'path'),
        query: parsePart(endpoint.query, camelKeys(request.query), 'query'),
        body: endpoint.multipart ? undefined : parsePart(endpoint.body, fromWire(request.body), 'body'),
        language: languageOf(request),
        signal: controller.signal,
        request,
        reply,
        audit,
      } as CallWithActor<Endpoint>;
      const end =
        actor && isAudited(endpoint, actor)
          ? await options.beginAudit({
              actor,
              action: endpoint.id,
              ofPlatform: isOfPlatform(endpoint),
              fields: Object.keys((call.body as object | undefined) ?? {}),
              address: request.ip,
            })
          : undefined;
      const status = statusOf(endpoint, call);
      let result: unknown;
      try {
        result = await handle(call);
        await end?.({ status, ...notes });
      } catch (error) {
        const failure = await options.describeFailure(asAppError(error), call);
        await end?.({ status: failure.status, errorCode: failure.code, about: notes.about, changes: [] });
        throw failure;
      }
      reply.header('cache-control', 'no-store');
      switch (endpoint.responseKind ?? 'json') {
        case 'none':
          return reply.code(status).send();
        case 'file':
          return sendFile(reply, result as Parameters<typeof sendFile>[1]);
        case 'events':
          await sendEvents(reply, result as AsyncIterable<StreamEvent<unknown>>, {
            log: options.log,
            signal: controller.signal,
          });
          return reply;
        default:
          return reply.code(status).send(toWire(result));
      }
    },
  });
}

/** The methods that a path of the API answers; none: there is nothing at it. */
export function listMethods(path: string): string[] {
  return endpoints
    .filter((endpoint) => new RegExp(`^${apiPrefix}${endpoint.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
    .map((endpoint) => endpoint.method);
}

function camelKeys(query: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query as object).map(([key, value]) => [camelCase(key), value]));
}
