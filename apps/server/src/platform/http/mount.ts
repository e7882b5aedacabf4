import {
  AppError,
  allowsScope,
  camelCase,
  type Endpoint,
  endpoints,
  fromWire,
  hasPermission,
  levels,
  permissions,
  snakeCase,
  toWire,
} from '@lectern/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor } from '../actor.ts';
import type { AuditBeginning, AuditEnding } from '../audit-port.ts';
import type { Log } from '../log.ts';
import { asAppError } from './errors.ts';
import { sendEvents } from './event-stream.ts';
import { sendFile } from './file-answer.ts';
import { languageOf } from './language.ts';
import type { CallWithActor, Route, StreamEvent } from './route.ts';

export const apiPrefix = '/api/v1';

export type MountOptions = {
  /** The actor behind an `Authorization` header; throws `auth.…` errors. */
  identify: (request: FastifyRequest) => Promise<Actor>;
  /** Throws `request.rate_limited`. */
  limitRate: (request: FastifyRequest, endpoint: Endpoint, actor: Actor | undefined) => void;
  /** Begins an entry of the audit log; what it returns ends it. */
  beginAudit: (entry: AuditBeginning) => Promise<(ending: AuditEnding) => Promise<void>>;
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

function isOfPlatform({ access }: Endpoint): boolean {
  return access !== 'anonymous' && access !== 'signed_in' && levels[permissions[access]] >= levels.ADMIN;
}

/** Calls that stay open to an account whose password must be changed first. */
function openBeforePasswordChange(endpoint: Endpoint): boolean {
  return endpoint.access === 'anonymous' || endpoint.access === 'signed_in';
}

/** Who, and may this level do this at all. The row is the handler's business. */
async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  options: MountOptions,
): Promise<Actor | undefined> {
  if (endpoint.access === 'anonymous') return undefined;
  const actor = await options.identify(request);
  if (actor.mustChangePassword && !openBeforePasswordChange(endpoint))
    throw new AppError('auth.password_change_required');
  if (endpoint.access !== 'signed_in' && !hasPermission(actor.level, endpoint.access))
    throw new AppError('auth.level_too_low');
  if (actor.apiToken && endpoint.scope === undefined) throw new AppError('auth.session_only');
  if (actor.apiToken && !allowsScope(actor.apiToken.scopes, endpoint))
    throw new AppError('auth.token_scope_missing', { scope: endpoint.scope });
  if (actor.impersonatedBy && endpoint.whileImpersonating === 'refused')
    throw new AppError('auth.not_while_impersonating');
  if (actor.signedInWith === 'single_sign_on' && endpoint.withSingleSignOn === 'refused')
    throw new AppError('auth.not_with_single_sign_on');
  return actor;
}

/** Deeper than anything of the contract; what lies below is refused by its schema. */
const deepestText = 64;

/** NUL, or half a surrogate pair, wherever it hides: the database refuses both, as a fault of ours. */
function holdsUnstorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed();
  if (value === null || typeof value !== 'object') return false;
  if (depth > deepestText) return true;
  return Object.entries(value).some(
    ([key, item]) => holdsUnstorable(key) || holdsUnstorable(item, depth + 1),
  );
}

function parsePart(schema: z.ZodType | undefined, value: unknown, part: 'path' | 'query' | 'body'): unknown {
  if (!schema) return undefined;
  if (holdsUnstorable(value))
    throw part === 'path'
      ? new AppError('route.not_found')
      : new AppError('request.invalid', {
          fields: [{ path: '', code: 'custom', message: 'control_character' }],
        });
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  // A path that cannot name anything names nothing.
  if (part === 'path') throw new AppError('route.not_found');
  throw new AppError('request.invalid', {
    fields: result.error.issues.slice(0, 20).map((issue) => ({
      path: issue.path.map((key) => (typeof key === 'string' ? snakeCase(key) : key)).join('.'),
      code: issue.code,
      message: issue.message,
      ...(issue.code === 'unrecognized_keys' ? { keys: issue.keys.map(snakeCase) } : {}),
    })),
  });
}

/** Registers every route; a call of the contract without code, or code without a call, does not start. */
export function mountRoutes(app: FastifyInstance, routes: Route[], options: MountOptions): void {
  const implemented = new Set(routes.map((route) => route.endpoint.id));
  const missing = endpoints
    .filter((endpoint) => !implemented.has(endpoint.id))
    .map((endpoint) => endpoint.id);
  if (missing.length > 0) throw new Error(`The contract has calls without code: ${missing.join(', ')}`);
  for (const route of routes) mountRoute(app, route, options);
}

function mountRoute(app: FastifyInstance, { endpoint, handle }: Route, options: MountOptions): void {
  if (!endpoint.access) throw new Error(`${endpoint.id} declares no permission`);
  app.route({
    method: endpoint.method,
    url: apiPrefix + endpoint.path,
    ...(endpoint.maxBodyBytes === undefined ? {} : { bodyLimit: endpoint.maxBodyBytes }),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      // Before anything is waited for: a caller who leaves meanwhile must not be written to forever.
      const controller = new AbortController();
      reply.raw.on('close', () => controller.abort());
      if (reply.raw.destroyed) controller.abort();
      const actor = await admit(endpoint, request, options);
      options.limitRate(request, endpoint, actor);
      let subject: Parameters<CallWithActor<Endpoint>['audit']> | undefined;
      const call = {
        actor,
        params: parsePart(endpoint.params, request.params, 'path'),
        query: parsePart(endpoint.query, camelKeys(request.query), 'query'),
        body: endpoint.multipart ? undefined : parsePart(endpoint.body, fromWire(request.body), 'body'),
        language: languageOf(request),
        signal: controller.signal,
        request,
        reply,
        audit: (...about) => {
          subject = about;
        },
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
      let result: unknown;
      try {
        result = await handle(call);
        await end?.({ status: endpoint.status, about: subject });
      } catch (error) {
        const { status, code } = asAppError(error);
        await end?.({ status, errorCode: code, about: subject });
        throw error;
      }
      reply.header('cache-control', 'no-store');
      switch (endpoint.responseKind ?? 'json') {
        case 'none':
          return reply.code(endpoint.status).send();
        case 'file':
          return sendFile(reply, result as Parameters<typeof sendFile>[1]);
        case 'events':
          await sendEvents(reply, result as AsyncIterable<StreamEvent<unknown>>, {
            log: options.log,
            signal: controller.signal,
          });
          return reply;
        default:
          return reply.code(endpoint.status).send(toWire(result));
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
