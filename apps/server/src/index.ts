/** What tests and benchmarks start the server by, and look at it with. */
export { jobNames } from './compose.ts';
export { reconcile } from './features/system/reconcile.service.ts';
export { type Config, readConfig } from './platform/config.ts';
export { openDatabase } from './platform/database/database.ts';
export { migrateDatabase } from './platform/database/migrate.ts';
export { openJobQueue } from './platform/jobs/queue.ts';
export { silentLog } from './platform/log.ts';
export { type RunningServer, startServer } from './start-server.ts';
