import {
  type Access,
  AppError,
  allowsScope,
  hasPermission,
  levels,
  type Permission,
  permissions,
} from '@lectern/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../actor.ts';
import type { CallRules } from './call-rules.ts';
import type { RateLimiter, RateStanding } from './rate-limit.ts';

export type Identify = (request: FastifyRequest) => Promise<Actor>;

/** Calls that stay open to an account whose password must be changed first. */
function openBeforePasswordChange(endpoint: CallRules): boolean {
  return endpoint.access === 'anonymous' || endpoint.access === 'signed_in';
}

export function isPermission(access: Access): access is Permission {
  return access !== 'anonymous' && access !== 'signed_in' && access !== 'visitor';
}

/** Whether the call concerns the platform rather than a company. */
export function isOfPlatform({ access }: CallRules): boolean {
  return isPermission(access) && levels[permissions[access]] >= levels.ADMIN;
}

/**
 * Who calls, whether this level may do this at all, and whether it does so too often. Needs nothing of the body, which
 * is read only for those admitted. The row is the handler's business.
 */
export async function admit(
  endpoint: CallRules,
  request: FastifyRequest,
  { identify, rateLimiter }: { identify: Identify; rateLimiter: RateLimiter },
): Promise<{ actor: Actor | undefined; standing: RateStanding | undefined }> {
  if (endpoint.access === 'anonymous')
    return { actor: undefined, standing: rateLimiter.count(request, endpoint, undefined) };
  // Wrong tokens are looked up in the database too.
  rateLimiter.checkRefusals(request);
  const actor = await identify(request).catch((error) => {
    rateLimiter.countRefusal(request);
    throw error;
  });
  const standing = rateLimiter.count(request, endpoint, actor);
  checkAccess(endpoint, actor);
  return { actor, standing };
}

function checkAccess(endpoint: CallRules, actor: Actor): void {
  if (actor.mustChangePassword && !actor.visitor && !openBeforePasswordChange(endpoint))
    throw new AppError('auth.password_change_required');
  const { access } = endpoint;
  // Visitors have calls of their own, and nobody else has those.
  if ((actor.visitor !== undefined) !== (access === 'visitor')) throw new AppError('auth.required');
  if (isPermission(access) && !hasPermission(actor.level, access)) throw new AppError('auth.level_too_low');
  if (actor.apiToken && endpoint.scope === undefined) throw new AppError('auth.session_only');
  if (actor.apiToken && !allowsScope(actor.apiToken.scopes, endpoint))
    throw new AppError('auth.token_scope_missing', { scope: endpoint.scope });
  if (actor.impersonatedBy && endpoint.whileImpersonating === 'refused')
    throw new AppError('auth.not_while_impersonating');
  if (actor.signedInWith === 'single_sign_on' && endpoint.withSingleSignOn === 'refused')
    throw new AppError('auth.not_with_single_sign_on');
}
