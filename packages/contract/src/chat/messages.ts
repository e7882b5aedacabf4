import { z } from 'zod';
import { box, charRange, id, timestamp } from '../core/common.ts';
import { type ErrorCode, errors } from '../core/errors.ts';
import { flowFormInput } from '../flows/flow-form.ts';
import { tableAnswer } from '../retrieval/table-answers.ts';
import { answerFeedback } from './answer-feedback.ts';
import { answerSupport } from './answer-support.ts';
import { toolCall } from './tool-calls.ts';

/** A passage quoted in an answer, kept with the message as it was at that time. */
export const citation = z.object({
  /** As in the marker `[n]`. */
  number: z.number().int(),
  knowledgeBaseId: id,
  documentId: id,
  documentName: z.string(),
  /** Which file of the document it was; absent in messages of before files could be replaced. */
  documentVersion: z.number().int().optional(),
  chunkId: id,
  /** Absent in messages of before pictures were kept. */
  hasImage: z.boolean().optional(),
  headingPath: z.array(z.string()),
  page: z.number().int().nullable(),
  boxes: z.array(box),
  /** The sentences that support the answer, word for word. */
  quote: z.string(),
  /** Where the quote lies in the document text; null when the chunk was added by hand. */
  quoteRange: charRange.nullable(),
  /** The whole chunk as it then was, and its place in the document text. */
  chunkText: z.string(),
  chunkRange: charRange.nullable(),
  score: z.number(),
  /** Where its markers are in the answer. */
  markers: z.array(charRange),
});
export type Citation = z.infer<typeof citation>;

/** `streaming` while the answer grows; `stopped` by a person and `interrupted` by a fault keep what was said. */
export const messageStatuses = ['complete', 'streaming', 'stopped', 'interrupted', 'failed'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

const errorCode = z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]);

export const namedDocument = z.object({ id, name: z.string() });

export const message = z.object({
  id,
  conversationId: id,
  /** What it follows: an answer its question, a question the answer before it; null for a first question. */
  parentId: id.nullable(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  status: z.enum(messageStatuses),
  citations: z.array(citation),
  /** What was computed over the columns of tables, under the numbers that the answer cites them by. */
  tableAnswers: z.array(tableAnswer.extend({ number: z.number().int() })),
  /** The tools of MCP servers that it used, in their order. */
  toolCalls: z.array(toolCall),
  /** Values of a form that came with a question. */
  inputs: z.record(z.string(), z.json()),
  /** Files that came with a question. */
  files: z.array(z.object({ documentId: id, name: z.string(), format: z.string() })),
  /** The documents that a question is limited to; empty: all. One that is gone keeps its name here. */
  documents: z.array(namedDocument),
  /** The stand-alone question that was searched for, where it differs from what was typed. */
  searchedQuestion: z.string().nullable(),
  /** Nothing passed the threshold. */
  nothingFound: z.boolean(),
  /** The check of its statements; null where there was none. */
  support: answerSupport.nullable(),
  /** It is a curated answer, given without a model. */
  curated: z.boolean(),
  /** The run of a flow that gave it; null for other answers. */
  flowRun: z
    .object({
      id,
      flowId: id,
      /** The run goes on with the values of this form, as `inputs` of the next question. */
      form: z.array(flowFormInput).nullable(),
    })
    .nullable(),
  feedback: answerFeedback.nullable(),
  /** Of the model that answered. */
  modelName: z.string().nullable(),
  /** The model that was asked and could not answer, where its second model did; `reason` is for people. */
  insteadOf: z.object({ modelName: z.string(), reason: z.string() }).nullable(),
  usage: z.object({ promptTokens: z.number().int(), completionTokens: z.number().int() }).nullable(),
  /** Milliseconds from the question to the last word. */
  durationMs: z.number().int().nullable(),
  error: z.object({ code: errorCode, message: z.string() }).nullable(),
  createdAt: timestamp,
});
export type Message = z.infer<typeof message>;
