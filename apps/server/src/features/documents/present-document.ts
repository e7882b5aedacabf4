import {
  type Document,
  documentStatusCodes,
  enrichmentOptions,
  errorText,
  type Language,
  readingOptions,
} from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { abilitiesOf } from '../../platform/authorized.ts';
import { keepFitting } from '../knowledge-bases/field-values.ts';
import { knowledgeBasePolicy } from '../knowledge-bases/knowledge-base.policy.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import type { DocumentWithFile } from './document.queries.ts';
import { readErrorDetails } from './document-format.service.ts';

/** A document as the API shows it; its abilities are those of its base. */
export function presentDocument(
  { document, file }: DocumentWithFile,
  context: { actor: Actor; base: KnowledgeBaseRow; language: Language },
): Document {
  const base = abilitiesOf(knowledgeBasePolicy, context.actor, context.base);
  return {
    id: document.id,
    knowledgeBaseId: document.knowledgeBaseId,
    name: document.name,
    title: document.title,
    format: document.format,
    sizeBytes: file.sizeBytes,
    pageCount: document.pageCount,
    enabled: document.enabled,
    status: documentStatusCodes[document.status],
    stage: document.stage,
    percent: Math.round(document.percent),
    messages: document.messages,
    error: document.errorCode
      ? {
          code: document.errorCode,
          message: errorText(
            document.errorCode,
            context.language,
            readErrorDetails(document, context.language),
          ),
        }
      : null,
    waitingReason: document.waitingReason,
    chunkCount: document.chunkCount,
    chunkMethod: document.chunkMethod,
    chunkOptions: document.chunkOptions,
    readingOptions: readingOptions.parse(document.readingOptions),
    enrichmentOptions: enrichmentOptions.parse(document.enrichmentOptions),
    sourceUrl: document.sourceUrl,
    metadata: document.metadata,
    tags: document.tags,
    fieldValues: keepFitting(context.base.metadataFields, document.fieldValues),
    processBeginAt: document.processBeginAt?.toISOString() ?? null,
    processDurationMs: document.processDurationMs,
    fileVersion: document.fileVersion,
    answeringVersion: document.activeVersion > 0 ? document.activeFileVersion : document.fileVersion,
    createdAt: document.createdAt.toISOString(),
    abilities: { read: base.read, update: base.update, delete: base.update },
  };
}
