/** What the product asks of a model, whoever provides it, and what a provider asks of the world. */

/** The one way out of the process: the outbound client in production, the global `fetch` in tests. */
export type Fetch = (url: string, init?: FetchInit) => Promise<Response>;

/** The part of `RequestInit` that providers use. */
export type FetchInit = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
};

/** Time in milliseconds. `after` returns a function that calls the timer off. */
export type Clock = {
  now: () => number;
  after: (milliseconds: number, callback: () => void) => () => void;
};

export type ModelType =
  | 'chat'
  | 'embedding'
  | 'rerank'
  | 'image_to_text'
  | 'speech_to_text'
  | 'text_to_speech';

/** The second model of another one, which answered in its place. */
export type StandIn = {
  id: string;
  name: string;
  /** Who did not answer, and why. */
  insteadOf: { name: string; reason: ModelErrorKind };
};

export type TokenUsage = {
  promptTokens: number;
  completionTokens: number;
  /** The provider gave no figures and they were counted from the text. */
  estimated?: boolean;
  /** Who used them, where it was not the model that was asked. */
  standIn?: StandIn | undefined;
};

/** Something that a model may ask for, with the JSON schema of what it takes. */
export type ChatTool = { name: string; description: string; parameters: Record<string, unknown> };

/** What a model asks for. `arguments` is what it wrote: JSON, if it kept to the schema. */
export type ToolCall = {
  id: string;
  name: string;
  arguments: string;
  /** Signed thoughts that led to the call, as JSON. Their provider wants them back as they are; no other reads them. */
  thoughts?: { provider: string; content: string };
};

/** Pictures belong to a person's message and are only for models that see. */
export type ChatMessage = {
  role: 'system' | 'user' | 'assistant';
  content: string;
  pictures?: readonly Picture[];
  /** Of the assistant: what it asked for. */
  toolCalls?: readonly ToolCall[];
};

/** What came of a call that the assistant asked for. */
export type ToolMessage = { role: 'tool'; content: string; answers: Pick<ToolCall, 'id' | 'name'> };

/** Every field optional: an absent one is not sent, so that the provider's own default holds. */
export type ChatParameters = {
  temperature?: number;
  topP?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  maxTokens?: number;
};

/** A numbered source the answer may cite. Hosted models read it in the prompt; the built-in answerer reads it here. */
export type ChatPassage = {
  number: number;
  text: string;
  title?: string;
  /** The answer itself, with its marker, where it was computed: the built-in answerer gives it as it is. */
  answer?: string;
};

export type ChatRequest = {
  messages: (ChatMessage | ToolMessage)[];
  parameters: ChatParameters;
  passages?: ChatPassage[];
  /** The stand-alone question, where the caller knows it. */
  question?: string;
  tools?: readonly ChatTool[];
  signal?: AbortSignal;
};

export type ChatEvent =
  /** First of all where a second model answers. */
  | { type: 'stand-in'; standIn: StandIn }
  | { type: 'text-delta'; text: string }
  | { type: 'reasoning-delta'; text: string }
  /** Whole, before the `finish`. */
  | { type: 'tool-call'; call: ToolCall }
  | { type: 'finish'; reason: 'stop' | 'length' | 'filtered' | 'other'; usage: TokenUsage };

export type ChatModel = {
  readonly id: string;
  /** Tokens the prompt and the answer may take together. */
  readonly contextTokens: number;
  /** Ends with exactly one `finish`; throws a ModelError. Deltas never repeat earlier text. */
  stream: (request: ChatRequest) => AsyncIterable<ChatEvent>;
};

export type EmbeddingModel = {
  readonly id: string;
  /** Its vectors tell which words a text has, and not what they mean. */
  readonly wordsOnly?: true;
  /** Longest input in tokens; callers may send longer texts, the adapter truncates. */
  readonly maxInputTokens: number;
  /** One unit-length vector per text, in order. Splits into batches itself. */
  embed: (
    texts: string[],
    options: { kind: 'query' | 'document'; signal?: AbortSignal },
  ) => Promise<{ vectors: Float32Array[]; usage: TokenUsage }>;
};

