import { type AppError, type Endpoint, levels, permissions } from '@lectern/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Actor } from '../actor.ts';
import type { AuditBeginning, AuditEnding } from '../audit-port.ts';
import type { Log } from '../log.ts';
import { admit, type Identify, isOfPlatform, isPermission } from './admission.ts';
import { createAudit } from './audit-call.ts';
import { keepBytes } from './body-bytes.ts';
import type { CallRules } from './call-rules.ts';
import { asAppError } from './errors.ts';
import { languageOf } from './language.ts';
import type { RateLimiter, RateStanding } from './rate-limit.ts';
import { bodyLimitOf, type createBodyBudget } from './request-body.ts';
import type { CallWithActor } from './route.ts';

export type MountOptions = {
  /** The actor behind an `Authorization` header; throws `auth.…` errors. */
  identify: Identify;
  rateLimiter: RateLimiter;
  bodyBudget: ReturnType<typeof createBodyBudget>;
  /** Begins an entry of the audit log; what it returns ends it. */
  beginAudit: (entry: AuditBeginning) => Promise<(ending: AuditEnding) => Promise<void>>;
  /** The error that a call ends with. */
  describeFailure: (
    failure: AppError,
    call: { actor: Actor | undefined; params: unknown },
  ) => Promise<AppError>;
  log: Log;
};

type MountedCall = {
  rules: CallRules;
  url: string;
  routeOptions?: Pick<RouteShorthandOptions, 'compress' | 'errorHandler'>;
  /** Before a byte of the body is read, once the caller is admitted. */
  onAdmitted: (request: FastifyRequest, reply: FastifyReply, standing: RateStanding | undefined) => void;
  /** The parts of a request, checked. */
  read: (request: FastifyRequest) => { params: unknown; query: unknown; body: unknown };
  statusOf: (call: CallWithActor<Endpoint>) => number;
  handle: (call: CallWithActor<Endpoint>) => Promise<unknown>;
  send: (reply: FastifyReply, result: unknown, about: { status: number; signal: AbortSignal }) => unknown;
};

/** Every change that takes COMPANY or ADMIN, what a call asks to have kept, and all that an impersonator changes or fetches. */
function isAudited(rules: CallRules, actor: Actor): boolean {
  if (rules.audit) return true;
  const reads = rules.method === 'GET';
  if (actor.impersonatedBy) return !reads || rules.responseKind === 'file';
  if (reads || !isPermission(rules.access)) return false;
  return levels[permissions[rules.access]] >= levels.COMPANY;
}

type Admitted = { actor: Actor | undefined; controller: AbortController };

/** Registers one call: who may make it, what it may send, what is kept of it, and how it ends. */
export function mountCall(app: FastifyInstance, mounted: MountedCall, options: MountOptions): void {
  const { rules, url, routeOptions, handle } = mounted;
  if (!rules.access) throw new Error(`${rules.id} declares no permission`);
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  app.route({
    ...routeOptions,
    method: rules.method,
    url,
    bodyLimit: bodyLimitOf(rules),
    ...(rules.keepsBytes ? { preParsing: keepBytes } : {}),
    // Before a byte of the body is read.
    onRequest: async (request, reply) => {
      // Before anything is waited for: a caller who leaves meanwhile must not be written to forever.
      const controller = new AbortController();
      reply.raw.on('close', () => controller.abort());
      if (reply.raw.destroyed) controller.abort();
      const { actor, standing } = await admit(rules, request, options);
      mounted.onAdmitted(request, reply, standing);
      options.bodyBudget.reserve(actor?.accountId ?? request.ip, rules, request, reply);
      admitted.set(request, { actor, controller });
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { actor, controller } = admitted.get(request) as Admitted;
      const { audit, notes } = createAudit();
      const call = {
        actor,
        ...mounted.read(request),
        language: languageOf(request),
        signal: controller.signal,
        request,
        reply,
        audit,
      } as CallWithActor<Endpoint>;
      const end =
        actor && isAudited(rules, actor)
          ? await options.beginAudit({
              actor,
              action: rules.id,
              ofPlatform: isOfPlatform(rules),
              fields: Object.keys((call.body as object | undefined) ?? {}),
              address: request.ip,
            })
          : undefined;
      const status = mounted.statusOf(call);
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
      return mounted.send(reply, result, { status, signal: controller.signal });
    },
  });
}
