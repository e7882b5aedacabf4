import type { getPlatformOverview, Language, ResponseOf } from '@lectern/contract';
import type { Platform } from '../../platform/platform.ts';
import { findModelOffer } from '../local-models/local-model.service.ts';
import { countMails } from '../mails/mail-maintenance.service.ts';
import { administersCompanies } from './managed-company.service.ts';
import {
  countAccounts,
  countCompanies,
  countRequestsOfMonth,
  listFullLimits,
} from './platform-overview.queries.ts';

const shownLimits = 10;

/** One query for each figure, over all companies. */
export async function readPlatformOverview(
  platform: Platform,
  language: Language,
): Promise<ResponseOf<typeof getPlatformOverview>> {
  const { database, jobs } = platform;
  const ofCompanies = await database.acrossCompanies(administersCompanies, async (tx) => ({
    companies: await countCompanies(tx),
    accounts: await countAccounts(tx),
    requestsThisMonth: await countRequestsOfMonth(tx),
    limits: await listFullLimits(tx, shownLimits),
  }));
  const counts = new Map((await countMails(database)).map(({ state, count }) => [state, count]));
  const queues = await jobs.countJobs();
  return {
    ...ofCompanies,
    modelOffer: await findModelOffer(platform, language),
    mails: {
      waiting: (counts.get('queued') ?? 0) + (counts.get('stored') ?? 0),
      failed: counts.get('failed') ?? 0,
    },
    jobs: {
      queued: queues.reduce((sum, { queued }) => sum + queued, 0),
      active: queues.reduce((sum, { active }) => sum + active, 0),
      failed: await jobs.countFailedJobs(),
    },
  };
}
