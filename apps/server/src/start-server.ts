import { createFirstAdministrator } from './features/accounts/account.service.ts';
import { createAnswerer } from './features/conversations/answer.service.ts';
import { countUnreadableKeys } from './features/models/model.service.ts';
import { startHousekeeping } from './features/system/housekeeping.ts';
import type { Config } from './platform/config.ts';
import { createApp } from './platform/http/app.ts';
import { createJobs } from './platform/jobs/index.ts';
import { openPlatform, type PlatformOptions } from './platform/open-platform.ts';
import { createRoutes } from './routes.ts';

export type RunningServer = {
  /** Where pages and API are served; undefined for a process without the role `web`. */
  url: string | undefined;
  platform: Awaited<ReturnType<typeof openPlatform>>['platform'];
  /** Told on the very first start; the password only where it was generated. */
  firstAdministrator: { email: string; generatedPassword: string | undefined } | undefined;
  stop: () => Promise<void>;
};

/** Starts the roles that the configuration names, on a database that is already running. */
export async function startServer(
  options: PlatformOptions & { webFolder: string | undefined },
): Promise<RunningServer> {
  const { config } = options;
  const { platform, listensAt, close } = await openPlatform(options);
  const firstAdministrator = await createFirstAdministrator(platform);
  const unreadableKeys = await countUnreadableKeys(platform);
  // It starts all the same: with the old secret lost, keys can only be entered again.
  if (unreadableKeys > 0)
    options.log.error({
      event: 'secret.differs',
      unreadableKeys,
      advice: 'LECTERN_SECRET_KEY must be the same for every process and every start.',
    });
  const answerer = createAnswerer(platform);
  const stops: (() => Promise<unknown>)[] = [];
  let url: string | undefined;
  if (config.roles.includes('web')) {
    const app = await createApp(platform, createRoutes(platform, answerer), options.webFolder);
    await app.listen({ host: config.host, port: config.port });
    stops.push(() => app.close());
    url = addressOf(config, app.server.address());
    listensAt(url);
  }
  if (config.roles.includes('worker')) {
    await platform.jobs.work(createJobs(platform), config.workerConcurrency);
    const housekeeping = startHousekeeping(platform);
    stops.push(async () => housekeeping.stop());
  }
  return {
    url,
    platform,
    firstAdministrator,
    stop: async () => {
      // Answers first: their streams hold connections open.
      await answerer.close();
      for (const stop of stops) await stop();
      await close();
    },
  };
}

function addressOf(config: Config, address: ReturnType<import('node:net').Server['address']>): string {
  const port = typeof address === 'object' && address ? address.port : config.port;
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
