import { type ExampleCall, type Ids, newName } from './example-call.ts';
import { fileCalls } from './file-calls.ts';

/** Calls around knowledge bases: documents, chunks, imports, graphs, retrieval tests and their evaluation. */
export const knowledgeCalls: Record<string, ExampleCall> = {
  listKnowledgeBases: {},
  createKnowledgeBase: {
    bodies: [
      () => ({ name: newName() }),
      ({ embeddingModelId }) => ({ name: newName(), embedding_model_id: embeddingModelId }),
    ],
  },
  getKnowledgeBase: {},
  updateKnowledgeBase: {
    bodies: [
      () => ({ name: newName() }),
      ({ embeddingModelId }) => ({ embedding_model_id: embeddingModelId }),
    ],
  },
  deleteKnowledgeBase: {},
  listChunkMethods: {},
  getRecogniser: {},

  listDocuments: {},
  findDocuments: {},
  uploadDocuments: { upload: true },
  replaceDocumentFile: { upload: true },
  listDocumentVersions: {},
  getDocumentVersionText: { path: { number: { value: '1' } }, admitted: 409 },
  restoreDocumentVersion: { path: { number: { value: '1' } }, admitted: 409 },
  deleteDocumentVersion: { path: { number: { value: '1' } }, admitted: 409 },
  findSameNames: {},
  createTextDocument: { bodies: [() => ({ name: newName(), text: 'text', parse: false })] },
  listDuplicates: {},
  ...fileCalls,
  getDocument: {},
  getDocumentCoverage: {},
  updateDocument: { bodies: [() => ({ name: `${newName()}.md` })] },
  deleteDocument: {},
  parseDocument: {},
  cancelParsing: { admitted: 409 },
  bulkUpdateDocuments: {
    bodies: (['parse', 'apply_settings', 'cancel', 'enable', 'disable', 'delete'] as const).map(
      (action) =>
        ({ documentId }: Ids) => ({ action, document_ids: [documentId] }),
    ),
  },
  labelDocuments: {
    bodies: [({ documentId }: Ids) => ({ document_ids: [documentId], add_tags: [newName()] })],
  },
  previewFolderRules: {},
  // The base has no rules.
  applyFolderRule: { bodies: [({ folderId }: Ids) => ({ folder_id: folderId })], admitted: 404 },
  listDocumentLabels: {},
  getDocumentFile: {},
  getRenderedDocument: {},
  getDocumentPdfCopy: {},
  // It is no Office file.
  getDocumentPdfCopyFile: { admitted: 404 },
  estimateParse: { bodies: [() => ({}), (ids) => ({ document_ids: [ids.documentId] })] },
  getDocumentPageImage: { path: { documentId: 'pdfId', page: { value: '1' } } },
  previewChunks: { bodies: [() => ({ chunk_method: 'naive', chunk_options: {} })] },

  exportKnowledgeBase: { bodies: [() => ({ with_vectors: false })] },
  // What is sent there is no archive.
  importKnowledgeBase: { upload: true, admitted: 422 },
  listArchiveTasks: {},
  getArchiveTask: {},
  cancelArchiveTask: { admitted: 409 },
  deleteArchiveTask: {},
  downloadArchive: { admitted: 409 },

  createWebsiteImport: { bodies: [() => ({ url: 'https://website.example/' })] },
  previewWebsite: { bodies: [() => ({ url: 'https://website.example/' })] },
  listWebsiteImports: {},
  getWebsiteImport: {},
  listWebsitePages: {},
  updateWebsiteImport: { bodies: [() => ({ schedule: 'weekly' })] },
  cancelWebsiteImport: { admitted: 409 },
  runWebsiteImport: {},
  deleteWebsiteImport: {},

  listChunks: {},
  createChunk: { bodies: [() => ({ text: 'a chunk by hand' })] },
  getChunk: {},
  // It has no picture, and whoever may open the document is told so.
  getChunkImage: { admitted: 404 },
  updateChunk: { bodies: [() => ({ enabled: false }), () => ({ text: 'another text' })] },
  mergeChunk: { admitted: 409 },
  splitChunk: { bodies: [() => ({ at: 4 })] },
  undoChunkChange: { admitted: 409 },
  deleteChunk: {},
  bulkUpdateChunks: {
    bodies: (['enable', 'disable', 'delete'] as const).map((action) => ({ chunkId }: Ids) => ({
      action,
      chunk_ids: [chunkId],
    })),
  },

  getDocumentGuide: { admitted: 409 },
  writeDocumentGuide: { admitted: 409 },
  getBaseGuide: {},
  writeBaseGuide: { admitted: 409 },

  getKnowledgeGraph: {},
  estimateKnowledgeGraph: {},
  buildKnowledgeGraph: { bodies: [() => ({})] },
  cancelKnowledgeGraph: { admitted: 409 },
  deleteKnowledgeGraph: {},
  getGraphNetwork: {},
  listGraphEntities: {},
  getGraphEntity: {},
  getMindMap: { admitted: 409 },

  getReEmbedding: {},
  estimateReEmbedding: {
    bodies: [({ embeddingModelId }) => ({ embedding_model_id: embeddingModelId })],
  },
  startReEmbedding: {
    bodies: [({ embeddingModelId }) => ({ embedding_model_id: embeddingModelId })],
  },
  cancelReEmbedding: { admitted: 409 },

  retrieve: {
    bodies: [
      ({ knowledgeBaseId, documentId }) => ({
        question: 'rose',
        knowledge_base_ids: [knowledgeBaseId],
        document_ids: [documentId],
      }),
    ],
  },

  listEvaluationSets: {},
  createEvaluationSet: { bodies: [() => ({ name: newName() })] },
  updateEvaluationSet: { bodies: [() => ({ name: newName() })] },
  deleteEvaluationSet: {},
  listEvaluationQuestions: {},
  addEvaluationQuestion: {
    bodies: [({ documentId }) => ({ question: newName(), expected: [{ document_id: documentId }] })],
  },
  updateEvaluationQuestion: {
    bodies: [
      () => ({ question: newName() }),
      ({ documentId }) => ({ expected: [{ document_id: documentId }] }),
    ],
  },
  deleteEvaluationQuestion: {},
  importEvaluationQuestions: { bodies: [() => ({ csv: 'question,document' })] },
  exportEvaluationQuestions: {},
  listEvaluationRuns: {},
  // Its only question expects nothing that is there.
  startEvaluationRun: { bodies: [() => ({ variants: [{ name: 'a' }] })], admitted: 409 },
  getEvaluationRun: {},
  listEvaluationResults: {},
  cancelEvaluationRun: { admitted: 409 },
  deleteEvaluationRun: {},
};
