import { type Ids, newName } from './example-call.ts';

/** How a call of an API in the form of another product is made, so that tests can go over all of them. */
export type ForeignCall = {
  /** Parameters of its path, from the ids. */
  path?: Record<string, (ids: Ids) => string>;
  /** Bodies to try, each with the ids that it names. */
  bodies?: ((ids: Ids) => Record<string, unknown>)[];
  /** What an admitted caller gets where the call, so prepared, cannot succeed. */
  admitted?: number;
  upload?: true;
};

const question = 'When does the rose bloom?';
const model = ({ assistantId }: Ids) => `assistant-${assistantId}`;
const messages = [{ role: 'user', content: question }];
const store = { store: ({ knowledgeBaseId }: Ids) => `vs_${knowledgeBaseId}` };
// A file of a store may be named by its document.
const fileOfStore = { ...store, file: ({ documentId }: Ids) => `file-${documentId}` };
const file = { file: ({ fileId }: Ids) => `file-${fileId}` };
const response = { response: ({ messageId }: Ids) => `resp_${messageId}` };

const dataset = { dataset: ({ knowledgeBaseId }: Ids) => knowledgeBaseId };
const document = { ...dataset, document: ({ documentId }: Ids) => documentId };
const chat = { chat: ({ assistantId }: Ids) => assistantId };
const agent = { agent: ({ flowId }: Ids) => flowId };
const documentIds = ({ documentId }: Ids) => ({ document_ids: [documentId] });

/** The calls of RAGFlow's API. */
const ragflowCalls: Record<string, ForeignCall> = {
  'ragflow.createDataset': { bodies: [() => ({ name: newName() })] },
  'ragflow.listDatasets': {},
  'ragflow.deleteDatasets': { bodies: [({ knowledgeBaseId }) => ({ ids: [knowledgeBaseId] })] },
  'ragflow.updateDataset': { path: dataset, bodies: [() => ({ name: newName() })] },
  'ragflow.getKnowledgeGraph': { path: dataset },
  'ragflow.deleteKnowledgeGraph': { path: dataset },
  'ragflow.uploadDocuments': { path: dataset, upload: true },
  'ragflow.listDocuments': { path: dataset },
  'ragflow.deleteDocuments': { path: dataset, bodies: [({ documentId }) => ({ ids: [documentId] })] },
  'ragflow.downloadDocument': { path: document },
  'ragflow.updateDocument': { path: document, bodies: [() => ({ enabled: 1 })] },
  'ragflow.parseDocuments': { path: dataset, bodies: [documentIds] },
  // It is not being parsed: RAGFlow has one code for that and for what is not there.
  'ragflow.stopParsing': { path: dataset, bodies: [documentIds], admitted: 404 },
  'ragflow.addChunk': { path: document, bodies: [() => ({ content: 'The rose.' })] },
  'ragflow.listChunks': { path: document },
  'ragflow.deleteChunks': { path: document, bodies: [({ chunkId }) => ({ chunk_ids: [chunkId] })] },
  'ragflow.updateChunk': {
    path: { ...document, chunk: ({ chunkId }) => chunkId },
    bodies: [() => ({ content: 'A rose.' })],
  },
  'ragflow.retrieve': {
    bodies: [
      ({ knowledgeBaseId, documentId }) => ({
        question,
        dataset_ids: [knowledgeBaseId],
        document_ids: [documentId],
      }),
    ],
  },
  'ragflow.createChat': {
    bodies: [({ knowledgeBaseId }) => ({ name: newName(), dataset_ids: [knowledgeBaseId] })],
  },
  'ragflow.listChats': {},
  'ragflow.deleteChats': { bodies: [({ assistantId }) => ({ ids: [assistantId] })] },
  'ragflow.updateChat': {
    path: chat,
    bodies: [({ knowledgeBaseId }) => ({ dataset_ids: [knowledgeBaseId] })],
  },
  'ragflow.createSession': { path: chat, bodies: [() => ({ name: newName() })] },
  'ragflow.listSessions': { path: chat },
  'ragflow.deleteSessions': { path: chat, bodies: [({ conversationId }) => ({ ids: [conversationId] })] },
  'ragflow.updateSession': {
    path: { ...chat, session: ({ conversationId }) => conversationId },
    bodies: [() => ({ name: newName() })],
  },
  'ragflow.completeChat': {
    path: chat,
    bodies: [({ conversationId }) => ({ question, session_id: conversationId, stream: false })],
  },
  'ragflow.relatedQuestions': { bodies: [() => ({ question })] },
  // Its DSL is not read, and flows keep no sessions.
  'ragflow.createAgent': { bodies: [() => ({ title: newName(), dsl: {} })], admitted: 400 },
  'ragflow.listAgents': {},
  'ragflow.updateAgent': { path: agent, bodies: [() => ({ title: newName() })] },
  'ragflow.deleteAgent': { path: agent },
  'ragflow.createAgentSession': { path: agent, admitted: 400 },
  'ragflow.listAgentSessions': { path: agent, admitted: 400 },
  'ragflow.deleteAgentSessions': { path: agent, bodies: [() => ({ ids: [] })], admitted: 400 },
  // The flow that they ask says nothing.
  'ragflow.completeAgent': { path: agent, bodies: [() => ({ question, stream: false })], admitted: 400 },
  'ragflow.completeAgentAsOpenAi': {
    path: agent,
    bodies: [() => ({ messages, stream: false })],
    admitted: 400,
  },
  'ragflow.completeChatAsOpenAi': { path: chat, bodies: [() => ({ messages, stream: false })] },
  'ragflow.health': {},
};

