import { defineFeature } from '../../platform/feature.ts';
import { mailRoutes } from './mail.routes.ts';
import { countMails, maintainMails } from './mail-maintenance.service.ts';
import { sendMailJob } from './send-mail.job.ts';

export const mailsFeature = defineFeature({
  routes: mailRoutes,
  jobs: { 'mail.send': sendMailJob },
  maintenance: [{ name: 'mails', run: maintainMails }],
  collectMetrics: async ({ database, metrics }) => {
    for (const { state, count } of await countMails(database)) metrics.mails.set({ state }, count);
  },
});