export type RerankModel = {
  readonly id: string;
  /** One score in 0–1 per text, in order. */
  rerank: (
    query: string,
    texts: string[],
    options: { signal?: AbortSignal },
  ) => Promise<{ scores: number[]; usage: TokenUsage }>;
};

/** A picture as sent to a model: encoded bytes with their media type. */
export type Picture = { bytes: Uint8Array; mediaType: string };

/** Reads pictures: an `image_to_text` model, or a chat vision model. */
export type VisionModel = {
  readonly id: string;
  read: (
    picture: Picture,
    request: { prompt: string; maxTokens?: number; signal?: AbortSignal },
  ) => Promise<{ text: string; usage: TokenUsage }>;
};

/**
 * Writes down speech. Times are seconds from the beginning; a model that gives none returns one segment, which ends
 * where it begins unless the length is known. Silence returns none.
 */
export type SpeechModel = {
  readonly id: string;
  /** `language` as in BCP 47; absent, the model finds out. `short`: a person waits for a few sentences. */
  transcribe: (
    recording: { bytes: Uint8Array; name: string; mediaType: string },
    options: { language?: string; short?: boolean; signal?: AbortSignal },
  ) => Promise<{ segments: { start: number; end: number; text: string }[]; usage: TokenUsage }>;
};

/** Sound as it goes to a player: encoded bytes with the media type that they show. */
export type Sound = { bytes: Uint8Array; mediaType: string; standIn?: StandIn };

/** Longest text of one call, in characters: the limit of OpenAI, and more than others take at their best quality. */
export const longestSpokenText = 4_096;

/** Reads text aloud. */
export type VoiceModel = {
  readonly id: string;
  /** At most `longestSpokenText` characters. */
  speak: (text: string, options: { signal?: AbortSignal }) => Promise<Sound>;
};

/** What a model on this machine is asked: it knows neither pictures nor tools. */
export type LocalChatRequest = {
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[];
  parameters: ChatParameters;
};

/** Words as they come, and how it ended. */
export type LocalChatEvent =
  | { text: string }
  | { reason: 'stop' | 'length'; promptTokens: number; completionTokens: number };

/** Runs models whose files are on this machine. They are named by their folders. Throws a ModelError, or one like it. */
export type LocalModels = {
  /** One unit-length vector per text, in order, with what the model itself wants before such a text. */
  embed: (
    model: string,
    texts: string[],
    options: { kind: 'query' | 'document'; signal?: AbortSignal },
  ) => Promise<{ vectors: Float32Array[]; tokens: number }>;
  /** One score in 0–1 per text, in order. */
  rerank: (
    model: string,
    query: string,
    texts: string[],
    options: { signal?: AbortSignal },
  ) => Promise<{ scores: number[]; tokens: number }>;
  /** The last event says how it ended. Whoever stops reading calls the answer off. */
  chat: (
    model: string,
    request: LocalChatRequest,
    options: { signal?: AbortSignal },
  ) => AsyncIterable<LocalChatEvent>;
};

export type ModelErrorKind =
  | 'bad_credentials'
  | 'model_not_found'
  | 'rate_limited'
  | 'quota_exhausted'
  | 'context_too_long'
  | 'bad_request'
  | 'content_filtered'
  | 'unreachable'
  /** The outbound rules forbid the address; an administrator may allow the host. */
  | 'address_refused'
  | 'timeout'
  | 'server_error'
  | 'bad_response'
  | 'circuit_open'
  /** A limit that the model's owner has set; `detail` tells its size. The first two start anew each minute. */
  | 'requests_limited'
  | 'tokens_limited'
  | 'price_limited'
  | 'aborted'
  /** Of a model on this machine: its files are not there, or are no model that can be run. */
  | 'local_missing'
  | 'local_unusable'
  /** Its process needs more memory than it may use, or ended. */
  | 'local_memory'
  | 'local_crashed';

/** The one error of this package. `detail` never holds a key or a header. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;
  readonly retryAfterMs: number | undefined;
  readonly detail: string | undefined;
  constructor(
    kind: ModelErrorKind,
    options: { detail?: string; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(options.detail === undefined ? kind : `${kind}: ${options.detail}`, { cause: options.cause });
    this.name = 'ModelError';
    this.kind = kind;
    this.detail = options.detail;
    this.retryAfterMs = options.retryAfterMs;
  }
}
