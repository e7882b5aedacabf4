import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerChat } from './answer-chat.ts';
import { answerSpeech } from './answer-speech.ts';
import { answerTranscription } from './answer-transcription.ts';
import { answerEmbeddings, answerRerank } from './answer-vectors.ts';
import { type Exchange, sendError, sendTooLong } from './exchange.ts';
import { readBody } from './read-body.ts';
import type {
  Call,
  ChatScript,
  FakeProviderOptions,
  Fault,
  RecordedRequest,
  SpeechScript,
  VoiceScript,
} from './script.ts';

/** A scripted model provider on a free loopback port: OpenAI's protocol under `/v1`, Ollama's under `/api`. */
export type FakeProvider = {
  /** For the OpenAI-compatible provider: ends in `/v1`. */
  baseUrl: string;
  /** For the Ollama provider. */
  ollamaUrl: string;
  port: number;
  /** Everything asked so far, oldest first. */
  requests: RecordedRequest[];
  /** Streams open at this moment. */
  readonly openStreams: number;
  /** The next requests go wrong like this, one fault each; only those of `call` when given. */
  failNext: (fault: Fault, options?: { times?: number; call?: Call }) => void;
  /** Changes what the chat model says from now on. */
  setChat: (script: Partial<ChatScript>) => void;
  /** Changes what is heard from now on. */
  setSpeech: (script: Partial<SpeechScript>) => void;
  /** Changes how texts are read aloud from now on. */
  setVoice: (script: VoiceScript) => void;
  /** Forgets requests and faults. */
  reset: () => void;
  close: () => Promise<void>;
};

const calls: Record<string, { call: Call; dialect: 'openai' | 'ollama' }> = {
  '/v1/chat/completions': { call: 'chat', dialect: 'openai' },
  '/v1/embeddings': { call: 'embeddings', dialect: 'openai' },
  '/v1/rerank': { call: 'rerank', dialect: 'openai' },
  '/v1/audio/transcriptions': { call: 'transcriptions', dialect: 'openai' },
  '/v1/audio/speech': { call: 'speech', dialect: 'openai' },
  '/v1/models': { call: 'models', dialect: 'openai' },
  '/api/tags': { call: 'models', dialect: 'ollama' },
  '/api/chat': { call: 'chat', dialect: 'ollama' },
  '/api/embed': { call: 'embeddings', dialect: 'ollama' },
};

export async function startFakeProvider(options: FakeProviderOptions = {}): Promise<FakeProvider> {
  const initialChat: ChatScript = { tokens: ['This ', 'is ', 'the ', 'answer ', '[1].'], ...options.chat };
  let chat = initialChat;
  const initialSpeech: SpeechScript = {
    segments: [{ start: 0, end: 2, text: 'This is what was said.' }],
    ...options.speech,
  };
  let speech = initialSpeech;
  let voice: VoiceScript = {};
  let faults: { fault: Fault; call: Call | undefined }[] = [];
  let openStreams = 0;
  const requests: RecordedRequest[] = [];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://fake').pathname;
    const known = calls[path];
    const body = await readBody(request);
    const authorization = request.headers.authorization;
    if (options.record !== false) requests.push({ call: known?.call ?? 'other', path, authorization, body });
    if (known === undefined) return sendError(response, 404, `no route ${path}`);
    if (options.apiKey !== undefined && authorization !== `Bearer ${options.apiKey}`) {
      return sendError(
        response,
        401,
        `Incorrect API key provided: ${authorization ?? 'none'}`,
        'invalid_api_key',
      );
    }
    if (known.call === 'models') {
      const names = options.models ?? ['fake'];
      response.setHeader('content-type', 'application/json');
      return void response.end(
        JSON.stringify(
          known.dialect === 'openai'
            ? {
                object: 'list',
                data: names.map((id) => ({ id, object: 'model', created: 0, owned_by: 'us' })),
              }
            : { models: names.map((name) => ({ name, model: name, size: 1 })) },
        ),
      );
    }
    if (options.models !== undefined && !options.models.includes(String(body.model))) {
      return sendError(response, 404, `model '${String(body.model)}' not found`, 'model_not_found');
    }
    const refused = options.refusedFields?.find((field) => field in body);
    if (refused !== undefined) {
      return sendError(
        response,
        400,
        `Unsupported parameter: '${refused}' is not supported with this model.`,
      );
    }
    const position = faults.findIndex(
      (candidate) => candidate.call === undefined || candidate.call === known.call,
    );
    const fault = position < 0 ? undefined : faults.splice(position, 1)[0]!.fault;
    if (fault?.kind === 'status') return sendFault(response, fault);
    if (fault?.kind === 'timeout') return;
    if (fault?.kind === 'context_too_long') return sendTooLong(response);
    const exchange: Exchange = {
      body,
      response,
      dialect: known.dialect,
      fault,
      options,
      chat,
      speech,
      voice,
    };
    if (known.call === 'rerank') return answerRerank(exchange);
    if (known.call === 'embeddings') return answerEmbeddings(exchange);
    if (known.call === 'transcriptions') return answerTranscription(exchange);
    if (known.call === 'speech') return answerSpeech(exchange);
    openStreams++;
    response.once('close', () => openStreams--);
    await answerChat(exchange);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    ollamaUrl: `http://127.0.0.1:${port}`,
    port,
    requests,
    get openStreams() {
      return openStreams;
    },
    failNext: (fault, { times = 1, call } = {}) => {
      for (let count = 0; count < times; count++) faults.push({ fault, call });
    },
    setChat: (script) => {
      chat = { ...initialChat, ...script };
    },
    setSpeech: (script) => {
      speech = { ...initialSpeech, ...script };
    },
    setVoice: (script) => {
      voice = script;
    },
    reset: () => {
      faults = [];
      requests.length = 0;
      chat = initialChat;
      speech = initialSpeech;
      voice = {};
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendFault(response: ServerResponse, fault: Extract<Fault, { kind: 'status' }>): void {
  if (fault.retryAfter !== undefined) response.setHeader('retry-after', fault.retryAfter);
  if (fault.body !== undefined) {
    response.writeHead(fault.status);
    response.end(fault.body);
  } else sendError(response, fault.status, fault.message ?? 'scripted fault', fault.code);
}
