import { levels } from '@lectern/contract';
import { definePolicy } from '../../platform/authorized.ts';

/** Owners manage the single sign-on of the company in which they act. */
export const ssoPolicy = definePolicy<{ companyId: string }>({ notFound: 'sso.not_found' }).allow(
  ['read', 'update', 'delete'],
  (actor, { companyId }) => companyId === actor.companyId && actor.level >= levels.COMPANY,
);
