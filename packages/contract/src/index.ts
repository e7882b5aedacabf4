/**
 * The contract: every request, response, event, error, permission and quota of Lectern, as data.
 *
 * Glossary (these words and no others are used in code, wire and docs):
 * - knowledge base: documents that are retrieved together
 * - file: a stored upload; document: that file inside a knowledge base
 * - chunk: the unit that is retrieved; chunk method: how a document is cut into chunks
 * - assistant: a configured chat over knowledge bases
 * - conversation: a thread; message: one turn of it; citation: a passage quoted in an answer
 * - flow: a graph; component: a node type of it; run: one execution
 * - company: the tenant; package: the limits it bought; quota: one of these limits
 * - provider: a vendor of models; model: one model of it
 * - member: an account in a company; invitation: an offer to become one
 * - ledger: the append-only record of model calls and questions; usage: what is read from it
 * - audit log: who changed what; impersonation: an administrator acting as a company
 * - API token: a secret that a program calls with; scope: what it may call
 * - task: long work as a person sees it; job: the same in code
 */
export * from './accounts.ts';
export * from './administration.ts';
export * from './api-tokens.ts';
export * from './archives.ts';
export * from './assistants.ts';
export * from './audit.ts';
export * from './chunk-images.ts';
export * from './chunk-kinds.ts';
export * from './chunk-method-names.ts';
export * from './chunks.ts';
export * from './codec.ts';
export * from './common.ts';
export * from './companies.ts';
export * from './company-limits.ts';
export * from './company-models.ts';
export * from './conversations.ts';
export * from './documents.ts';
export * from './duplicates.ts';
export * from './endpoint.ts';
export * from './endpoints.ts';
export * from './error-texts/index.ts';
export * from './errors.ts';
export * from './estimates.ts';
export * from './evaluation-runs.ts';
export * from './evaluation-sets.ts';
export * from './files.ts';
export * from './knowledge-bases.ts';
export * from './knowledge-graphs.ts';
export * from './languages.ts';
export * from './mailed-codes.ts';
export * from './mails.ts';
export * from './mind-maps.ts';
export * from './models.ts';
export * from './packages.ts';
export * from './permissions.ts';
export * from './processing-options.ts';
export * from './profiles.ts';
export * from './quotas.ts';
export * from './re-embedding.ts';
export * from './recogniser.ts';
export * from './retrieval.ts';
export * from './s3-connections.ts';
export * from './scopes.ts';
export * from './sso.ts';
export * from './system.ts';
export * from './table-answers.ts';
export * from './table-words.ts';
export * from './usage.ts';
export * from './website-imports.ts';
