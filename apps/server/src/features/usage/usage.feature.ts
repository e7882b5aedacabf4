import { defineFeature } from '../../platform/feature.ts';
import { modelSpending } from '../models/model-use.queries.ts';
import { countRequests } from './usage.queries.ts';
import { usageRoutes } from './usage.routes.ts';
import { sumSpending } from './usage-record.queries.ts';
import { createUsageSlots } from './usage-slots.service.ts';

export const usageFeature = defineFeature({
  routes: usageRoutes,
  connections: [modelSpending.implement(sumSpending)],
  quotas: {
    monthlyRequests: (companyId) => countRequests(companyId, 'month'),
    yearlyRequests: (companyId) => countRequests(companyId, 'year'),
  },
  maintenance: [{ name: 'usage slots', run: ({ database }) => createUsageSlots(database) }],
});
