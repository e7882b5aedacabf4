import { AppError, type Citation, type Language } from '@lectern/contract';
import { inArray } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { presentMessage } from '../../conversations/present-message.ts';
import { documents } from '../../documents/document.table.ts';
import type { AnswerPiece, Usage } from '../chat/answer-target.service.ts';
import { listMarkers, presentCitations } from '../citations.ts';
import { type AnsweringModel, nameModel } from '../name-model.ts';
import { writeId } from '../openai-ids.ts';
import type { StoredResponse } from './stored-response.service.ts';

/** What a response says of its request. */
export type ResponseHead = {
  id: string;
  modelId: string;
  answeredBy?: AnsweringModel;
  stored: boolean;
  createdAt: Date;
  previousId: string | null;
  instructions: string | null;
  maxOutputTokens: number | null;
  metadata: Record<string, string>;
};

type Status = 'completed' | 'in_progress' | 'incomplete' | 'cancelled' | 'failed';

function present(
  head: ResponseHead,
  status: Status,
  {
    output = [],
    usage,
    error = null,
  }: { output?: object[]; usage?: Usage | null; error?: object | null } = {},
) {
  return {
    id: writeId('resp_', head.id),
    object: 'response',
    created_at: Math.floor(head.createdAt.getTime() / 1000),
    status,
    background: false,
    error,
    incomplete_details: null,
    instructions: head.instructions,
    max_output_tokens: head.maxOutputTokens,
    metadata: head.metadata,
    ...nameModel(head.modelId, head.answeredBy),
    output,
    parallel_tool_calls: true,
    previous_response_id: head.previousId,
    reasoning: { effort: null, summary: null },
    store: head.stored,
    temperature: null,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    truncation: 'disabled',
    usage: usage
      ? {
          input_tokens: usage.promptTokens,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: usage.completionTokens,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: usage.promptTokens + usage.completionTokens,
        }
      : null,
  };
}

/** The files behind documents; one that is gone is named by the document. */
async function readFileIds({ database }: Platform, actor: Actor, citations: readonly Citation[]) {
  const ids = [...new Set(citations.map(({ documentId }) => documentId))];
  if (ids.length === 0) return new Map<string, string>();
  const rows = await database.withActor(actor, (tx) =>
    tx
      .select({ id: documents.id, fileId: documents.fileId })
      .from(documents)
      .where(inArray(documents.id, ids)),
  );
  return new Map(rows.map(({ id, fileId }) => [id, fileId]));
}

/** The standard annotations of the Responses API, one for each marker. */
async function presentAnnotations(platform: Platform, actor: Actor, citations: readonly Citation[]) {
  const files = await readFileIds(platform, actor, citations);
  return listMarkers(citations).map(({ citation: { documentId, documentName }, start }) => ({
    type: 'file_citation' as const,
    file_id: writeId('file-', files.get(documentId) ?? documentId),
    filename: documentName,
    index: start,
  }));
}

function presentText(text: string, annotations: object[] = [], citations: object[] = []) {
  return {
    type: 'output_text',
    text,
    annotations,
    logprobs: [],
    ...(citations.length > 0 ? { citations } : {}),
  };
}

const presentItem = (head: ResponseHead, status: string, content: object[]) => ({
  id: writeId('msg_', head.id),
  type: 'message',
  status,
  role: 'assistant',
  content,
});

/** The whole answer as one object. */
export async function writeResponse(
  platform: Platform,
  actor: Actor,
  head: ResponseHead,
  pieces: AsyncGenerator<AnswerPiece>,
) {
  for await (const piece of pieces) {
    if (piece.type === 'stand-in') head.answeredBy = piece.answeredBy;
    if (piece.type !== 'end') continue;
    const { content, citations, usage, finish } = piece;
    const annotations = await presentAnnotations(platform, actor, citations);
    const part = presentText(content, annotations, presentCitations(platform, citations));
    return {
      ...present(head, 'completed', { output: [presentItem(head, 'completed', [part])], usage }),
      ...(finish === 'length'
        ? { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
        : {}),
    };
  }
  throw new AppError('server.unavailable');
}

/** The answer as the events of the Responses API. */
export async function* streamResponse(
  platform: Platform,
  actor: Actor,
  head: ResponseHead,
  pieces: AsyncGenerator<AnswerPiece>,
): AsyncGenerator<string> {
  let sequence = 0;
  const event = (type: string, more: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...more })}\n\n`;
  const place = { item_id: writeId('msg_', head.id), output_index: 0, content_index: 0 };
  let streamed = '';
  let begun = false;
  const begin = () => {
    if (begun) return '';
    begun = true;
    const response = present(head, 'in_progress');
    return [
      event('response.created', { response }),
      event('response.in_progress', { response }),
      event('response.output_item.added', { output_index: 0, item: presentItem(head, 'in_progress', []) }),
      event('response.content_part.added', { ...place, part: presentText('') }),
    ].join('');
  };
  for await (const piece of pieces) {
    if (piece.type === 'stand-in') head.answeredBy = piece.answeredBy;
    else if (piece.type === 'text') {
      streamed += piece.text;
      yield begin() + event('response.output_text.delta', { ...place, delta: piece.text, logprobs: [] });
    } else if (piece.type === 'end') {
      const { streamedCitations, usage } = piece;
      const annotations = await presentAnnotations(platform, actor, streamedCitations);
      const part = presentText(streamed, annotations, presentCitations(platform, streamedCitations));
      const item = presentItem(head, 'completed', [part]);
      yield [
        begin(),
        ...annotations.map((annotation, n) =>
          event('response.output_text.annotation.added', { ...place, annotation_index: n, annotation }),
        ),
        event('response.output_text.done', { ...place, text: streamed, logprobs: [] }),
        event('response.content_part.done', { ...place, part }),
        event('response.output_item.done', { output_index: 0, item }),
        event('response.completed', { response: present(head, 'completed', { output: [item], usage }) }),
      ].join('');
    }
  }
}

const statuses = {
  complete: 'completed',
  streaming: 'in_progress',
  stopped: 'cancelled',
  interrupted: 'incomplete',
  failed: 'failed',
} as const;

/** A response that is kept, as its conversation has it. */
export async function presentStored(
  platform: Platform,
  actor: Actor,
  { answer, question, conversation }: StoredResponse,
  language: Language,
) {
  const { content, citations, usage, error, status, insteadOf, modelName } = presentMessage(answer, language);
  const head: ResponseHead = {
    id: answer.id,
    modelId: writeId('assistant-', conversation.assistantId),
    ...(insteadOf && modelName !== null ? { answeredBy: { name: modelName } } : {}),
    stored: true,
    createdAt: answer.createdAt,
    previousId: question?.parentId ? writeId('resp_', question.parentId) : null,
    instructions: null,
    maxOutputTokens: null,
    metadata: {},
  };
  const annotations = await presentAnnotations(platform, actor, citations);
  const part = presentText(content, annotations, presentCitations(platform, citations));
  return present(head, statuses[status], {
    output: [presentItem(head, status === 'complete' ? 'completed' : 'incomplete', [part])],
    usage,
    error: error ? { code: 'server_error', message: error.message } : null,
  });
}
