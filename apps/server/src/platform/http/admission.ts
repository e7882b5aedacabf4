import { AppError, allowsScope, type Endpoint, hasPermission, levels, permissions } from '@lectern/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../actor.ts';
import type { RateLimiter } from './rate-limit.ts';

export type Identify = (request: FastifyRequest) => Promise<Actor>;

/** Calls that stay open to an account whose password must be changed first. */
function openBeforePasswordChange(endpoint: Endpoint): boolean {
  return endpoint.access === 'anonymous' || endpoint.access === 'signed_in';
}

/** Whether the call concerns the platform rather than a company. */
export function isOfPlatform({ access }: Endpoint): boolean {
  return access !== 'anonymous' && access !== 'signed_in' && levels[permissions[access]] >= levels.ADMIN;
}

/**
 * Who calls, whether this level may do this at all, and whether it does so too often. Needs nothing of the body, which
 * is read only for those admitted. The row is the handler's business.
 */
export async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  { identify, rateLimiter }: { identify: Identify; rateLimiter: RateLimiter },
): Promise<Actor | undefined> {
  if (endpoint.access === 'anonymous') {
    rateLimiter.count(request, endpoint, undefined);
    return undefined;
  }
  // Wrong tokens are looked up in the database too.
  rateLimiter.checkRefusals(request);
  const actor = await identify(request).catch((error) => {
    rateLimiter.countRefusal(request);
    throw error;
  });
  rateLimiter.count(request, endpoint, actor);
  checkAccess(endpoint, actor);
  return actor;
}

function checkAccess(endpoint: Endpoint, actor: Actor): void {
  if (actor.mustChangePassword && !openBeforePasswordChange(endpoint))
    throw new AppError('auth.password_change_required');
  const { access } = endpoint;
  if (access !== 'signed_in' && access !== 'anonymous' && !hasPermission(actor.level, access))
    throw new AppError('auth.level_too_low');
  if (actor.apiToken && endpoint.scope === undefined) throw new AppError('auth.session_only');
  if (actor.apiToken && !allowsScope(actor.apiToken.scopes, endpoint))
    throw new AppError('auth.token_scope_missing', { scope: endpoint.scope });
  if (actor.impersonatedBy && endpoint.whileImpersonating === 'refused')
    throw new AppError('auth.not_while_impersonating');
  if (actor.signedInWith === 'single_sign_on' && endpoint.withSingleSignOn === 'refused')
    throw new AppError('auth.not_with_single_sign_on');
}
