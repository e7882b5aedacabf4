import { connectFeatures, createAppParts, createJobs, jobNames, maintenanceTasks } from './compose.ts';
import { countUnreadableKeys } from './features/models/model.service.ts';
import { createFirstAdministrator } from './features/sign-in/first-administrator.service.ts';
import { startCollectingAtRest } from './platform/collect-at-rest.ts';
import type { Config } from './platform/config.ts';
import { createApp } from './platform/http/app.ts';
import { startMaintenance } from './platform/maintenance.ts';
import { openPlatform, type PlatformOptions } from './platform/open-platform.ts';
import { registerWebPages } from './web-pages.ts';

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
  connectFeatures();
  const { platform, listensAt, close } = await openPlatform(options, jobNames);
  const firstAdministrator = await createFirstAdministrator(platform);
  const unreadableKeys = await countUnreadableKeys(platform);
  // It starts all the same: with the old secret lost, keys can only be entered again.
  if (unreadableKeys > 0)
    options.log.error({
      event: 'secret.differs',
      unreadableKeys,
      advice: 'LECTERN_SECRET_KEY must be the same for every process and every start.',
    });
  const stops: (() => Promise<unknown>)[] = [];
  let url: string | undefined;
  if (config.roles.includes('web')) {
    const { close: closeParts, ...parts } = createAppParts(platform);
    const app = await createApp(platform, {
      ...parts,
      registerPages: (pages) => registerWebPages(pages, options.webFolder),
    });
    // Running answers first: their streams hold connections open.
    stops.push(closeParts);
    await app.listen({ host: config.host, port: config.port });
    stops.push(() => app.close());
    url = addressOf(config, app.server.address());
    listensAt(url);
  }
  if (config.roles.includes('worker')) {
    await platform.jobs.work(createJobs(platform), config.workerConcurrency);
    const maintenance = startMaintenance(platform, maintenanceTasks);
    stops.push(async () => maintenance.stop());
  }
  const collecting = startCollectingAtRest();
  stops.push(async () => collecting.stop());
  return {
    url,
    platform,
    firstAdministrator,
    stop: async () => {
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
