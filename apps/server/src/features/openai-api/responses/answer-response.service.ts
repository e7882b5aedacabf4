import { AppError, type Citation, type Language } from '@lectern/contract';
import type { ChatParameters } from '@lectern/models';
import type { Actor } from '../../../platform/actor.ts';
import { ForeignRefusal } from '../../../platform/http/foreign-api.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type AnswerStream, answersOf } from '../../conversations/answers/answer-stream.service.ts';
import { beginAnswer } from '../../conversations/conversation.service.ts';
import { beginConversation } from '../../conversations/conversation-life.service.ts';
import { type AnswerPiece, answerTarget } from '../chat/answer-target.service.ts';
import { narrow } from '../chat/narrow-assistant.ts';
import { readAsked } from '../chat/read-messages.ts';
import { placeInStreamed } from '../citations.ts';
import { findTarget, type Target } from '../models/find-model.service.ts';
import { findStoredResponse } from './stored-response.service.ts';

type Asker = { actor: Actor; language: Language; signal: AbortSignal };

export type ResponseQuestion = {
  model: string;
  messages: Parameters<typeof readAsked>[0];
  parameters: ChatParameters;
  previousId: string | undefined;
  /** Undefined: as the model allows. */
  store: boolean | undefined;
};

export type AnsweringResponse = {
  id: string;
  modelId: string;
  stored: boolean;
  pieces: AsyncGenerator<AnswerPiece>;
};

/** An answer of an assistant is kept as a turn of a conversation; other answers are not kept. */
export async function answerResponse(
  platform: Platform,
  asker: Asker,
  question: ResponseQuestion,
): Promise<AnsweringResponse> {
  const target = await platform.database.withActor(asker.actor, (tx) =>
    findTarget(tx, asker.actor, question.model),
  );
  if (target.kind === 'assistant' && question.store !== false)
    return answerInConversation(platform, asker, target, question);
  if (question.previousId !== undefined)
    refuse('previous_response_id', 'Only answers of assistants that are stored can be continued.');
  if (question.store) refuse('store', 'Only answers of assistants are stored: set store to false.');
  const { model, messages, parameters } = question;
  const { id, pieces } = await answerTarget(platform, asker, model, { messages, parameters, tools: [] });
  return { id, modelId: target.id, stored: false, pieces };
}

function refuse(param: string, text: string): never {
  throw new ForeignRefusal('request.invalid', text, { param, reason: 'unsupported_parameter' });
}

async function answerInConversation(
  platform: Platform,
  { actor, language, signal }: Asker,
  target: Extract<Target, { kind: 'assistant' }>,
  { messages, parameters, previousId }: ResponseQuestion,
): Promise<AnsweringResponse> {
  const { instructions, history, question } = readAsked(messages, 'input');
  const answers = answersOf(platform);
  answers.checkMayRead(actor);
  answers.answerer.checkRoom();
  const task = await platform.database.withActor(actor, async (tx) => {
    const previous =
      previousId === undefined
        ? undefined
        : await findStoredResponse(tx, actor, previousId, 'previous_response_id');
    if (previous && previous.conversation.assistantId !== target.row.id)
      refuse('model', 'The previous response is of another assistant.');
    const { id: conversationId } = previous?.conversation ?? (await beginConversation(tx, actor, target.row));
    const input = {
      content: question,
      parentId: previous?.answer.id ?? null,
      fileIds: [],
      variables: {},
      inputs: {},
      documentIds: [],
    };
    return beginAnswer(tx, { actor, conversationId, input, language, earlier: history });
  });
  const live = answers.answerer.start({
    ...task,
    assistant: narrow(task.assistant, parameters),
    ...(instructions === '' ? {} : { instructions }),
  });
  const { id } = task.answer;
  // Who goes away wants no more of it; what was written stays.
  signal.addEventListener('abort', () => void answers.answerer.stop(id), { once: true });
  const stream = answers.sendLive(live, { actor, assistantId: target.row.id, signal });
  return { id, modelId: target.id, stored: true, pieces: readEvents(stream) };
}

/** The events of a chat as pieces of an answer. */
async function* readEvents(stream: AnswerStream): AsyncGenerator<AnswerPiece> {
  let streamed = '';
  for await (const { data: event } of stream) {
    if (event.type === 'reasoning') yield { type: 'reasoning', text: event.text };
    else if (event.type === 'delta') {
      streamed += event.text;
      yield { type: 'text', text: event.text };
    } else if (event.type === 'done') {
      const { content, citations, status, error, usage, insteadOf, modelName } = event.message;
      if (status === 'failed') throw new AppError(error?.code ?? 'server.error');
      if (status === 'interrupted') throw new AppError('server.unavailable', {}, { retryAfterSeconds: 5 });
      if (insteadOf && modelName !== null) yield { type: 'stand-in', answeredBy: { name: modelName } };
      if (content !== streamed && content.startsWith(streamed)) {
        yield { type: 'text', text: content.slice(streamed.length) };
        streamed = content;
      }
      yield endOf({ content, citations, streamed, usage: usage ?? { promptTokens: 0, completionTokens: 0 } });
    }
  }
}

function endOf(ended: {
  content: string;
  citations: Citation[];
  streamed: string;
  usage: { promptTokens: number; completionTokens: number };
}): AnswerPiece {
  const { content, citations, streamed, usage } = ended;
  return {
    type: 'end',
    finish: 'stop',
    toolCalls: [],
    usage,
    content,
    citations,
    streamedCitations: placeInStreamed(citations, { final: content, streamed }),
  };
}
