import { type Exchange, sendError, sendJson } from './exchange.ts';

/** What the script says was heard: with times when `verbose_json` is asked for, else the text alone. */
export function answerTranscription(exchange: Exchange): void {
  const { body, response, speech } = exchange;
  if (body.file === undefined) {
    sendError(response, 400, 'file is required');
    return;
  }
  const text = speech.segments.map((segment) => segment.text).join(' ');
  const usage = speech.usage
    ? { usage: { input_tokens: speech.usage.inputTokens, output_tokens: speech.usage.outputTokens } }
    : {};
  const timed = {
    duration: speech.segments.at(-1)?.end ?? 0,
    segments: speech.segments.map((segment, id) => ({ id, ...segment })),
  };
  sendJson(exchange, { text, ...(body.response_format === 'verbose_json' && timed), ...usage });
}
