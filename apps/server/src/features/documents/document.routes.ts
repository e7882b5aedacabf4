import {
  AppError,
  applyFolderRule,
  bulkUpdateDocuments,
  cancelParsing,
  createTextDocument,
  deleteDocument,
  documentStatusNames,
  findDocuments,
  getDocument,
  getDocumentCoverage,
  getDocumentFile,
  getDocumentPageImage,
  getDocumentPdfCopy,
  getDocumentPdfCopyFile,
  getRenderedDocument,
  labelDocuments,
  listDocumentLabels,
  listDocuments,
  listDuplicates,
  parseDocument,
  previewFolderRules,
  updateDocument,
  uploadDocuments,
} from '@lectern/contract';
import { eq } from 'drizzle-orm';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { unreadableAsError } from '../file-storage/stored-bytes.service.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import { knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';
import { readPdfCopy, requestPdfCopy } from '../pdf-copies/pdf-copy.service.ts';
import { bulkChangeDocuments } from './change-documents.service.ts';
import { findCoverage } from './chunks/chunk.queries.ts';
import { findDocumentsByName, listDocumentRows } from './document.queries.ts';
import { changeDocument, loadDocument, removeDocument } from './document.service.ts';
import { loadShownDocument, readOriginal, readRendered, renderPage } from './document-file.service.ts';
import { matchesFilter } from './document-filter.ts';
import { changeLabels, readLabels } from './document-labels.service.ts';
import { findDuplicates } from './duplicates.service.ts';
import { applyRule, previewRules } from './folder-rules.service.ts';
import { presentDocument } from './present-document.ts';
import { loadReadableDocument } from './readable-document.service.ts';
import { cancelParse, startParse } from './request-parse.service.ts';
import { addTextDocument, uploadFiles } from './upload-documents.service.ts';
import { versionRoutes } from './versions/document-version.routes.ts';
import { withFileOfVersion } from './versions/document-versions.service.ts';

export function documentRoutes(platform: Platform) {
  const { database } = platform;
  return [
    route(listDocuments, ({ actor, params, query, language }) =>
      database.withActor(actor, async (tx) => {
        const base = await loadKnowledgeBase(tx, actor, 'read', params.knowledgeBaseId);
        const status = query.status === undefined ? undefined : documentStatusNames[query.status];
        const matches = query.filter && matchesFilter(query.filter, base.metadataFields);
        const { rows, total } = await listDocumentRows(tx, base.id, { ...query, status, matches });
        return { items: rows.map((row) => presentDocument(row, { actor, base, language })), total };
      }),
    ),
    route(findDocuments, ({ actor, query }) =>
      database.withActor(actor, async (tx) => ({ items: await findDocumentsByName(tx, actor, query) })),
    ),
    route(uploadDocuments, ({ actor, params, query, request, language }) =>
      uploadFiles(platform, actor, params.knowledgeBaseId, request, {
        parse: query.parse === 'true',
        labels: query.labels,
        replacesSameName: query.sameName === 'replace',
        language,
      }),
    ),
    route(createTextDocument, ({ actor, params, body, language }) =>
      addTextDocument(platform, actor, params.knowledgeBaseId, body, language),
    ),
    route(getDocument, ({ actor, params, query, language }) =>
      database.withActor(actor, async (tx) => {
        const readable = await loadReadableDocument(tx, actor, params.documentId);
        const found =
          query.version === undefined ? readable : await withFileOfVersion(tx, readable, query.version);
        const [base] = await tx
          .select()
          .from(knowledgeBases)
          .where(eq(knowledgeBases.id, found.document.knowledgeBaseId));
        if (!base) throw new AppError('document.not_found');
        return presentDocument(found, { actor, base, language });
      }),
    ),
    route(getDocumentCoverage, ({ actor, params }) =>
      database.withActor(actor, async (tx) => {
        const { document } = await loadDocument(tx, actor, 'read', params.documentId);
        const coverage = await findCoverage(tx, document);
        return {
          words: coverage?.words ?? null,
          leftOutWords: coverage?.leftOutWords ?? 0,
          missingWords: coverage?.missingWords ?? 0,
          leftOut: coverage?.leftOut ?? [],
        };
      }),
    ),
    route(updateDocument, ({ actor, params, body, language }) =>
      changeDocument(platform, actor, params.documentId, body, language),
    ),
    route(deleteDocument, ({ actor, params }) => removeDocument(platform, actor, params.documentId)),
    route(parseDocument, ({ actor, params, language }) =>
      startParse(platform, actor, params.documentId, language),
    ),
    route(cancelParsing, ({ actor, params, language }) =>
      cancelParse(platform, actor, params.documentId, language),
    ),
    route(bulkUpdateDocuments, ({ actor, params, body, language }) =>
      bulkChangeDocuments(platform, actor, params.knowledgeBaseId, body, language),
    ),
    route(labelDocuments, ({ actor, params, body }) =>
      changeLabels(platform, actor, params.knowledgeBaseId, body),
    ),
    route(previewFolderRules, ({ actor, params }) => previewRules(platform, actor, params.knowledgeBaseId)),
    route(applyFolderRule, ({ actor, params, body }) =>
      applyRule(platform, actor, params.knowledgeBaseId, body),
    ),
    route(listDocumentLabels, ({ actor, query }) => readLabels(platform, actor, query)),
    route(getDocumentFile, ({ actor, params, query, request }) =>
      readOriginal(platform, actor, { ...params, ...query }, request.headers.range),
    ),
    route(getRenderedDocument, ({ actor, params, query, signal }) =>
      readRendered(platform, actor, { ...params, ...query }, signal),
    ),
    route(getDocumentPdfCopy, async ({ actor, params, query }) =>
      requestPdfCopy(platform, await loadShownDocument(platform, actor, { ...params, ...query })),
    ),
    route(getDocumentPdfCopyFile, async ({ actor, params, query, request }) =>
      readPdfCopy(
        platform,
        await loadShownDocument(platform, actor, { ...params, ...query }),
        request.headers.range,
      ),
    ),
    route(getDocumentPageImage, ({ actor, params, query, signal }) =>
      unreadableAsError(renderPage(platform, actor, { ...params, ...query }, signal)),
    ),
    ...versionRoutes(platform),
    route(listDuplicates, ({ actor, params }) => findDuplicates(platform, actor, params.knowledgeBaseId)),
  ];
}
