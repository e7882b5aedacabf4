import { levels } from '@lectern/contract';
import { definePolicy } from '../../platform/authorized.ts';
import type { AccountRow } from '../accounts/account.table.ts';

/** Administrators manage every account but their own, so that there is always an active administrator. */
export const managedAccountPolicy = definePolicy<AccountRow>({
  notFound: 'account.not_found',
  forbidden: 'account.own',
})
  .allow('read', (actor) => actor.level >= levels.ADMIN)
  .allow('update', (actor, account) => actor.level >= levels.ADMIN && account.id !== actor.accountId);
