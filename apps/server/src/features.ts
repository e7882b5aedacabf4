import { accountsFeature } from './features/accounts/accounts.feature.ts';
import { administrationFeature } from './features/administration/administration.feature.ts';
import { apiTokensFeature } from './features/api-tokens/api-tokens.feature.ts';
import { archivesFeature } from './features/archives/archives.feature.ts';
import { assistantsFeature } from './features/assistants/assistants.feature.ts';
import { auditFeature } from './features/audit/audit.feature.ts';
import { chunksFeature } from './features/chunks/chunks.feature.ts';
import { companiesFeature } from './features/companies/companies.feature.ts';
import { conversationsFeature } from './features/conversations/conversations.feature.ts';
import { curatedAnswersFeature } from './features/curated-answers/curated-answers.feature.ts';
import { deletionsFeature } from './features/deletions/deletions.feature.ts';
import { documentsFeature } from './features/documents/documents.feature.ts';
import { estimatesFeature } from './features/estimates/estimates.feature.ts';
import { evaluationsFeature } from './features/evaluations/evaluations.feature.ts';
import { fileStorageFeature } from './features/file-storage/file-storage.feature.ts';
import { filesFeature } from './features/files/files.feature.ts';
import { flowsFeature } from './features/flows/flows.feature.ts';
import { indexingFeature } from './features/indexing/indexing.feature.ts';
import { knowledgeBasesFeature } from './features/knowledge-bases/knowledge-bases.feature.ts';
import { knowledgeGraphsFeature } from './features/knowledge-graphs/knowledge-graphs.feature.ts';
import { localModelsFeature } from './features/local-models/local-models.feature.ts';
import { mailsFeature } from './features/mails/mails.feature.ts';
import { mcpConnectionsFeature } from './features/mcp-connections/mcp-connections.feature.ts';
import { mcpServerFeature } from './features/mcp-server/mcp-server.feature.ts';
import { modelsFeature } from './features/models/models.feature.ts';
import { openAiApiFeature } from './features/openai-api/openai-api.feature.ts';
import { packagesFeature } from './features/packages/packages.feature.ts';
import { parsingFeature } from './features/parsing/parsing.feature.ts';
import { pdfCopiesFeature } from './features/pdf-copies/pdf-copies.feature.ts';
import { ragflowApiFeature } from './features/ragflow-api/ragflow-api.feature.ts';
import { reEmbeddingFeature } from './features/re-embedding/re-embedding.feature.ts';
import { retrievalFeature } from './features/retrieval/retrieval.feature.ts';
import { s3ConnectionsFeature } from './features/s3-connections/s3-connections.feature.ts';
import { searchesFeature } from './features/searches/searches.feature.ts';
import { sharesFeature } from './features/shares/shares.feature.ts';
import { signInFeature } from './features/sign-in/sign-in.feature.ts';
import { singleSignOnFeature } from './features/single-sign-on/single-sign-on.feature.ts';
import { studyGuidesFeature } from './features/study-guides/study-guides.feature.ts';
import { systemFeature } from './features/system/system.feature.ts';
import { usageFeature } from './features/usage/usage.feature.ts';
import { webhooksFeature } from './features/webhooks/webhooks.feature.ts';
import { websiteImportsFeature } from './features/website-imports/website-imports.feature.ts';
import { widgetsFeature } from './features/widgets/widgets.feature.ts';
import type { Feature } from './platform/feature.ts';

/** Every feature, from the lowest to the highest: each imports only those before it (`npm run boundaries`). */
export const features: readonly Feature[] = [
  mailsFeature,
  accountsFeature,
  companiesFeature,
  deletionsFeature,
  packagesFeature,
  signInFeature,
  apiTokensFeature,
  singleSignOnFeature,
  auditFeature,
  modelsFeature,
  localModelsFeature,
  knowledgeBasesFeature,
  mcpConnectionsFeature,
  assistantsFeature,
  usageFeature,
  fileStorageFeature,
  pdfCopiesFeature,
  documentsFeature,
  indexingFeature,
  parsingFeature,
  estimatesFeature,
  chunksFeature,
  knowledgeGraphsFeature,
  reEmbeddingFeature,
  filesFeature,
  archivesFeature,
  retrievalFeature,
  curatedAnswersFeature,
  conversationsFeature,
  sharesFeature,
  widgetsFeature,
  searchesFeature,
  studyGuidesFeature,
  evaluationsFeature,
  flowsFeature,
  openAiApiFeature,
  ragflowApiFeature,
  s3ConnectionsFeature,
  websiteImportsFeature,
  webhooksFeature,
  mcpServerFeature,
  administrationFeature,
  systemFeature,
];
