import { z } from 'zod';
import { box, charRange, id, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { providerErrors } from '../core/model-errors.ts';
import { knowledgeBaseParams } from '../knowledge-bases/knowledge-bases.ts';
import { documentParams } from './documents.ts';

/** The passage that an entry rests on, word for word. */
export const guideSource = z.object({
  documentId: id,
  documentName: z.string(),
  chunkId: id,
  page: z.number().int().nullable(),
  boxes: z.array(box),
  charRange: charRange.nullable(),
  quote: z.string(),
});
export type GuideSource = z.infer<typeof guideSource>;

const sources = z.array(guideSource);

export const studyGuide = z.object({
  /** `words`: sentences of the documents, chosen by rules. */
  writtenBy: z.enum(['model', 'words']),
  modelName: z.string().nullable(),
  /** When a model wrote it; null for one that was just chosen by rules. */
  writtenAt: timestamp.nullable(),
  /** False where the documents changed since. */
  isCurrent: z.boolean(),
  /** Whether a chat model that writes is set up. */
  canWrite: z.boolean(),
  summary: z.array(z.object({ text: z.string(), sources })),
  keyPoints: z.array(z.object({ text: z.string(), sources })),
  questions: z.array(z.object({ question: z.string(), answer: z.string(), sources })),
  glossary: z.array(z.object({ term: z.string(), definition: z.string(), sources })),
  /** `date`: an ISO date, month or year. The earliest first. */
  timeline: z.array(z.object({ date: z.string(), text: z.string(), sources })),
});
export type StudyGuide = z.infer<typeof studyGuide>;

export const getDocumentGuide = defineEndpoint({
  id: 'getDocumentGuide',
  tag: 'Documents',
  summary: 'The study guide of a document: summary, key points, questions, glossary, timeline',
  method: 'GET',
  path: '/documents/:documentId/study-guide',
  access: 'Chat',
  scope: 'knowledge.read',
  params: documentParams,
  response: studyGuide,
  status: 200,
  errors: ['document.not_found', 'document.not_parsed'],
});

export const writeDocumentGuide = defineEndpoint({
  id: 'writeDocumentGuide',
  tag: 'Documents',
  summary: 'Have the chat model write the study guide of a document; it replaces the last one',
  method: 'POST',
  path: '/documents/:documentId/study-guide',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: documentParams,
  response: studyGuide,
  status: 200,
  errors: [
    'document.not_found',
    'document.not_parsed',
    'knowledge_base.forbidden',
    'study_guide.no_model',
    'study_guide.unusable',
    ...providerErrors,
  ],
  rateLimit: 'model',
});

export const getBaseGuide = defineEndpoint({
  id: 'getBaseGuide',
  tag: 'Knowledge bases',
  summary: 'The study guide of a knowledge base, over all its documents',
  method: 'GET',
  path: '/knowledge-bases/:knowledgeBaseId/study-guide',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: knowledgeBaseParams,
  response: studyGuide,
  status: 200,
  errors: ['knowledge_base.not_found'],
});

export const writeBaseGuide = defineEndpoint({
  id: 'writeBaseGuide',
  tag: 'Knowledge bases',
  summary: 'Have the chat model write the study guide of a knowledge base; it replaces the last one',
  method: 'POST',
  path: '/knowledge-bases/:knowledgeBaseId/study-guide',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: knowledgeBaseParams,
  response: studyGuide,
  status: 200,
  errors: [
    'knowledge_base.not_found',
    'knowledge_base.forbidden',
    'study_guide.no_model',
    'study_guide.unusable',
    ...providerErrors,
  ],
  rateLimit: 'model',
});
