import { AppError, type Citation, type Language } from '@lectern/contract';
import type { FlowServices } from '@lectern/flow';
import { cleanText } from '../../../platform/database/clean-text.ts';
import { newId } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadAssistantsToChat, readAssistantWithBases } from '../../assistants/assistant.service.ts';
import type { AnswerTask } from '../../conversations/answers/answer-task.ts';
import { composeAnswer } from '../../conversations/answers/compose-answer.ts';
import { chatOperation } from '../../conversations/answers/end-answers.service.ts';
import { createLiveAnswer, type LiveAnswer } from '../../conversations/answers/live-answer.ts';
import { bookLooseAnswer } from '../../conversations/answers/loose-answer.service.ts';
import { createLooseTask } from '../../conversations/answers/loose-task.ts';
import { emptyOutcome, type Outcome } from '../../conversations/answers/outcome.ts';
import type { Acting } from './acting.ts';
import type { StepLedger } from './step-ledger.ts';

/** Has an assistant answer as it would in a conversation. The flow's owner must be allowed to chat with it. */
export async function askAssistant(
  platform: Platform,
  { actor, owner, run, signal }: Acting,
  ledger: StepLedger,
  { assistantId, question, history, onDelta, onCitation }: Parameters<FlowServices['askAssistant']>[0],
): ReturnType<FlowServices['askAssistant']> {
  const { assistant, bases } = await platform.database.withActor(owner, async (tx) => {
    const [found] = await loadAssistantsToChat(tx, owner, [assistantId]);
    if (!found) throw new AppError('assistant.not_found');
    // Flows that ask each other would have no end.
    if (found.flowId) throw new AppError('flow.assistant_is_flow');
    return readAssistantWithBases(tx, owner, found);
  });
  const task: AnswerTask = {
    ...createLooseTask({
      actor,
      language: run.language as Language,
      assistant,
      bases,
      answerId: newId(),
      question,
      history,
    }),
    outside: { flowId: run.flowId },
  };
  const live = relay(createLiveAnswer(), onDelta, onCitation);
  const composed = emptyOutcome();
  try {
    await bookLooseAnswer(platform, task, { live, outcome: composed, signal }, () =>
      composeAnswer(platform, task, live, signal, composed),
    );
  } finally {
    const { model, standIn } = composed.call ?? {};
    if (model) ledger.addModel(model.name, standIn?.insteadOf.name ?? null);
    await ledger.count(listOperations(task, composed));
  }
  return {
    text: cleanText(composed.content || live.content),
    citations: composed.citations,
    nothingFound: composed.nothingFound,
  };
}

/** Tells the words and citations of an answer as they come. */
function relay(
  live: LiveAnswer,
  onDelta: ((text: string) => void) | undefined,
  onCitation: ((citation: Citation) => void) | undefined,
): LiveAnswer {
  const { append, mark } = live;
  live.append = (text) => {
    append(text);
    onDelta?.(text);
  };
  live.mark = (event) => {
    mark(event);
    if (event.type === 'citation') onCitation?.(event.citation);
  };
  return live;
}

function listOperations({ answer }: AnswerTask, composed: Outcome): string[] {
  const steps = composed.explain?.().steps ?? [];
  return [...new Set([chatOperation(answer.id), ...steps.flatMap(({ operations }) => operations)])];
}
