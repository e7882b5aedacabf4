import {
  buildPrompt,
  checkAnswer,
  chooseQuestionToAnswer,
  listTableAnswers,
  type Prompt,
} from '@lectern/answering';
import type { Message } from '@lectern/contract';
import type { ChatModel } from '@lectern/models';
import { together } from '../../../platform/database/together.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { AssistantRow } from '../../assistants/assistant.table.ts';
import { type OpenMcpTool, openMcpTools } from '../../mcp-connections/mcp-tools.service.ts';
import { isBuiltInModel } from '../../models/complete.service.ts';
import { type Opened, openChat } from '../../models/model.service.ts';
import { readDocumentContexts } from '../../retrieval/document-context.service.ts';
import { updateStreamingAnswer } from '../conversation.queries.ts';
import type { AnswerTask } from './answer-task.ts';
import { beginCall, type ChatCall, estimatePrompt } from './chat-call.ts';
import { replyCurated } from './curated-reply.ts';
import { chatOperation } from './end-answers.service.ts';
import { buildExplanation } from './explanation.ts';
import { type FoundPassages, findPassages } from './find-passages.service.ts';
import { flowAnswerPort } from './flow-answer-port.ts';
import type { LiveAnswer } from './live-answer.ts';
import { type Outcome, Stopped } from './outcome.ts';
import { relayWords } from './relay-words.ts';
import { createStepLog, type StepLog } from './step-log.ts';
import { asChatPassages, asPassages } from './table-passages.ts';
import { createToolUser } from './use-tools.ts';
import { writeWithTools } from './write-with-tools.ts';

/** Finds passages, has the model write, and checks what it wrote. `outcome` grows with each step. */
export async function composeAnswer(
  platform: Platform,
  task: AnswerTask,
  live: LiveAnswer,
  signal: AbortSignal,
  outcome: Outcome,
): Promise<void> {
  const { assistant } = task;
  // Who names documents wants their words.
  const curated = task.question.documents.length === 0 ? await replyCurated(platform, task, live) : undefined;
  if (curated) {
    Object.assign(outcome, curated);
    return;
  }
  if (assistant.flowId) {
    await flowAnswerPort.get().answer(platform, { ...task, flowId: assistant.flowId }, live, signal, outcome);
    return;
  }
  const log = createStepLog(platform, task, live, signal);
  const found = await findPassages(platform, task, log, signal);
  const passages = [...asPassages(found.asked, found.tables), ...found.hits];
  let prompt: Prompt = { messages: [], hits: [] };
  outcome.searchedQuestion = found.rewritten?.text ?? null;
  outcome.nothingFound = found.searched && passages.length === 0;
  outcome.explain = () =>
    buildExplanation(task, found, {
      prompt: prompt.messages,
      hits: prompt.hits,
      citations: outcome.citations,
      steps: log.steps(),
      toolCalls: outcome.toolCalls,
    });
  live.mark({ type: 'retrieval', hitCount: passages.length, searchedQuestion: found.asked });
  const saysNothing = outcome.nothingFound && assistant.emptyResponse.trim() !== '';
  // With tools there is more to look at.
  if (saysNothing && assistant.toolIds.length === 0) {
    live.append(assistant.emptyResponse);
    outcome.content = assistant.emptyResponse;
    return;
  }
  const prepared = await preparePrompt(platform, task, found, passages);
  prompt = prepared.prompt;
  outcome.call = prepared.call;
  if (prepared.tableAnswers.length > 0)
    live.mark({ type: 'table_answers', tableAnswers: prepared.tableAnswers });
  await log.run('write', async (_, taken) => {
    taken.modelName = prepared.opened.name;
    taken.operations.push(prepared.operation);
    try {
      await writeAnswer(platform, task, found, prepared, live, signal, outcome);
    } finally {
      const { model, standIn, others } = prepared.call;
      taken.modelName = model.name;
      taken.insteadOf = standIn?.insteadOf.name ?? null;
      taken.operations.push(...others.map((_, n) => `${prepared.operation}:${n + 1}`));
    }
  });
  await checkClaims(platform, task, log, live, prepared, outcome);
}

type Prepared = {
  opened: Opened<ChatModel>;
  prompt: Prompt;
  call: ChatCall;
  operation: string;
  tools: OpenMcpTool[];
  tableAnswers: Message['tableAnswers'];
};

