import { definePolicy } from '../../platform/authorized.ts';
import type { AccountRow } from './account.table.ts';

/** People change their own account. Administrators manage the others: see `managed-account.policy.ts`. */
export const accountPolicy = definePolicy<AccountRow>({ notFound: 'auth.session_expired' }).allow(
  ['read', 'update'],
  (actor, account) => account.id === actor.accountId,
);
