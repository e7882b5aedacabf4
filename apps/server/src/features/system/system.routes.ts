import { getPublicSettings, getRecogniser, getSystemStatus, uploadLimits } from '@lectern/contract';
import { acceptedExtensions } from '@lectern/parsing';
import { route } from '../../platform/http/route.ts';
import { pingObjects } from '../../platform/ping-objects.ts';
import type { Platform } from '../../platform/platform.ts';
import { version } from '../../platform/version.ts';
import { countMails } from '../mails/mail-maintenance.service.ts';
import { hasSso } from '../single-sign-on/sso-settings.service.ts';
import { describeRecogniser, findPrograms } from './programs.service.ts';

type Check = { kind: string; run: () => Promise<Record<string, string | number>> };

async function runCheck(id: 'database' | 'index' | 'objects' | 'queue' | 'mail', { kind, run }: Check) {
  const begin = performance.now();
  const facts = await run().catch(() => undefined);
  return {
    id,
    ok: facts !== undefined,
    kind,
    tookMs: Math.round(performance.now() - begin),
    facts: facts ?? {},
  };
}

export function systemRoutes(platform: Platform) {
  const { config, database, jobs, index, objects, mailer } = platform;
  return [
    route(getPublicSettings, async () => ({
      version,
      signUpEnabled: config.signUp.enabled,
      singleSignOn: await database.acrossCompanies('any company may have a provider', hasSso),
      mailConfigured: mailer.configured,
      currency: config.currency,
      maxUploadBytes: uploadLimits.maxFileBytes,
      maxUploadFiles: uploadLimits.maxFiles,
      acceptedExtensions: acceptedExtensions(),
    })),
    route(getRecogniser, async () => ({ recogniser: await describeRecogniser(platform) })),
    route(getSystemStatus, async () => {
      const parts = await Promise.all([
        runCheck('database', {
          kind: config.databaseUrl ? 'external' : 'embedded',
          run: async () => {
            const { rows } = await database.pool.query(
              "select current_setting('server_version') as version, pg_database_size(current_database()) as size",
            );
            return { version: String(rows[0].version), sizeBytes: Number(rows[0].size) };
          },
        }),
        runCheck('index', {
          kind: config.s3 ? 's3' : 'local',
          run: async () => {
            await index.findState('00000000-0000-0000-0000-000000000000');
            return {};
          },
        }),
        runCheck('objects', {
          kind: config.s3 ? 's3' : 'local',
          run: async () => {
            await pingObjects(objects);
            return {};
          },
        }),
        runCheck('queue', {
          kind: 'postgres',
          run: async () => {
            const counts = await jobs.countJobs();
            return {
              queued: counts.reduce((sum, row) => sum + row.queued, 0),
              active: counts.reduce((sum, row) => sum + row.active, 0),
            };
          },
        }),
        runCheck('mail', {
          kind: mailer.configured ? 'smtp' : 'outbox',
          run: async () => {
            await mailer.verify();
            const counts = await countMails(database);
            const shown = mailer.configured ? ['queued', 'failed'] : ['stored'];
            return Object.fromEntries(
              counts.filter(({ state }) => shown.includes(state)).map(({ state, count }) => [state, count]),
            );
          },
        }),
      ]);
      return {
        version,
        nodeVersion: process.version,
        uptimeSeconds: Math.round(process.uptime()),
        memoryBytes: process.memoryUsage.rss(),
        roles: config.roles,
        parts,
        programs: await findPrograms(platform),
      };
    }),
  ];
}
