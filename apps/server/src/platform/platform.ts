import type { ObjectStore, ParserPool, SecretBox } from '@lectern/adapters';
import type { ModelRuntime } from '@lectern/models';
import type { ChunkIndex, Retriever } from '@lectern/retrieval';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** What every feature is built on; made once a process in `open-platform.ts`, or by a test. */
export type Platform = {
  config: Config;
  log: Log;
  metrics: Metrics;
  database: Database;
  jobs: JobQueue;
  objects: ObjectStore;
  index: ChunkIndex;
  retriever: Retriever;
  parsers: ParserPool;
  modelRuntime: ModelRuntime;
  secrets: SecretBox;
  /** Hosts that the administrator allowed although they are not public. */
  outbound: { check: (url: string) => Promise<void> };
};
