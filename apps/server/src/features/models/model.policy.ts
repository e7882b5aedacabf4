import { levels } from '@lectern/contract';
import { definePolicy } from '../../platform/authorized.ts';

/** Models and default models belong to a company or, without one, to the platform. */
export type OwnedModels = { companyId: string | null };

/** Administrators manage the platform's, company owners their company's. */
export const modelPolicy = definePolicy<OwnedModels>({ notFound: 'model.not_found' }).allow(
  ['read', 'update', 'delete'],
  (actor, { companyId }) =>
    companyId === null
      ? actor.level >= levels.ADMIN
      : companyId === actor.companyId && actor.level >= levels.COMPANY,
);