/** One row for each call of every foreign API: the matrix of isolation fails for a call that has none. */
export const foreignCalls: Record<string, ForeignCall> = {
  ...ragflowCalls,
  'openai.listModels': {},
  'openai.getModel': { path: { model } },
  'openai.createChatCompletion': {
    bodies: [
      (ids) => ({ model: model(ids), messages }),
      (ids) => ({ model: ids.assistantId, messages, stream: true }),
    ],
  },
  'openai.createEmbedding': { bodies: [() => ({ model: 'built-in/hashed-384', input: question })] },
  'openai.createResponse': {
    bodies: [(ids) => ({ model: model(ids), input: question, previous_response_id: response.response(ids) })],
  },
  'openai.getResponse': { path: response },
  'openai.deleteResponse': { path: response },
  'openai.listFiles': {},
  'openai.uploadFile': { upload: true },
  'openai.getFile': { path: file },
  'openai.deleteFile': { path: file },
  'openai.getFileContent': { path: file },
  'openai.listVectorStores': {},
  'openai.createVectorStore': { bodies: [() => ({ name: newName() })] },
  'openai.getVectorStore': { path: store },
  'openai.updateVectorStore': { path: store, bodies: [() => ({ name: newName() })] },
  'openai.deleteVectorStore': { path: store },
  'openai.searchVectorStore': { path: store, bodies: [() => ({ query: question })] },
  'openai.listVectorStoreFiles': { path: store },
  'openai.createVectorStoreFile': { path: store, bodies: [(ids) => ({ file_id: file.file(ids) })] },
  'openai.getVectorStoreFile': { path: fileOfStore },
  'openai.deleteVectorStoreFile': { path: fileOfStore },
};

/** The status that an answer stands for, whatever its own is. */
export const foreignOutcomes: Record<string, (status: number, body: unknown) => number> = {
  OpenAI: (status) => status,
  RAGFlow: (status, body) => {
    const { code } = (typeof body === 'object' && body !== null ? body : {}) as { code?: number };
    const statuses: Record<number, number> = {
      0: 200,
      100: 500,
      101: 400,
      102: 404,
      103: 429,
      108: 403,
      109: 401,
    };
    return code === undefined ? status : (statuses[code] ?? code);
  },
};
