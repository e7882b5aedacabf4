import type { ServerResponse } from 'node:http';
import type { ChatScript, FakeProviderOptions, Fault } from './script.ts';

/** What one answer needs to know. */
export type Exchange = {
  body: Record<string, unknown>;
  response: ServerResponse;
  dialect: 'openai' | 'ollama';
  fault: Fault | undefined;
  options: FakeProviderOptions;
  chat: ChatScript;
};

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
