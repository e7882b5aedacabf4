export {
  type EmbeddedPostgres,
  type EmbeddedPostgresLog,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './postgres/embedded-postgres.ts';
