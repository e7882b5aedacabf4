import * as accounts from '../accounts/accounts.ts';
import * as apiTokens from '../accounts/api-tokens.ts';
import * as mailedCodes from '../accounts/mailed-codes.ts';
import * as sso from '../accounts/single-sign-on.ts';
import * as assistantVersions from '../chat/assistant-versions.ts';
import * as assistants from '../chat/assistants.ts';
import * as comparisons from '../chat/comparisons.ts';
import * as conversationExports from '../chat/conversation-exports.ts';
import * as conversationFiles from '../chat/conversation-files.ts';
import * as conversations from '../chat/conversations.ts';
import * as curatedAnswers from '../chat/curated-answers.ts';
import * as insights from '../chat/insights.ts';

import * as savedSearches from '../chat/saved-searches.ts';
import * as searches from '../chat/searches.ts';
import * as shares from '../chat/shares.ts';
import * as suggestedQuestions from '../chat/suggested-questions.ts';
import * as toolCalls from '../chat/tool-calls.ts';
import * as visitors from '../chat/visitors.ts';
import * as voice from '../chat/voice.ts';
import * as widgets from '../chat/widgets.ts';
import * as administration from '../companies/administration.ts';
import * as companies from '../companies/companies.ts';
import * as mcpServers from '../companies/mcp-servers.ts';
import * as packages from '../companies/packages.ts';
import * as usage from '../companies/usage.ts';
import * as webhooks from '../companies/webhooks.ts';
import * as chunkImages from '../documents/chunk-images.ts';
import * as chunks from '../documents/chunks.ts';
import * as coverage from '../documents/coverage.ts';
import * as documentLabels from '../documents/document-labels.ts';
import * as documentOriginals from '../documents/document-originals.ts';
import * as documentVersions from '../documents/document-versions.ts';
import * as documents from '../documents/documents.ts';
import * as duplicates from '../documents/duplicates.ts';
import * as findDocuments from '../documents/find-documents.ts';
import * as mindMaps from '../documents/mind-maps.ts';
import * as pdfCopies from '../documents/pdf-copies.ts';
import * as studyGuides from '../documents/study-guides.ts';
import * as flowComponents from '../flows/flow-components.ts';
import * as flowCredentials from '../flows/flow-credentials.ts';
import * as flowRuns from '../flows/flow-runs.ts';
import * as flowTemplates from '../flows/flow-templates.ts';
import * as flowTriggers from '../flows/flow-triggers.ts';
import * as flows from '../flows/flows.ts';
import * as archives from '../knowledge-bases/archives.ts';
import * as estimates from '../knowledge-bases/estimates.ts';
import * as knowledgeBases from '../knowledge-bases/knowledge-bases.ts';
import * as reEmbedding from '../knowledge-bases/re-embedding.ts';
import * as recogniser from '../knowledge-bases/recogniser.ts';
import * as companyModels from '../models/company-models.ts';
import * as localModels from '../models/local-models.ts';
import * as models from '../models/models.ts';
import * as mails from '../platform/mails.ts';
import * as system from '../platform/system.ts';
import * as answerRuns from '../retrieval/answer-runs.ts';
import * as evaluationRuns from '../retrieval/evaluation-runs.ts';
import * as evaluationSets from '../retrieval/evaluation-sets.ts';
import * as knowledgeGraphs from '../retrieval/knowledge-graphs.ts';
import * as retrieval from '../retrieval/retrieval.ts';
import * as files from '../sources/files.ts';
import * as s3Connections from '../sources/s3-connections.ts';
import * as websiteImports from '../sources/website-imports.ts';
import type { Endpoint } from './endpoint.ts';

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value;
}

/** Every call of the API, in the order of the documentation. */
export const endpoints: readonly Endpoint[] = [
  accounts,
  mailedCodes,
  knowledgeBases,
  recogniser,
  documents,
  documentLabels,
  documentOriginals,
  documentVersions,
  coverage,
  duplicates,
  findDocuments,
  pdfCopies,
  files,
  s3Connections,
  estimates,
  archives,
  websiteImports,
  chunks,
  chunkImages,
  knowledgeGraphs,
  mindMaps,
  studyGuides,
  reEmbedding,
  retrieval,
  evaluationSets,
  evaluationRuns,
  answerRuns,
  models,
  localModels,
  assistants,
  assistantVersions,
  curatedAnswers,
  insights,
  conversations,
  toolCalls,
  comparisons,
  conversationFiles,
  voice,
  shares,
  widgets,
  visitors,
  searches,
  savedSearches,
  conversationExports,
  suggestedQuestions,
  flows,
  flowTemplates,
  flowTriggers,
  flowComponents,
  flowCredentials,
  flowRuns,
  companies,
  sso,
  apiTokens,
  webhooks,
  mcpServers,
  companyModels,
  usage,
  administration,
  packages,
  mails,
  system,
].flatMap((module) => Object.values(module).filter(isEndpoint));
