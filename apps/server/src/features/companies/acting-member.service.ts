import { type Language, type Level, levels } from '@lectern/contract';
import { and, eq } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { accounts } from '../accounts/account.table.ts';
import { memberships } from './company.table.ts';

/**
 * Whoever began a run, with the rights that it has now: a schedule does no more than its person could. Undefined for
 * one that has left the company.
 */
export async function readActingMember(
  tx: Tx,
  companyId: string,
  accountId: string,
): Promise<Actor | undefined> {
  const [row] = await tx
    .select({ level: memberships.level, isAdmin: accounts.isAdmin, language: accounts.language })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(and(eq(memberships.companyId, companyId), eq(accounts.id, accountId), eq(accounts.active, true)));
  if (!row) return undefined;
  return {
    accountId,
    companyId,
    level: (row.isAdmin ? levels.ADMIN : row.level) as Level,
    via: 'session',
    sessionId: null,
    signedInWith: 'password',
    mustChangePassword: false,
    language: row.language as Language,
  };
}
