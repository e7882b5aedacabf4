import { levels } from '@lectern/contract';
import { definePolicy } from '../../platform/authorized.ts';
import type { MailRow } from './mail.table.ts';

/** The outbox is the platform's: only administrators see it. */
export const mailPolicy = definePolicy<MailRow>({ notFound: 'mail.not_found' }).allow(
  ['read', 'retry'],
  (actor) => actor.level >= levels.ADMIN,
);
