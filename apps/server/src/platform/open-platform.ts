import { join } from 'node:path';
import {
  chunkIndexPlace,
  createLocalModels,
  createMailer,
  createOutboundClient,
  createPageBrowser,
  createParserPool,
  createSecretBox,
  findRecognitionEngine,
  openLanceChunkIndex,
  openLocalObjectStore,
  openModelStore,
  openPageLayout,
  openRuntimeStore,
  openS3ObjectStore,
  probeConditionalPut,
  removeEarlierFormats,
} from '@lectern/adapters';
import { createModelRuntime } from '@lectern/models';
import { createRetriever } from '@lectern/retrieval';
import { type Config, ConfigError } from './config.ts';
import { refuseUnderCompanyLock } from './database/company-lock.ts';
import { openDatabase } from './database/database.ts';
import { createDatabaseLock } from './database/database-lock.ts';
import { migrateDatabase } from './database/migrate.ts';
import { getInstallationSecret } from './installation-secret.ts';
import { openJobQueue } from './jobs/queue.ts';
import type { Log } from './log.ts';
import { createMetrics } from './metrics.ts';
import type { Platform } from './platform.ts';

export type PlatformOptions = {
  config: Config;
  log: Log;
  /** The database to use, external or the embedded one. */
  connectionString: string;
  /** The parser process's program, and Node's own arguments for it. */
  parser: { workerScript: string; execArgv?: string[] };
};

/** Opens all that features are built on. Each part is closed in the reverse order by what this returns. */
export async function openPlatform(
  { config, log, connectionString, parser }: PlatformOptions,
  jobNames: string[],
) {
  const secret = await getInstallationSecret(config);
  const isWorker = config.roles.includes('worker');
  const database = await openDatabase(connectionString, { poolSize: config.databasePool, log });
  await migrateDatabase(connectionString);
  const metrics = createMetrics();
  const jobs = await openJobQueue(database, jobNames, { supervise: isWorker, log });
  const objects = refuseUnderCompanyLock('objects', await openObjects(config));
  const index = refuseUnderCompanyLock('index', await openIndex(config, createDatabaseLock(database), log));
  const openOutbound = (allowedHosts: string[]) =>
    refuseUnderCompanyLock('outbound', createOutboundClient({ allowedHosts, userAgent: 'Lectern' }));
  const localModels = openLocalModels(config);
  const openModelRuntime = (fetch: typeof globalThis.fetch) =>
    createModelRuntime({
      fetch,
      breaker: { threshold: 5, restMs: config.pauses.failingProviderMs },
      local: localModels.pool,
    });
  const outbound = openOutbound(config.outboundAllowedHosts);
  const companyOutbound = openOutbound(config.companyOutboundAllowedHosts);
  const mailer = createMailer({
    from: config.mail.from,
    ...(config.mail.smtpUrl === undefined ? {} : { smtpUrl: config.mail.smtpUrl }),
  });
  const parsers = createParserPool({
    ...parser,
    memoryMegabytes: config.parserMemoryMegabytes,
    // One more where people look at pages: they must not wait until a long document is read.
    workers: config.workerConcurrency + (isWorker && config.roles.includes('web') ? 1 : 0),
  });
  let recognition: ReturnType<typeof findRecognitionEngine> | undefined;
  const browser = createPageBrowser({
    program: config.crawl.chromium,
    allowedHosts: config.companyOutboundAllowedHosts,
  });
  // Known once the server listens; behind a proxy, or in a worker, only the configuration knows it.
  const address = { url: `http://localhost:${config.port}` };
  const platform: Platform = {
    config,
    log,
    metrics,
    database,
    jobs,
    objects,
    index,
    retriever: createRetriever({ index }),
    parsers,
    browser,
    findRecognition: () => {
      recognition ??= findRecognitionEngine(config.recognition);
      return recognition;
    },
    layOutPages: openPageLayout(),
    localModels,
    modelRuntime: openModelRuntime(outbound.fetch as typeof fetch),
    secrets: createSecretBox(secret),
    outbound,
    companyOutbound,
    companyModelRuntime: openModelRuntime(companyOutbound.fetch as typeof fetch),
    mailer,
    publicUrl: () => (config.publicUrl ?? address.url).replace(/\/$/, ''),
  };
  const close = async () => {
    await jobs.stop();
    await parsers.close();
    await localModels.pool.close();
    await localModels.downloads.close();
    await browser.close();
    await index.close();
    await objects.close();
    mailer.close();
    await companyOutbound.close();
    await outbound.close();
    await database.close();
  };
  const listensAt = (url: string) => {
    address.url = url;
  };
  return { platform, listensAt, close };
}

/** Files of models are larger than anything else that is fetched, and may take long. */
const downloadLimits = { maxBytes: 64 * 1024 ** 3, totalMs: 24 * 3_600_000 };

export function openLocalModels({ dataDirectory, localModels, outboundAllowedHosts }: Config) {
  const { memoryMegabytes, runtimeDirectory } = localModels;
  const store = openModelStore(join(dataDirectory, 'models'), { memoryMegabytes });
  const runtime = openRuntimeStore(runtimeDirectory);
  const pool = createLocalModels({ folderOf: store.folderOf, findRuntime: runtime.find, memoryMegabytes });
  const downloads = createOutboundClient({
    allowedHosts: outboundAllowedHosts,
    userAgent: 'Lectern',
    ...downloadLimits,
  });
  return { store, runtime, pool, downloads };
}

async function openObjects({ s3, dataDirectory }: Config) {
  return s3
    ? openS3ObjectStore({ ...s3, prefix: `${s3.prefix}objects/` })
    : openLocalObjectStore(join(dataDirectory, 'objects'));
}

async function openIndex(
  { s3, dataDirectory }: Config,
  lock: ReturnType<typeof createDatabaseLock>,
  log: Log,
) {
  const onMaintenanceError = (baseId: string, error: unknown) =>
    log.warn({ event: 'index.maintenance_failed', knowledgeBaseId: baseId, reason: String(error) });
  if (!s3) {
    const folder = join(dataDirectory, 'index');
    await removeEarlierFormats(folder);
    return openLanceChunkIndex({ location: chunkIndexPlace(folder), lock, onMaintenanceError });
  }
  // Where the header is ignored, two writers silently lose rows.
  if (!(await probeConditionalPut(s3)))
    throw new ConfigError(
      'LECTERN_S3_ENDPOINT does not honour "If-None-Match: *", without which rows would be lost.',
    );
  return openLanceChunkIndex({
    location: chunkIndexPlace(`s3://${s3.bucket}/${s3.prefix}index`),
    storageOptions: {
      aws_access_key_id: s3.accessKeyId,
      aws_secret_access_key: s3.secretAccessKey,
      aws_region: s3.region,
      ...(s3.endpoint
        ? { aws_endpoint: s3.endpoint, allow_http: String(s3.endpoint.startsWith('http:')) }
        : {}),
    },
    lock,
    onMaintenanceError,
  });
}