async function preparePrompt(
  platform: Platform,
  task: AnswerTask,
  found: FoundPassages,
  passages: Parameters<typeof buildPrompt>[0]['hits'],
): Promise<Prepared> {
  const { actor, assistant, answer } = task;
  return platform.database.withCompany(actor.companyId, async (tx) => {
    const [opened, contexts, tools] = await together([
      openChat(platform, tx, assistant.chatModelId),
      readDocumentContexts(tx, found.hits),
      openMcpTools(tx, assistant.toolIds),
    ]);
    const prompt = buildPrompt({
      assistant,
      variables: task.variables,
      history: task.history,
      // Without earlier turns the model could not tell what the question leans on.
      question: assistant.conversationMemory === 0 ? found.asked : task.question.content,
      hits: passages,
      contexts,
      overviews: found.overviews,
      // Where something is to be said for nothing, models do not answer from what they know otherwise.
      searched: found.searched && (passages.length > 0 || assistant.emptyResponse.trim() === ''),
      ...(task.instructions ? { instructions: task.instructions } : {}),
      contextTokens: opened.model.contextTokens,
      language: task.language,
      now: new Date(),
    });
    const promptTokens = estimatePrompt(prompt.messages);
    const tableAnswers = listTableAnswers(prompt.hits);
    // Saved first: if this process crashes, the call is recorded from here.
    const row =
      task.outside ||
      (await updateStreamingAnswer(tx, answer.id, {
        modelId: opened.id,
        modelName: opened.name,
        promptTokens,
        tableAnswers,
        searchedQuestion: found.rewritten?.text ?? null,
      }));
    // Deleted or ended meanwhile: nobody waits for it.
    if (!row) throw new Stopped();
    const call = beginCall(opened, promptTokens);
    await task.keepCall?.(tx, call);
    return { opened, prompt, call, operation: chatOperation(answer.id), tableAnswers, tools };
  });
}

async function writeAnswer(
  platform: Platform,
  task: AnswerTask,
  { asked, rewritten }: FoundPassages,
  { opened, prompt, call, tools }: Prepared,
  live: LiveAnswer,
  signal: AbortSignal,
  outcome: Outcome,
): Promise<void> {
  const { assistant, question } = task;
  const { model } = opened;
  const builtIn = isBuiltInModel(opened.id);
  const request = {
    parameters: withoutNulls(assistant.parameters),
    passages: asChatPassages(asked, prompt.hits),
    question: chooseQuestionToAnswer(question.content, rewritten),
    signal,
  };
  // The built-in answerer marks each quote itself, whatever the setting.
  const quotes = { cites: assistant.showQuote, readsMarkers: assistant.quoteByLlm || builtIn };
  const emptyResponse = outcome.nothingFound ? assistant.emptyResponse.trim() || undefined : undefined;
  if (tools.length > 0 && !builtIn) {
    const { contextTokens } = model;
    const use = createToolUser(platform, task, tools, { live, signal, outcome, contextTokens });
    const to = { live, outcome, call };
    await writeWithTools({ model, request, prompt, quotes, tools, use, emptyResponse, ...to });
  } else if (emptyResponse !== undefined) {
    live.append(emptyResponse);
    outcome.content = emptyResponse;
    outcome.call = undefined;
  } else {
    const stream = model.stream({ messages: prompt.messages, ...request });
    await relayWords(stream, prompt.hits, quotes, live, outcome, call);
  }
}

/** The answer stands by now: whatever goes wrong here leaves it unchecked. */
async function checkClaims(
  platform: Platform,
  { assistant }: AnswerTask,
  log: StepLog,
  live: LiveAnswer,
  { opened, prompt }: Prepared,
  outcome: Outcome,
): Promise<void> {
  if (assistant.claimCheck === 'off' || outcome.content.trim() === '') return;
  try {
    outcome.support = await log.run('check', (ask) =>
      checkAnswer({
        answer: outcome.content,
        citations: outcome.citations,
        ...(assistant.showQuote ? {} : { passages: prompt.hits.map(({ text }) => text) }),
        onlyCited: isBuiltInModel(opened.id),
        ...(assistant.claimCheck === 'model' ? { ask } : {}),
      }),
    );
    live.mark({ type: 'support', support: outcome.support });
  } catch (error) {
    platform.log.warn({ event: 'answer.check_failed', reason: String(error) });
  }
}

function withoutNulls(parameters: AssistantRow['parameters']) {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null));
}
