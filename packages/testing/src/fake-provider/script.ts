/** How the next answers of the fake provider go wrong. Each applies to one request, in the order given. */
export type Fault =
  | { kind: 'status'; status: number; retryAfter?: string; message?: string; code?: string; body?: string }
  | { kind: 'context_too_long' }
  /** Never answers. */
  | { kind: 'timeout' }
  /** Cuts the connection after so many tokens. */
  | { kind: 'half_closed'; afterTokens?: number }
  /** Falls silent after so many tokens, the connection staying open. */
  | { kind: 'stall'; afterTokens?: number }
  | { kind: 'malformed_json' }
  /** Embeddings one number longer than asked for. */
  | { kind: 'wrong_vector_size' }
  | { kind: 'wrong_vector_count' }
  /** The first of the vectors is of zeros. */
  | { kind: 'zero_vector' }
  /** An error inside a stream that began well. */
  | { kind: 'error_in_stream'; afterTokens?: number; message?: string };

/** One of the calls that the fake provider serves; others are answered 404. */
export type Call = 'chat' | 'embeddings' | 'rerank' | 'transcriptions' | 'speech' | 'models';

/** A picture or file that came with a request. */
export type SentFile = { name?: string; mediaType: string; bytes: Uint8Array };

/** A message as the chat model reads it, in whichever form its pictures came. */
export type SentMessage = { role: string; content: string; pictures: SentFile[] };

/** A request as it came in. `authorization` is the whole header; a form's files are in `body` as `SentFile`. */
export type RecordedRequest = {
  call: Call | 'other';
  path: string;
  authorization: string | undefined;
  body: Record<string, unknown>;
};

/** What the chat model says and how fast. Times in milliseconds. */
export type ChatScript = {
  tokens: string[] | ((messages: SentMessage[]) => string[]);
  reasoning?: string[];
  /** What it asks its tools for, before its words. */
  calls?: (messages: SentMessage[]) => { name: string; arguments: unknown }[];
  firstTokenDelay?: number;
  tokenDelay?: number;
  finishReason?: string;
  /** False: the provider tells no usage. */
  usage?: false | { promptTokens: number; completionTokens: number };
};

/** What is heard in every recording. */
export type SpeechScript = {
  segments: { start: number; end: number; text: string }[];
  /** False: the provider tells no usage. */
  usage?: false | { inputTokens: number; outputTokens: number };
};

/** How texts are read aloud. */
export type VoiceScript = {
  secondsPerCharacter?: number;
  /** What comes back, whatever the text is. */
  bytes?: Uint8Array;
};

export type FakeProviderOptions = {
  chat?: Partial<ChatScript>;
  speech?: Partial<SpeechScript>;
  /** Length of embedding vectors; 64 unless told. */
  dimensions?: number;
  /** When set, any other key is answered 401. */
  apiKey?: string;
  /** When set, any other model is answered 404. */
  models?: string[];
  /** False: base64 embeddings are refused, as older servers do. */
  base64?: boolean;
  /** Optional fields that are refused with 400, as some compatible servers do. */
  refusedFields?: string[];
  /** Longest input of an embedding in characters; longer ones are refused as too long. */
  longestInput?: number;
  /** Keep what was asked in `requests`; off for load tests. */
  record?: boolean;
};
