import { defineFeature } from '../../platform/feature.ts';
import { countRequests } from './usage.queries.ts';
import { usageRoutes } from './usage.routes.ts';
import { createUsageSlots } from './usage-slots.service.ts';

export const usageFeature = defineFeature({
  routes: usageRoutes,
  quotas: {
    monthlyRequests: (tx, companyId) => countRequests(tx, companyId, 'month'),
    yearlyRequests: (tx, companyId) => countRequests(tx, companyId, 'year'),
  },
  maintenance: [{ name: 'usage slots', run: ({ database }) => createUsageSlots(database) }],
});
