import type { FastifyInstance } from 'fastify';
import type { Connection } from './hooks.ts';
import type { ActorLookup } from './http/authenticate.ts';
import type { ForeignApi } from './http/foreign-api.ts';
import type { Route } from './http/route.ts';
import type { Job } from './jobs/queue.ts';
import type { MaintenanceTask } from './maintenance.ts';
import type { Platform } from './platform.ts';
import type { QuotaCounters } from './quota.ts';
import type { AnyRunKind } from './runs/orphans.ts';

/** Routes that hold something open until the process stops. */
type OpenRoutes = { routes: Route[]; close: () => Promise<void> };

/** Everything that a feature adds to the server. `features.ts` lists them in order; each part is optional. */
export type Feature = {
  /** The calls of the API that the feature answers. */
  routes?: (platform: Platform) => Route[] | OpenRoutes;
  /** APIs in the form of other products, such as OpenAI's. */
  foreignApis?: ForeignApi[];
  /** Addresses outside the API. */
  plugin?: (app: FastifyInstance, platform: Platform) => void;
  /** Its jobs by name: the name of a job's queue never changes. */
  // biome-ignore lint/suspicious/noExplicitAny: each job checks its own data; the list does not know them.
  jobs?: Record<string, (platform: Platform) => Job<any>>;
  /** How much of a quota a company uses. Counters of several features for one quota add up. */
  quotas?: QuotaCounters;
  /** Its kinds of long-running work: a run that lost its job fails. */
  runs?: AnyRunKind[];
  /** Regular work of a worker process. */
  maintenance?: MaintenanceTask[];
  /** Sets gauges before metrics are read. */
  collectMetrics?: (platform: Platform) => Promise<void>;
  /** Finds the actor behind a bearer token by the token's prefix. */
  tokens?: Record<string, ActorLookup>;
  /** Hooks of features below that this one listens to, and ports that it implements. */
  connections?: Connection[];
};

export function defineFeature(feature: Feature): Feature {
  return feature;
}
