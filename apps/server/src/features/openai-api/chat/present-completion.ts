import type { Citation } from '@lectern/contract';
import type { ToolCall } from '@lectern/models';
import type { Platform } from '../../../platform/platform.ts';
import { presentCitations, presentUrlCitations } from '../citations.ts';
import { type AnsweringModel, nameModel } from '../name-model.ts';
import { writeId } from '../openai-ids.ts';
import type { Answering, Usage } from './answer-target.service.ts';

const nowInSeconds = () => Math.floor(Date.now() / 1000);

export function presentUsage({ promptTokens, completionTokens }: Usage) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

const presentToolCall = ({ id, name, arguments: given }: ToolCall) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: given },
});

/** Only where there is something to cite, as in OpenAI's own answers. */
function presentSources(platform: Platform, citations: readonly Citation[]) {
  if (citations.length === 0) return {};
  return {
    annotations: presentUrlCitations(platform, citations),
    citations: presentCitations(platform, citations),
  };
}

/** The whole answer as one object. */
export async function collectCompletion(platform: Platform, { id, target, pieces }: Answering) {
  let reasoning = '';
  let answeredBy: AnsweringModel | undefined;
  for await (const piece of pieces) {
    if (piece.type === 'stand-in') answeredBy = piece.answeredBy;
    if (piece.type === 'reasoning') reasoning += piece.text;
    if (piece.type !== 'end') continue;
    const { content, toolCalls, finish, citations, usage } = piece;
    return {
      id: writeId('chatcmpl-', id),
      object: 'chat.completion',
      created: nowInSeconds(),
      ...nameModel(target.id, answeredBy),
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: content === '' && toolCalls.length > 0 ? null : content,
            refusal: null,
            annotations: [],
            ...presentSources(platform, citations),
            ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
            ...(toolCalls.length > 0 ? { tool_calls: toolCalls.map(presentToolCall) } : {}),
          },
          logprobs: null,
          finish_reason: finish,
        },
      ],
      usage: presentUsage(usage),
    };
  }
  throw new Error('the caller has left');
}

/** The answer as it is written; the last delta has what it cites. */
export async function* streamCompletion(
  platform: Platform,
  { id, target, pieces }: Answering,
  { withUsage }: { withUsage: boolean },
): AsyncGenerator<string> {
  const head = {
    id: writeId('chatcmpl-', id),
    object: 'chat.completion.chunk',
    created: nowInSeconds(),
  };
  let answeredBy: AnsweringModel | undefined;
  const frame = (more: object) =>
    `data: ${JSON.stringify({ ...head, ...nameModel(target.id, answeredBy), ...more, ...(withUsage && !('usage' in more) ? { usage: null } : {}) })}\n\n`;
  const chunk = (delta: object, finish: string | null = null) =>
    frame({ choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });
  let begun = false;
  const begin = () => {
    if (begun) return '';
    begun = true;
    return chunk({ role: 'assistant', content: '', refusal: null });
  };
  for await (const piece of pieces) {
    if (piece.type === 'stand-in') answeredBy = piece.answeredBy;
    else if (piece.type === 'text') yield begin() + chunk({ content: piece.text });
    else if (piece.type === 'reasoning') yield begin() + chunk({ reasoning_content: piece.text });
    else {
      const { toolCalls, finish, streamedCitations, usage } = piece;
      const calls = toolCalls.map((call, index) =>
        chunk({ tool_calls: [{ index, ...presentToolCall(call) }] }),
      );
      const last = chunk(presentSources(platform, streamedCitations), finish);
      const counted = withUsage ? frame({ choices: [], usage: presentUsage(usage) }) : '';
      yield `${begin()}${calls.join('')}${last}${counted}data: [DONE]\n\n`;
    }
  }
}
