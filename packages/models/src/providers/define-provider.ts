import type { FormField, ProviderDescription } from '@lectern/contract';
import type { z } from 'zod';
import type {
  ChatModel,
  Clock,
  EmbeddingModel,
  Fetch,
  LocalModels,
  ModelType,
  RerankModel,
  SpeechModel,
  VoiceModel,
} from '../ports.ts';
import type { TimeLimits } from '../resilience/model-runtime.ts';

/** One model of a provider, as the person who added it described it. */
export type ModelSpecification = {
  /** The name that the provider knows it by, such as "gpt-5-mini". */
  name: string;
  type: ModelType;
  /** Chat: tokens for prompt and answer together. Embedding and rerank: longest input. Absent: a careful guess. */
  contextTokens?: number;
  /** Embedding: length of its vectors; absent until the first answer tells. */
  dimensions?: number;
  /** Whether a chat model reads images. */
  vision?: boolean;
  /** Text to speech: the provider's name of the voice; absent: one that most servers know. */
  voice?: string;
};

/** How many texts and estimated tokens one request to an embedding or rerank model may hold. */
export type BatchLimits = { texts: number; tokens: number };

/** What one provider needs in order to make a model: never more than its own credentials. */
export type ProviderContext<Credentials> = {
  credentials: Credentials;
  fetch: Fetch;
  clock: Clock;
  /** Names of optional fields that a model's server refused before; kept from call to call. */
  getRefusedFields: (model: ModelSpecification) => Set<string>;
  /** What runs models on this machine. */
  local: LocalModels;
};

/**
 * The models of one provider: each call is one attempt. Retries, time-outs, batches and the circuit
 * breaker are laid around hosted providers by `openChatModel` and its siblings.
 */
export type ProviderModels = {
  /** Also models that read pictures: a picture comes with a message. */
  chat?: (model: ModelSpecification) => ChatModel;
  embedding?: (model: ModelSpecification) => EmbeddingModel & { batch?: BatchLimits };
  rerank?: (model: ModelSpecification) => RerankModel & { batch?: BatchLimits };
  speech?: (model: ModelSpecification) => SpeechModel;
  voice?: (model: ModelSpecification) => VoiceModel;
};

export type ModelNameForm = {
  example: string;
  /** What people see, and what is sent; undefined where it is malformed. */
  read: (entered: string) => { shown: string; sent: string } | undefined;
};

/** One model provider: one file or folder in `providers/`, one line in `providers/index.ts`. */
export type Provider<Credentials = unknown> = {
  id: string;
  name: string;
  /** False for providers that compute in this process and never use the network. */
  hosted: boolean;
  modelTypes: readonly ModelType[];
  /** Where this provider needs more patience than others. */
  limits?: Partial<TimeLimits>;
  credentials: { schema: z.ZodType<Credentials>; fields: readonly FormField[] };
  /** Models that need no entry of their own, such as the built-in ones. */
  includedModels?: readonly ModelSpecification[];
  create: (context: ProviderContext<Credentials>) => ProviderModels;
  /** Names of the models that the credentials open, where the provider tells them. */
  listModels?: (context: ProviderContext<Credentials>, signal?: AbortSignal) => Promise<string[]>;
  /** Where what people enter as the model's name is more than a name. */
  modelName?: ModelNameForm;
  /** What it calls that by which a model is called; absent: its name. */
  modelTerm?: ProviderDescription['modelTerm'];
  /** What it calls a voice; absent: its name. */
  voiceTerm?: ProviderDescription['voiceTerm'];
  /** Where people get a key. */
  keysUrl?: string;
};

/** Keeps the credential type of one provider; the registry forgets it. */
export function defineProvider<Credentials>(provider: Provider<Credentials>): Provider<Credentials> {
  return provider;
}
