import type {
  LayOutPages,
  LocalModelParts,
  Mailer,
  ObjectStore,
  OutboundClient,
  PageBrowser,
  ParserPool,
  RecognitionEngine,
  SecretBox,
} from '@lectern/adapters';
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
  /** Makes the pages of websites that scripts fill; reaches no more than `companyOutbound` does. */
  browser: PageBrowser;
  /** What recognises text on this machine, looked for once; undefined where nothing does. */
  findRecognition: () => Promise<RecognitionEngine | undefined>;
  /** Lays Office files out as pages, one at a time; throws `converter_missing` where no program here does. */
  layOutPages: LayOutPages;
  /** Models that run on this machine, and the way to bring them here. */
  localModels: LocalModelParts & { downloads: OutboundClient };
  modelRuntime: ModelRuntime;
  secrets: SecretBox;
  /** What the platform's administrator configures is fetched through this one. */
  outbound: OutboundClient;
  /** What a company configures is fetched through this one: hosts allowed to the platform are not allowed to companies. */
  companyOutbound: OutboundClient;
  companyModelRuntime: ModelRuntime;
  mailer: Mailer;
  /** The address of the pages, without a slash at its end, for links in mails and to sign-in providers. */
  publicUrl: () => string;
};
