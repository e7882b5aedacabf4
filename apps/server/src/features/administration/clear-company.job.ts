import type { Job } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { clearCompany } from './clear-company.service.ts';

/** Clears one company that was deleted. */
export function clearCompanyJob(platform: Platform): Job<{ companyId: string }> {
  return {
    concurrency: () => 1,
    run: ({ companyId }, signal) => clearCompany(platform, companyId, signal),
  };
}
