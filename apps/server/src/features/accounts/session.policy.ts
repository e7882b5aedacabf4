import type { Actor } from '../../platform/actor.ts';
import { definePolicy } from '../../platform/authorized.ts';
import type { SessionRow } from './account.table.ts';

function isOwn(actor: Actor, session: SessionRow): boolean {
  return session.accountId === actor.accountId && session.impersonatorId === null;
}

function isCurrent(actor: Actor, session: SessionRow): boolean {
  return session.id === actor.sessionId;
}

/** People end their own sessions, but not one in which an administrator impersonates them; a session also changes itself. */
export const sessionPolicy = definePolicy<SessionRow>({
  notFound: 'session.not_found',
  forbidden: 'session.not_found',
})
  .allow('read', (actor, session) => isOwn(actor, session) || isCurrent(actor, session))
  .allow('delete', isOwn)
  .allow(['update', 'end'], isCurrent);
