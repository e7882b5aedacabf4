export * from './browser/index.ts';
export * from './chunk-index/index.ts';
export { CompanyDatabaseError, queryReadOnly } from './company-database/query-read-only.ts';
export * from './local-models/index.ts';
export * from './mail/index.ts';
export * from './mcp/index.ts';
export * from './objects/index.ts';
export * from './outbound/index.ts';
export * from './parser-pool/index.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresLog,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './postgres/embedded-postgres.ts';
export * from './programs/index.ts';
export * from './sandbox/index.ts';
export { createSecretBox, type SecretBox, SecretBoxError } from './secret-box.ts';
