import { clearCompanyJob } from '../../features/administration/clear-company.job.ts';
import { exportBaseJob } from '../../features/archives/export-base.job.ts';
import { importBaseJob } from '../../features/archives/import-base.job.ts';
import { clearDocumentJob } from '../../features/documents/clear-document.job.ts';
import { parseDocumentJob } from '../../features/documents/parse-document.job.ts';
import { syncIndexJob } from '../../features/documents/sync-index.job.ts';
import { runEvaluationJob } from '../../features/evaluations/run-evaluation.job.ts';
import { clearFileJob } from '../../features/files/clear-file.job.ts';
import { clearKnowledgeBaseJob } from '../../features/knowledge-bases/clear-knowledge-base.job.ts';
import { buildGraphJob } from '../../features/knowledge-graphs/build-graph.job.ts';
import { sendMailJob } from '../../features/mails/send-mail.job.ts';
import { clearReEmbeddingJob } from '../../features/re-embedding/clear-re-embedding.job.ts';
import { reEmbedJob } from '../../features/re-embedding/re-embed.job.ts';
import { s3ImportJob } from '../../features/s3-connections/s3-import.job.ts';
import { clearWebsiteImportJob } from '../../features/website-imports/clear-website-import.job.ts';
import { websiteImportJob } from '../../features/website-imports/website-import.job.ts';
import type { Platform } from '../platform.ts';
import type { AnyJob } from './queue.ts';

/** Every job; a new one is a line here. */
export const jobNames = [
  'document.parse',
  'document.clear',
  'document.sync-index',
  'file.clear',
  's3.import',
  'knowledge-base.clear',
  'graph.build',
  'evaluation.run',
  'archive.export',
  'archive.import',
  're-embedding.build',
  're-embedding.clear',
  'company.clear',
  'mail.send',
  'website.import',
  'website-import.clear',
] as const;

export function createJobs(platform: Platform): AnyJob[] {
  return [
    parseDocumentJob(platform),
    clearDocumentJob(platform),
    syncIndexJob(platform),
    clearFileJob(platform),
    s3ImportJob(platform),
    clearKnowledgeBaseJob(platform),
    buildGraphJob(platform),
    runEvaluationJob(platform),
    exportBaseJob(platform),
    importBaseJob(platform),
    reEmbedJob(platform),
    clearReEmbeddingJob(platform),
    clearCompanyJob(platform),
    sendMailJob(platform),
    websiteImportJob(platform),
    clearWebsiteImportJob(platform),
  ];
}
