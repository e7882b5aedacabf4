import { accountRoutes } from './features/accounts/account.routes.ts';
import { administrationRoutes } from './features/administration/administration.routes.ts';
import { impersonationRoutes } from './features/administration/impersonation.routes.ts';
import { apiTokenRoutes } from './features/api-tokens/api-token.routes.ts';
import { archiveRoutes } from './features/archives/archive.routes.ts';
import { assistantRoutes } from './features/assistants/assistant.routes.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { chunkRoutes } from './features/chunks/chunk.routes.ts';
import { companyRoutes } from './features/companies/company.routes.ts';
import type { Answerer } from './features/conversations/answer.service.ts';
import { conversationRoutes } from './features/conversations/conversation.routes.ts';
import { documentRoutes } from './features/documents/document.routes.ts';
import { evaluationRoutes } from './features/evaluations/evaluation.routes.ts';
import { fileRoutes } from './features/files/file.routes.ts';
import { knowledgeBaseRoutes } from './features/knowledge-bases/knowledge-base.routes.ts';
import { knowledgeGraphRoutes } from './features/knowledge-graphs/knowledge-graph.routes.ts';
import { mailRoutes } from './features/mails/mail.routes.ts';
import { companyModelRoutes, modelRoutes } from './features/models/model.routes.ts';
import { packageRoutes } from './features/packages/package.routes.ts';
import { reEmbeddingRoutes } from './features/re-embedding/re-embedding.routes.ts';
import { retrievalRoutes } from './features/retrieval/retrieval.routes.ts';
import { s3Routes } from './features/s3-connections/s3.routes.ts';
import { ssoRoutes } from './features/sso/sso.routes.ts';
import { systemRoutes } from './features/system/system.routes.ts';
import { usageRoutes } from './features/usage/usage.routes.ts';
import { websiteImportRoutes } from './features/website-imports/website-import.routes.ts';
import type { Platform } from './platform/platform.ts';

/** Every call of the API. */
export function createRoutes(platform: Platform, answerer: Answerer) {
  return [
    ...accountRoutes(platform),
    ...knowledgeBaseRoutes(platform),
    ...documentRoutes(platform),
    ...fileRoutes(platform),
    ...s3Routes(platform),
    ...websiteImportRoutes(platform),
    ...archiveRoutes(platform),
    ...chunkRoutes(platform),
    ...knowledgeGraphRoutes(platform),
    ...reEmbeddingRoutes(platform),
    ...retrievalRoutes(platform),
    ...evaluationRoutes(platform),
    ...modelRoutes(platform),
    ...companyModelRoutes(platform),
    ...assistantRoutes(platform),
    ...conversationRoutes(platform, answerer),
    ...companyRoutes(platform),
    ...apiTokenRoutes(platform),
    ...packageRoutes(platform),
    ...administrationRoutes(platform),
    ...impersonationRoutes(platform),
    ...auditRoutes(platform),
    ...ssoRoutes(platform),
    ...mailRoutes(platform),
    ...usageRoutes(platform),
    ...systemRoutes(platform),
  ];
}
