/** What tests, benchmarks and scripts start the server or its parts by, and look at them with. */
export { jobNames } from './compose.ts';
export { explainInstall } from './features/local-models/explain-install.ts';
export { findInCatalogue, fromCatalogue, fromPath } from './features/local-models/local-model-source.ts';
export { reconcile } from './features/system/reconcile.service.ts';
export { type Config, readConfig } from './platform/config.ts';
export { openDatabase } from './platform/database/database.ts';
export { migrateDatabase } from './platform/database/migrate.ts';
export { openJobQueue } from './platform/jobs/queue.ts';
export { silentLog } from './platform/log.ts';
export { openLocalModels } from './platform/open-platform.ts';
export { type RunningServer, startServer } from './start-server.ts';
