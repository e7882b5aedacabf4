import { type ExampleCall, type Ids, newEmail, newName } from './example-call.ts';
import { fileCalls } from './file-calls.ts';

export const providerModel = {
  provider_id: 'openai-compatible',
  model_name: 'm',
  type: 'chat',
  base_url: 'http://127.0.0.1:1/v1',
};
const nobody = '00000000-0000-4000-8000-000000000000';
const noChallenge = {
  path: { challengeId: { value: nobody } },
  admitted: 410,
} as const satisfies ExampleCall;
const receivedInvitation = {
  path: { invitationId: 'receivedInvitationId' },
} as const satisfies ExampleCall;
const noLink = { path: { token: { value: 'lsh_nothing' } }, admitted: 404 } as const satisfies ExampleCall;
const companyModel = { path: { modelId: 'companyModelId' } } as const satisfies ExampleCall;
const managedCompany = { path: { companyId: 'managedCompanyId' } } as const satisfies ExampleCall;
const managedAccount = { path: { accountId: 'managedAccountId' } } as const satisfies ExampleCall;
export const newAccount = () => ({ email: newEmail(), username: newName() });
const platformModel = { path: { modelId: 'platformModelId' } } as const satisfies ExampleCall;

/** One row for each call of the contract: the matrix of isolation fails for a call that has none. */
export const exampleCalls: Record<string, ExampleCall> = {
  getPublicSettings: {},
  signUp: {
    bodies: [() => ({ email: newEmail(), username: newName(), password: 'correct horse' })],
  },
  signIn: { bodies: [() => ({ login: 'nobody', password: 'wrong password' })], admitted: 401 },
  answerChallenge: { ...noChallenge, bodies: [() => ({ code: '000000' })] },
  resendCode: noChallenge,
  requestPasswordReset: { bodies: [() => ({ email: newEmail() })] },
  resetPassword: { ...noChallenge, bodies: [() => ({ code: '000000', new_password: 'another one' })] },
  signOut: {},
  getMe: {},
  updateMe: { bodies: [() => ({ timezone: 'UTC' })] },
  changePassword: {
    bodies: [() => ({ current_password: 'not mine', new_password: 'another one' })],
    admitted: 422,
  },
  requestEmailVerification: {},
  verifyEmail: { bodies: [() => ({ challenge_id: nobody, code: '000000' })], admitted: 410 },
  requestTwoFactorChange: {
    bodies: [() => ({ enabled: true, current_password: 'not mine' })],
    admitted: 422,
  },
  changeTwoFactor: { bodies: [() => ({ challenge_id: nobody, code: '000000' })], admitted: 410 },
  listSessions: {},
  revokeSession: {},
  revokeOtherSessions: {},
  setActiveCompany: { bodies: [({ companyId }) => ({ company_id: companyId })] },
  getCompanyLimits: {},

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

  listModelProviders: {},
  listModels: {},
  testModel: {
    bodies: [() => providerModel, ({ platformModelId }) => ({ ...providerModel, model_id: platformModelId })],
  },
  createModel: { bodies: [() => ({ ...providerModel, name: newName() })] },
  updateModel: { ...platformModel, bodies: [() => ({ name: newName() })] },
  deleteModel: platformModel,
  getSystemModels: {},
  getDefaultModels: {},
  updateSystemModels: { bodies: [() => ({ rerank: null })] },

  getCompany: {},
  updateCompany: { bodies: [() => ({ require_two_factor: false })] },
  listMembers: {},
  updateMember: { bodies: [() => ({ level: 1 })] },
  removeMember: {},
  listInvitations: {},
  createInvitation: { bodies: [() => ({ email: newEmail() })] },
  resendInvitation: {},
  withdrawInvitation: {},
  createUser: { bodies: [() => ({ email: newEmail(), username: newName() })] },
  getInvitation: { path: { token: { value: 'lin_nothing' } }, admitted: 404 },
  listMyInvitations: {},
  acceptInvitation: { ...receivedInvitation, bodies: [() => ({})] },
  refuseInvitation: { ...receivedInvitation, bodies: [() => ({})] },
  listAssistantRights: {},
  updateAssistantRights: {
    bodies: [
      () => ({ audience: 'everyone' }),
      ({ accountId }) => ({ audience: 'chosen', account_ids: [accountId] }),
    ],
  },
  listCompanyAudit: {},

  listApiTokens: {},
  createApiToken: { bodies: [() => ({ name: newName(), scopes: ['chat'] })] },
  revokeApiToken: {},
  listAllApiTokens: {},
  revokeAnyApiToken: {},

  listCompanyModels: {},
  testCompanyModel: {
    bodies: [() => providerModel, ({ chatModelId }) => ({ ...providerModel, model_id: chatModelId })],
  },
  createCompanyModel: { bodies: [() => ({ ...providerModel, name: newName() })] },
  updateCompanyModel: { ...companyModel, bodies: [() => ({ name: newName() })] },
  deleteCompanyModel: companyModel,
  getCompanyDefaultModels: {},
  updateCompanyDefaultModels: {
    bodies: [
      ({ chatModelId, embeddingModelId, rerankModelId }) => ({
        chat: chatModelId,
        embedding: embeddingModelId,
        rerank: rerankModelId,
      }),
      // Last, so that the calls that follow do not meet models that answer nothing.
      () => ({ chat: null, embedding: null, rerank: null }),
    ],
  },

  listAssistants: {},
  getGeneralAssistant: {},
  getAssistantDefaults: {},
  createAssistant: {
    bodies: [
      ({ knowledgeBaseId }) => ({ name: newName(), knowledge_base_ids: [knowledgeBaseId] }),
      ({ chatModelId }) => ({ name: newName(), chat_model_id: chatModelId }),
      ({ rerankModelId }) => ({ name: newName(), retrieval: { rerank_model_id: rerankModelId } }),
    ],
  },
  getAssistant: {},
  updateAssistant: {
    bodies: [
      ({ knowledgeBaseId }) => ({ knowledge_base_ids: [knowledgeBaseId] }),
      ({ chatModelId }) => ({ chat_model_id: chatModelId }),
    ],
  },
  deleteAssistant: {},
  getAssistantDraft: { admitted: 409 },
  publishAssistantDraft: { bodies: [() => ({})], admitted: 409 },
  discardAssistantDraft: {},
  listAssistantVersions: {},
  getAssistantVersion: { path: { number: { value: '1' } } },
  restoreAssistantVersion: { path: { number: { value: '1' } }, bodies: [() => ({})] },

  getAssistantInsights: {},
  listInsightQuestions: {},
  listCostlyAnswers: {},
  getInsightAnswer: {},
  listCuratedAnswers: {},
  createCuratedAnswer: {
    bodies: [() => ({ question: newName(), answer: 'In June.' })],
  },
  updateCuratedAnswer: { bodies: [() => ({ enabled: false })] },
  deleteCuratedAnswer: {},
  matchCuratedAnswer: { bodies: [() => ({ question: 'When does the rose bloom?' })] },

  listConversations: {},
  listRecentConversations: {},
  uploadConversationFiles: { upload: true },
  listConversationFiles: {},
  deleteConversationFile: {},
  listSuggestedQuestions: {},
  listFollowUpQuestions: {},
  createConversation: { bodies: [() => ({})] },
  getConversation: {},
  renameConversation: { bodies: [() => ({ name: newName() })] },
  setConversationDraft: { bodies: [() => ({ uses_draft: true })] },
  pinConversation: { bodies: [() => ({ pinned: true })] },
  exportConversation: {},
  showBranch: { bodies: [({ messageId }) => ({ message_id: messageId })] },
  deleteConversation: {},
  // The assistant does not offer it.
  mailConversation: { admitted: 409 },
  listAskableDocuments: {},
  askQuestion: { bodies: [() => ({ content: 'When does the rose bloom?' })] },
  resumeAnswer: {},
  stopAnswer: {},
  regenerateAnswer: {},
  deleteMessage: {},
  rateAnswer: { bodies: [() => ({ rating: 'down', text: 'Not what I asked.' }), () => ({ rating: 'up' })] },
  withdrawRating: {},

  // Nothing was asked in it.
  createShare: { bodies: [() => ({ audience: 'anyone' })], admitted: 409 },
  listConversationShares: {},
  listShares: {},
  updateShare: {},
  revokeShare: {},
  openShare: noLink,
  openShareAsMember: noLink,

  listSearchableBases: {},
  searchDocuments: {
    bodies: [
      ({ knowledgeBaseId }) => ({
        question: 'When does the rose bloom?',
        knowledge_base_ids: [knowledgeBaseId],
      }),
    ],
  },

  getCompanySso: {},
  updateCompanySso: {
    bodies: [() => ({ sign_in_name: 'a-name', issuer: 'http://127.0.0.1:1/', client_id: 'a client' })],
    admitted: 422,
  },
  deleteCompanySso: { admitted: 404 },
  beginSso: { bodies: [() => ({ sign_in_name: 'nobody' })], admitted: 404 },
  finishSso: { bodies: [() => ({ ticket: 'none', verifier: 'none' })], admitted: 410 },

  listMails: {},
  getMail: {},
  retryMail: { admitted: 409 },
  sendTestMail: { bodies: [() => ({ to: 'reader@example.net' })] },

  getCompanyRequests: {},
  exportCompanyRequests: {},
  getCompanyTokens: {},
  exportCompanyTokens: {},
  getAdminRequests: {},
  exportAdminRequests: {},
  getAdminTokens: {},
  exportAdminTokens: {},

  listPackages: {},
  createPackage: { bodies: [() => ({ name: newName() })] },
  updatePackage: { bodies: [() => ({ max_kbs: 5 })] },
  enablePackage: {},
  disablePackage: {},
  deletePackage: { admitted: 409 },

  listCompanies: {},
  getPlatformOverview: {},
  createCompany: {
    bodies: [({ packageId }) => ({ ...newAccount(), name: newName(), package_id: packageId })],
  },
  getManagedCompany: managedCompany,
  updateManagedCompany: {
    ...managedCompany,
    bodies: [() => ({ name: newName() }), ({ packageId }) => ({ package_id: packageId })],
  },
  enableCompany: managedCompany,
  disableCompany: managedCompany,
  deleteCompany: { ...managedCompany, bodies: [() => ({ name: 'another' })], admitted: 409 },
  impersonateCompany: { ...managedCompany, bodies: [() => ({ name: 'another' })], admitted: 422 },
  endImpersonation: {},

  listAccounts: {},
  createAccount: {
    bodies: [
      () => newAccount(),
      ({ managedCompanyId }) => ({ ...newAccount(), company_id: managedCompanyId }),
    ],
  },
  updateAccount: { ...managedAccount, bodies: [() => ({ active: false }), () => ({ is_admin: true })] },
  promoteAccount: {
    bodies: [
      ({ packageId }) => ({ email: 'no@example.net', company_name: newName(), package_id: packageId }),
    ],
    admitted: 404,
  },
  listModelsOfAccount: managedAccount,
  listAuditLog: {},

  getSystemStatus: {},
};
