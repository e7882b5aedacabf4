import { converseWithTools, type NumberedHit, toolRules } from '@lectern/answering';
import type { ChatEvent, ChatMessage, ChatModel, ChatRequest, ToolCall } from '@lectern/models';
import type { OpenMcpTool } from '../../mcp-connections/mcp-tools.service.ts';
import { type ChatCall, estimatePrompt, passCall } from './chat-call.ts';
import type { LiveAnswer } from './live-answer.ts';
import type { Outcome } from './outcome.ts';
import { createWordRelay } from './relay-words.ts';
import type { createToolUser } from './use-tools.ts';

const mostRounds = 5;

const noPassages =
  'Nothing in the knowledge bases matches the question. Use your tools, or say that you found nothing; do not answer from general knowledge.';

type Writing = {
  model: ChatModel;
  request: Omit<ChatRequest, 'messages' | 'tools'>;
  prompt: { messages: ChatMessage[]; hits: NumberedHit[] };
  quotes: { cites: boolean; readsMarkers: boolean };
  tools: readonly OpenMcpTool[];
  use: ReturnType<typeof createToolUser>;
  /** Said where neither the knowledge bases nor a tool gave anything; undefined: the model's own words. */
  emptyResponse: string | undefined;
  live: LiveAnswer;
  outcome: Outcome;
  call: ChatCall;
};

/** An answer whose model may call tools; what it says on the way is part of the answer. */
export async function writeWithTools({
  model,
  request,
  prompt,
  quotes,
  tools,
  use,
  emptyResponse,
  live,
  outcome,
  call,
}: Writing): Promise<void> {
  const relay = createWordRelay(prompt.hits, quotes, live, outcome, call);
  const messages = withRules(
    prompt.messages,
    emptyResponse === undefined ? toolRules : `${toolRules} ${noPassages}`,
  );
  const offered = tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
  const asked = call.model;
  const spent = { promptTokens: 0, completionTokens: 0 };
  /** Words of a model that has nothing to go on yet; they may be none of the answer. */
  let held: ChatEvent[] | undefined = emptyResponse === undefined ? undefined : [];

  /** One round: what it costs comes on top of the rounds before. */
  async function converse(mayCall: boolean) {
    call.counted = false;
    passCall(call, asked);
    call.promptTokens = spent.promptTokens + estimatePrompt(messages);
    const calls: ToolCall[] = [];
    let text = '';
    for await (const event of model.stream({
      ...request,
      messages,
      ...(mayCall ? { tools: offered } : {}),
    })) {
      if (event.type === 'tool-call') calls.push(event.call);
      else if (event.type === 'stand-in') relay.push(event);
      else if (event.type === 'finish') {
        relay.push(event);
        const { promptTokens, completionTokens, estimated } = call;
        call.others.push({ ...call.model, promptTokens, completionTokens, estimated });
        spent.promptTokens += call.promptTokens;
        spent.completionTokens += call.completionTokens;
        Object.assign(call, spent);
      } else {
        if (event.type === 'text-delta') text += event.text;
        if (held) held.push(event);
        else relay.push(event);
      }
    }
    return { text, calls };
  }

  try {
    await converseWithTools({
      messages,
      rounds: mostRounds,
      converse: async (_, mayCall) => {
        const reply = await converse(mayCall);
        if (mayCall && reply.calls.length > 0) {
          for (const event of held ?? []) relay.push(event);
          held = undefined;
          // What follows the call is a paragraph of its own.
          if (reply.text.trim() !== '') relay.push({ type: 'text-delta', text: '\n\n' });
        }
        return reply;
      },
      answer: use.answer,
    });
    if (held && emptyResponse !== undefined) relay.push({ type: 'text-delta', text: emptyResponse });
    if (outcome.toolCalls.some(({ state }) => state === 'done')) outcome.nothingFound = false;
  } finally {
    relay.finish();
  }
}

function withRules(prompt: readonly ChatMessage[], rules: string): ChatRequest['messages'] {
  const [first, ...others] = prompt;
  return first?.role === 'system'
    ? [{ ...first, content: `${first.content}\n\n${rules}` }, ...others]
    : [{ role: 'system', content: rules }, ...prompt];
}
