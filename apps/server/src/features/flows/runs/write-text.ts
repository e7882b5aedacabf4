import { buildPrompt } from '@lectern/answering';
import type { Citation, Language, Message } from '@lectern/contract';
import { type FlowServices, StepError, type WriteRequest } from '@lectern/flow';
import { ModelError } from '@lectern/models';
import { cleanText } from '../../../platform/database/clean-text.ts';
import type { Platform } from '../../../platform/platform.ts';
import { generalDefaults } from '../../assistants/assistant-defaults.ts';
import { beginCall, countBrokenCall, estimatePrompt } from '../../conversations/answers/chat-call.ts';
import { relayWords } from '../../conversations/answers/relay-words.ts';
import { asChatPassages } from '../../conversations/answers/table-passages.ts';
import { isBuiltInModel } from '../../models/complete.service.ts';
import { openChat } from '../../models/model.service.ts';
import { readDocumentContexts } from '../../retrieval/document-context.service.ts';
import type { Acting } from './acting.ts';
import type { StepLedger } from './step-ledger.ts';

/** Has a model write a text, with the sources that it cites, as an answer of an assistant is written. */
export async function writeText(
  platform: Platform,
  acting: Acting,
  ledger: StepLedger,
  request: WriteRequest,
): ReturnType<FlowServices['write']> {
  const { prompt, opened } = await prepare(platform, acting, request);
  const call = beginCall(opened, estimatePrompt(prompt.messages));
  const written = { content: '', citations: [] as Citation[], tableAnswers: [] as Message['tableAnswers'] };
  const listener = createListener(request);
  const isBuiltIn = isBuiltInModel(opened.id);
  if (isBuiltIn && !answersFromPassages(request))
    throw new StepError('flow.needs_model', undefined, { isFinal: true });
  try {
    const stream = opened.model.stream({
      messages: prompt.messages,
      parameters: withoutNulls(request.parameters),
      ...(request.passages.length > 0 || isBuiltIn
        ? { passages: asChatPassages(request.question, prompt.hits), question: request.question }
        : {}),
      signal: acting.signal,
    });
    const quotes = { cites: request.cite && prompt.hits.length > 0, readsMarkers: true };
    await relayWords(stream, prompt.hits, quotes, listener, written, call);
  } catch (error) {
    countBrokenCall(call, listener.content, error);
    await ledger.book(
      opened,
      call,
      call.begin,
      error instanceof ModelError ? `model.${error.kind}` : 'failed',
    );
    throw error;
  }
  await ledger.book(opened, call, call.begin);
  return { text: cleanText(written.content), citations: written.citations, isBuiltIn };
}

/** All that the built-in model can do: a question of its own makes it say at least that nothing was found. */
const answersFromPassages = ({ prompt, question, passages }: WriteRequest) =>
  prompt === question || (passages.length > 0 && question !== '');

function createListener({ onDelta, onCitation }: WriteRequest) {
  const listener = {
    content: '',
    append: (text: string) => {
      listener.content += text;
      onDelta?.(text);
    },
    mark: (event: { type: 'citation'; citation: Citation } | { type: 'reasoning'; text: string }) => {
      if (event.type === 'citation') onCitation?.(event.citation);
    },
  };
  return listener;
}

function prepare(
  platform: Platform,
  { actor, run }: Acting,
  { modelId, system, prompt, history, passages, cite, parameters }: WriteRequest,
) {
  const language = run.language as Language;
  return platform.database.withActor(actor, async (tx) => {
    const opened = await openChat(platform, tx, modelId);
    const searched = passages.length > 0;
    const defaults = generalDefaults(language);
    const built = buildPrompt({
      assistant: {
        ...defaults,
        systemPrompt: searched && !system.includes('{knowledge}') ? `${system}\n\n{knowledge}` : system,
        conversationMemory: history.length,
        showQuote: cite,
        parameters: { ...defaults.parameters, ...parameters },
      },
      variables: {},
      history,
      question: prompt,
      hits: passages,
      contexts: searched ? await readDocumentContexts(tx, passages) : [],
      overviews: [],
      searched,
      contextTokens: opened.model.contextTokens,
      language,
      now: new Date(),
    });
    return { opened, prompt: built };
  });
}

function withoutNulls(parameters: WriteRequest['parameters']) {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null));
}
