import { originOf } from '../../platform/actor.ts';
import { definePolicy } from '../../platform/authorized.ts';
import type { ShareRow } from './share.table.ts';

/** People have their links to themselves; whoever acts in their name does not share what is theirs. */
export const sharePolicy = definePolicy<ShareRow>({ notFound: 'share.not_found' }).allow(
  ['read', 'update', 'delete'],
  (actor, share) => share.accountId === actor.accountId && originOf(actor) === 'app',
);
