import type { ServerResponse } from 'node:http';
import type { ChatScript, FakeProviderOptions, Fault, SpeechScript, VoiceScript } from './script.ts';

/** What one answer needs to know. */
export type Exchange = {
  body: Record<string, unknown>;
  response: ServerResponse;
  dialect: 'openai' | 'ollama';
  fault: Fault | undefined;
  options: FakeProviderOptions;
  chat: ChatScript;
  speech: SpeechScript;
  voice: VoiceScript;
};

/** Answers with JSON, or as far as the fault lets it. */
export function sendJson({ response, fault }: Exchange, answer: object): void {
  const text = JSON.stringify(answer);
  response.writeHead(200, { 'content-type': 'application/json' });
  if (fault?.kind === 'half_closed') {
    response.write(text.slice(0, text.length >> 1), () => response.destroy());
  } else if (fault?.kind === 'stall') {
    response.write(text.slice(0, text.length >> 1));
  } else response.end(fault?.kind === 'malformed_json' ? text.slice(0, text.length >> 1) : text);
}

/** Refuses an input as OpenAI does. */
export function sendTooLong(response: ServerResponse): void {
  const message =
    "This model's maximum context length is 8192 tokens. Please reduce the length of the messages.";
  sendError(response, 400, message, 'context_length_exceeded');
}

/** Refuses in OpenAI's form, which Ollama's client understands too. */
export function sendError(response: ServerResponse, status: number, message: string, code?: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'error', param: null, code: code ?? null } }));
}
