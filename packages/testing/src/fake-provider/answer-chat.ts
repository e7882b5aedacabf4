import type { Exchange } from './exchange.ts';
import { readMessages } from './read-messages.ts';

/** Streams the scripted answer at its pace, as server-sent events or as JSON lines. */
export async function answerChat({ body, response, dialect, fault, chat }: Exchange): Promise<void> {
  const messages = readMessages(body);
  const tokens = typeof chat.tokens === 'function' ? chat.tokens(messages) : chat.tokens;
  const usage = chat.usage ?? {
    promptTokens: messages.reduce((sum, message) => sum + Math.ceil(message.content.length / 4), 0),
    completionTokens: tokens.length,
  };
  const write = dialect === 'openai' ? openaiWriter(body, usage) : ollamaWriter(body, usage);
  const stopAfter = fault !== undefined && 'afterTokens' in fault ? (fault.afterTokens ?? 1) : 1;
  const breaks =
    fault?.kind === 'half_closed' || fault?.kind === 'stall' || fault?.kind === 'error_in_stream';

  await pause(chat.firstTokenDelay);
  response.writeHead(200, { 'content-type': write.contentType, 'cache-control': 'no-cache' });
  if (fault?.kind === 'malformed_json') {
    response.end(dialect === 'openai' ? 'data: {"choices":[{"del\n\n' : '{"message":{"con\n');
    return;
  }
  const calls = chat.calls?.(messages) ?? [];
  if (calls.length > 0) {
    response.end(write.calls(calls) + write.end(dialect === 'openai' ? 'tool_calls' : 'stop'));
    return;
  }
  for (const text of chat.reasoning ?? []) response.write(write.reasoning(text));
  let sent = 0;
  for (const token of tokens) {
    if (response.destroyed) return;
    if (breaks && sent >= stopAfter) {
      if (fault.kind === 'stall') return;
      if (fault.kind === 'half_closed') {
        // What was written must arrive first: a broken connection drops what its reader has not taken.
        await pause(50);
        response.destroy();
        return;
      }
      response.end(
        write.error(fault.kind === 'error_in_stream' ? (fault.message ?? 'The server had an error') : ''),
      );
      return;
    }
    if (sent > 0) await pause(chat.tokenDelay);
    response.write(write.token(token));
    sent++;
  }
  response.end(write.end(chat.finishReason ?? 'stop'));
}

type Usage = false | { promptTokens: number; completionTokens: number };
type Writer = {
  contentType: string;
  token: (text: string) => string;
  reasoning: (text: string) => string;
  calls: (calls: { name: string; arguments: unknown }[]) => string;
  error: (message: string) => string;
  end: (reason: string) => string;
};

function openaiWriter(body: Record<string, unknown>, usage: Usage): Writer {
  const head = { id: 'chatcmpl-fake', object: 'chat.completion.chunk', created: 0, model: body.model };
  const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
  const chunk = (delta: unknown, reason: string | null = null) =>
    event({ ...head, choices: [{ index: 0, delta, finish_reason: reason }] });
  const wantsUsage = (body.stream_options as { include_usage?: boolean } | undefined)?.include_usage === true;
  return {
    contentType: 'text/event-stream',
    token: (text) => chunk({ content: text }),
    reasoning: (text) => chunk({ reasoning_content: text }),
    // The arguments come in two pieces, as they do from real servers.
    calls: (calls) =>
      calls
        .flatMap(({ name, arguments: given }, index) => {
          const text = typeof given === 'string' ? given : JSON.stringify(given);
          const half = Math.ceil(text.length / 2);
          const piece = (more: object) => chunk({ tool_calls: [{ index, ...more }] });
          return [
            piece({ id: `call_${index}`, type: 'function', function: { name, arguments: '' } }),
            piece({ function: { arguments: text.slice(0, half) } }),
            piece({ function: { arguments: text.slice(half) } }),
          ];
        })
        .join(''),
    error: (message) => event({ error: { message, type: 'server_error', code: null } }),
    end: (reason) => {
      const { promptTokens = 0, completionTokens = 0 } = usage || {};
      const counts = { prompt_tokens: promptTokens, completion_tokens: completionTokens };
      const total = { ...counts, total_tokens: promptTokens + completionTokens };
      const last = wantsUsage && usage !== false ? event({ ...head, choices: [], usage: total }) : '';
      return `${chunk({}, reason)}${last}data: [DONE]\n\n`;
    },
  };
}

function ollamaWriter(body: Record<string, unknown>, usage: Usage): Writer {
  const line = (value: object) =>
    `${JSON.stringify({ model: body.model, created_at: '2026-01-01T00:00:00Z', ...value })}\n`;
  return {
    contentType: 'application/x-ndjson',
    token: (text) => line({ message: { role: 'assistant', content: text }, done: false }),
    reasoning: (text) => line({ message: { role: 'assistant', content: '', thinking: text }, done: false }),
    calls: (calls) =>
      calls
        .map((call) =>
          line({
            message: { role: 'assistant', content: '', tool_calls: [{ function: call }] },
            done: false,
          }),
        )
        .join(''),
    error: (message) => line({ error: message }),
    end: (reason) => {
      const counts = usage && { prompt_eval_count: usage.promptTokens, eval_count: usage.completionTokens };
      return line({
        message: { role: 'assistant', content: '' },
        done: true,
        done_reason: reason,
        ...counts,
      });
    },
  };
}

function pause(milliseconds: number | undefined): Promise<void> | undefined {
  if (milliseconds === undefined || milliseconds <= 0) return undefined;
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
