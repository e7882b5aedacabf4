import { type ExampleCall, newName } from './example-call.ts';

const noLink = { path: { token: { value: 'lsh_nothing' } }, admitted: 404 } as const satisfies ExampleCall;

const ofVisitor = {
  conversationId: 'visitorConversationId',
  messageId: 'visitorMessageId',
} as const satisfies ExampleCall['path'];

/** Calls of assistants, conversations and searches. */
export const chatCalls: Record<string, ExampleCall> = {
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

  listAssistantQuestionSets: {},
  listAnswerRuns: {},
  startAnswerRun: {
    bodies: [({ evaluationSetId }) => ({ evaluation_set_id: evaluationSetId, settings: 'draft' })],
    admitted: 409,
  },
  getAnswerRun: {},
  listAnswerResults: {},
  cancelAnswerRun: { admitted: 409 },
  deleteAnswerRun: {},
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
  compareModels: {
    bodies: [
      ({ chatModelId }) => ({
        content: 'When does it bloom?',
        model_ids: [chatModelId, 'built-in/extractive'],
      }),
    ],
  },
  // No model hears or speaks.
  transcribeQuestion: { upload: true, admitted: 409 },
  listSpokenParts: {},
  readAnswerAloud: { bodies: [() => ({ part: 0 })], admitted: 409 },
  resumeAnswer: {},
  stopAnswer: {},
  // Its answer waits for nobody.
  decideToolCall: { bodies: [() => ({ allow: true })], admitted: 409 },
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

  listWidgets: {},
  createWidget: { bodies: [() => ({ name: newName(), sites: ['https://example.com'] })] },
  updateWidget: { bodies: [() => ({ name: newName() })] },
  deleteWidget: {},
  replaceIdentitySecret: {},
  listWidgetConversations: {},
  getWidgetConversation: { path: ofVisitor },
  deleteWidgetConversation: { path: ofVisitor },
  previewWidget: {},
  getWidgetButton: { path: { publicId: { value: 'lwi_nothing' } }, admitted: 404 },
  // Without the public id of a widget.
  openVisit: { bodies: [() => ({ site: null })], admitted: 404 },
  introduceVisitor: { bodies: [() => ({ name: 'Ada' })] },
  listVisitorConversations: {},
  createVisitorConversation: {},
  getVisitorConversation: { path: ofVisitor },
  askAsVisitor: { path: ofVisitor, bodies: [() => ({ content: 'When does it bloom?' })] },
  resumeVisitorAnswer: { path: ofVisitor },
  stopVisitorAnswer: { path: ofVisitor },
  rateVisitorAnswer: { path: ofVisitor, bodies: [() => ({ rating: 'up' })] },
  // It cites nothing.
  openCitedDocument: { path: { ...ofVisitor, number: { value: '1' } }, admitted: 404 },

  listSearchableBases: {},
  searchDocuments: {
    bodies: [
      ({ knowledgeBaseId }) => ({
        question: 'When does the rose bloom?',
        knowledge_base_ids: [knowledgeBaseId],
      }),
    ],
  },
  drawSearchMindMap: {
    bodies: [({ chunkId }) => ({ question: 'When does the rose bloom?', chunk_ids: [chunkId] })],
  },
  listSavedSearches: {},
  createSavedSearch: {
    bodies: [
      ({ knowledgeBaseId }) => ({
        name: newName(),
        question: 'When does the rose bloom?',
        knowledge_base_ids: [knowledgeBaseId],
        filters: { type: ['pdf'] },
      }),
    ],
  },
  renameSavedSearch: { bodies: [() => ({ name: newName() })] },
  deleteSavedSearch: {},
};
