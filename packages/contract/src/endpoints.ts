import * as accounts from './accounts.ts';
import * as administration from './administration.ts';
import * as apiTokens from './api-tokens.ts';
import * as archives from './archives.ts';
import * as assistants from './assistants.ts';
import * as chunkImages from './chunk-images.ts';
import * as chunks from './chunks.ts';
import * as companies from './companies.ts';
import * as companyModels from './company-models.ts';
import * as conversations from './conversations.ts';
import * as documents from './documents.ts';
import * as duplicates from './duplicates.ts';
import type { Endpoint } from './endpoint.ts';
import * as estimates from './estimates.ts';
import * as evaluationRuns from './evaluation-runs.ts';
import * as evaluationSets from './evaluation-sets.ts';
import * as files from './files.ts';
import * as knowledgeBases from './knowledge-bases.ts';
import * as knowledgeGraphs from './knowledge-graphs.ts';
import * as mailedCodes from './mailed-codes.ts';
import * as mails from './mails.ts';
import * as mindMaps from './mind-maps.ts';
import * as models from './models.ts';
import * as packages from './packages.ts';
import * as reEmbedding from './re-embedding.ts';
import * as recogniser from './recogniser.ts';
import * as retrieval from './retrieval.ts';
import * as s3Connections from './s3-connections.ts';
import * as sso from './sso.ts';
import * as system from './system.ts';
import * as usage from './usage.ts';
import * as websiteImports from './website-imports.ts';

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
  duplicates,
  files,
  s3Connections,
  estimates,
  archives,
  websiteImports,
  chunks,
  chunkImages,
  knowledgeGraphs,
  mindMaps,
  reEmbedding,
  retrieval,
  evaluationSets,
  evaluationRuns,
  models,
  assistants,
  conversations,
  companies,
  sso,
  apiTokens,
  companyModels,
  usage,
  administration,
  packages,
  mails,
  system,
].flatMap((module) => Object.values(module).filter(isEndpoint));
