import { companyPort } from '../../platform/company-port.ts';
import { defineFeature } from '../../platform/feature.ts';
import { lockCompanyRow, readCompanyState, readPackageLimits } from './company.queries.ts';
import { companyRoutes } from './company.routes.ts';
import { deleteOldInvitations } from './invitation.service.ts';
import { countPlaces } from './member.queries.ts';

export const companiesFeature = defineFeature({
  routes: companyRoutes,
  quotas: { users: countPlaces },
  maintenance: [{ name: 'old invitations', run: ({ database }) => deleteOldInvitations(database) }],
  connections: [
    companyPort.implement({
      lock: lockCompanyRow,
      readLimits: readPackageLimits,
      readState: readCompanyState,
    }),
  ],
});
