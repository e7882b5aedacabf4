import { features } from './features.ts';
import { connect } from './platform/hooks.ts';
import type { AppParts } from './platform/http/app.ts';
import type { NamedJob } from './platform/jobs/queue.ts';
import type { MaintenanceTask } from './platform/maintenance.ts';
import type { Platform } from './platform/platform.ts';
import { connectQuotas } from './platform/quota.ts';
import { failOrphanedRuns } from './platform/runs/orphans.ts';

/** Connects hooks, ports and quota counters, which functions of features reach without a platform. */
export function connectFeatures(): void {
  connect([...features.flatMap(({ connections = [] }) => connections), ...connectQuotas(features)]);
}

export const jobNames = features.flatMap(({ jobs = {} }) => Object.keys(jobs));

export function createJobs(platform: Platform): NamedJob[] {
  return features.flatMap(({ jobs = {} }) =>
    Object.entries(jobs).map(([name, create]) => ({ name, ...create(platform) })),
  );
}

const runKinds = features.flatMap(({ runs = [] }) => runs);

export const maintenanceTasks: MaintenanceTask[] = [
  ...features.flatMap(({ maintenance = [] }) => maintenance),
  { name: 'orphaned runs', run: (platform) => failOrphanedRuns(platform, runKinds) },
];

/** What the features add to the HTTP server, and how to close it. */
export function createAppParts(platform: Platform): Omit<AppParts, 'registerPages'> & {
  close: () => Promise<void>;
} {
  const opened = features.flatMap(({ routes }) => {
    const own = routes?.(platform) ?? [];
    return Array.isArray(own) ? { routes: own, close: async () => {} } : own;
  });
  return {
    routes: opened.flatMap(({ routes }) => routes),
    foreignApis: features
      .flatMap(({ foreignApis = [] }) => foreignApis)
      .map((api) => ({ api, routes: api.routes(platform) })),
    tokens: Object.assign({}, ...features.map(({ tokens }) => tokens)),
    collectMetrics: async () => {
      for (const { collectMetrics } of features) await collectMetrics?.(platform);
    },
    plugins: features.flatMap(({ plugin }) => (plugin ? (app) => plugin(app, platform) : [])),
    close: async () => {
      for (const { close } of opened) await close();
    },
  };
}
