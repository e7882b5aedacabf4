import type {
  ChatModel,
  EmbeddingModel,
  RerankModel,
  SpeechModel,
  VisionModel,
  VoiceModel,
} from './ports.ts';
import { ModelError } from './ports.ts';
import type { ModelSpecification, Provider, ProviderModels } from './providers/define-provider.ts';
import { getProvider } from './providers/index.ts';
import { guardChatModel } from './resilience/guarded-chat.ts';
import { guardSpeechModel, guardVoiceModel } from './resilience/guarded-speech.ts';
import { guardEmbeddingModel, guardRerankModel } from './resilience/guarded-vectors.ts';
import { guardVisionModel } from './resilience/guarded-vision.ts';
import { type Meter, metered } from './resilience/meter.ts';
import type { ModelRuntime } from './resilience/model-runtime.ts';

/** One model that a company may use. */
export type ModelEntry = {
  providerId: string;
  /** Decrypted; checked against the provider's own schema here. */
  credentials: unknown;
  model: ModelSpecification;
  /** Separates breakers and limits: company and provider entry, never the key itself. */
  guardKey: string;
  /** Counts the calls; undefined: nothing is limited. */
  meter?: Meter | undefined;
};

/** Names of the models that the credentials open; empty where the provider does not tell. */
export async function listModelNames(
  providerId: string,
  credentials: unknown,
  { fetch, clock, local }: ModelRuntime,
  signal?: AbortSignal,
): Promise<string[]> {
  const provider = getProvider(providerId);
  const context = { credentials: readCredentials(provider, credentials), fetch, clock, local };
  return (await provider.listModels?.({ ...context, getRefusedFields: () => new Set() }, signal)) ?? [];
}

/** A chat model with limits, breaker and retries around it. Throws a ModelError when the entry makes none. */
export function openChatModel(entry: ModelEntry, shared: ModelRuntime): ChatModel {
  const { models, guard, runtime } = open(entry, shared);
  const model = models.chat?.(entry.model) ?? refuse(entry);
  const guarded = guard === undefined ? model : guardChatModel(model, guard, runtime);
  return entry.meter ? metered.chat(guarded, entry.meter) : guarded;
}

/** An embedding model with truncation, batches, limits, breaker and retries around it. */
export function openEmbeddingModel(entry: ModelEntry, shared: ModelRuntime): EmbeddingModel {
  const { models, guard, runtime } = open(entry, shared);
  const model = models.embedding?.(entry.model) ?? refuse(entry);
  const guarded = guard === undefined ? model : guardEmbeddingModel(model, guard, runtime);
  return entry.meter ? metered.embedding(guarded, entry.meter, model.batch) : guarded;
}

/** A rerank model with truncation, batches, limits, breaker and retries around it. */
export function openRerankModel(entry: ModelEntry, shared: ModelRuntime): RerankModel {
  const { models, guard, runtime } = open(entry, shared);
  const model = models.rerank?.(entry.model) ?? refuse(entry);
  const guarded = guard === undefined ? model : guardRerankModel(model, guard, runtime);
  return entry.meter ? metered.rerank(guarded, entry.meter, model.batch) : guarded;
}

/** A reader of pictures: an `image_to_text` model, or a chat model that is said to see. */
export function openVisionModel(entry: ModelEntry, shared: ModelRuntime): VisionModel {
  const { models, guard, runtime } = open(entry, shared);
  const { type, vision } = entry.model;
  const model =
    type === 'image_to_text' || (type === 'chat' && vision) ? models.chat?.(entry.model) : undefined;
  // No model that runs in this process sees.
  if (model === undefined || guard === undefined) return refuse(entry, 'image_to_text');
  const guarded = guardVisionModel(model, guard, runtime);
  return entry.meter ? metered.vision(guarded, entry.meter) : guarded;
}

/** A speech model with limits, breaker and retries around it. */
export function openSpeechModel(entry: ModelEntry, shared: ModelRuntime): SpeechModel {
  const { models, guard, runtime } = open(entry, shared);
  const model = models.speech?.(entry.model) ?? refuse(entry);
  const guarded = guard === undefined ? model : guardSpeechModel(model, guard, runtime);
  return entry.meter ? metered.speech(guarded, entry.meter) : guarded;
}

/** A text-to-speech model with limits, breaker and retries around it. */
export function openVoiceModel(entry: ModelEntry, shared: ModelRuntime): VoiceModel {
  const { models, guard, runtime } = open(entry, shared);
  const model = models.voice?.(entry.model) ?? refuse(entry);
  const guarded = guard === undefined ? model : guardVoiceModel(model, guard, runtime);
  return entry.meter ? metered.voice(guarded, entry.meter) : guarded;
}

function open(entry: ModelEntry, shared: ModelRuntime) {
  const provider = getProvider(entry.providerId);
  const runtime = { ...shared, limits: { ...shared.limits, ...provider.limits } };
  const credentials = readCredentials(provider, entry.credentials);
  const guard = provider.hosted ? runtime.getGuard(entry.guardKey) : undefined;
  const { baseUrl } = credentials as { baseUrl?: string };
  const models: ProviderModels = provider.create({
    credentials,
    fetch: runtime.fetch,
    clock: runtime.clock,
    local: runtime.local,
    getRefusedFields: ({ name, type }) => {
      const known = guard?.refusedFields ?? new Map<string, Set<string>>();
      const place = `${baseUrl} ${type} ${name}`;
      const fields = known.get(place) ?? new Set();
      known.set(place, fields);
      return fields;
    },
  });
  return { models, runtime, guard };
}

function readCredentials(provider: Provider, given: unknown): unknown {
  const credentials = provider.credentials.schema.safeParse(given);
  if (credentials.success) return credentials.data;
  const fields = credentials.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new ModelError('bad_credentials', { detail: `missing or wrong: ${fields}` });
}

function refuse(entry: ModelEntry, type = entry.model.type): never {
  throw new ModelError('model_not_found', {
    detail: `${getProvider(entry.providerId).name} has no ${type} models`,
  });
}
