import type { JobDefinition } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { clearCompany } from './clear-company.service.ts';

/** Clears one company that was deleted. */
export function clearCompanyJob(platform: Platform): JobDefinition<{ companyId: string }> {
  return {
    name: 'company.clear',
    concurrency: () => 1,
    run: ({ companyId }, signal) => clearCompany(platform, companyId, signal),
  };
}
