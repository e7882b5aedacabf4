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
export * from './accounts/accounts.ts';
export * from './accounts/api-tokens.ts';
export * from './accounts/mailed-codes.ts';
export * from './accounts/single-sign-on.ts';
export * from './chat/assistants.ts';
export * from './chat/conversations.ts';
export * from './companies/administration.ts';
export * from './companies/audit.ts';
export * from './companies/companies.ts';
export * from './companies/company-limits.ts';
export * from './companies/packages.ts';
export * from './companies/usage.ts';
export * from './core/codec.ts';
export * from './core/common.ts';
export * from './core/endpoint.ts';
export * from './core/endpoints.ts';
export * from './core/error-texts/index.ts';
export * from './core/errors.ts';
export * from './core/languages.ts';
export * from './core/permissions.ts';
export * from './core/quotas.ts';
export * from './core/scopes.ts';
export * from './documents/chunk-images.ts';
export * from './documents/chunk-kinds.ts';
export * from './documents/chunks.ts';
export * from './documents/documents.ts';
export * from './documents/duplicates.ts';
export * from './documents/mind-maps.ts';
export * from './knowledge-bases/archives.ts';
export * from './knowledge-bases/estimates.ts';
export * from './knowledge-bases/knowledge-bases.ts';
export * from './knowledge-bases/processing-options.ts';
export * from './knowledge-bases/profiles.ts';
export * from './knowledge-bases/re-embedding.ts';
export * from './knowledge-bases/recogniser.ts';
export * from './models/company-models.ts';
export * from './models/models.ts';
export * from './platform/mails.ts';
export * from './platform/system.ts';
export * from './retrieval/evaluation-runs.ts';
export * from './retrieval/evaluation-sets.ts';
export * from './retrieval/knowledge-graphs.ts';
export * from './retrieval/retrieval.ts';
export * from './retrieval/table-answers.ts';
export * from './retrieval/table-words.ts';
export * from './sources/files.ts';
export * from './sources/s3-connections.ts';
export * from './sources/website-imports.ts';
