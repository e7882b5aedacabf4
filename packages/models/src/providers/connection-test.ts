import {
  openChatModel,
  openEmbeddingModel,
  openRerankModel,
  openSpeechModel,
  openVisionModel,
  openVoiceModel,
} from '../open-model.ts';
import { ModelError, type ModelErrorKind } from '../ports.ts';
import { createModelRuntime, type ModelRuntime } from '../resilience/model-runtime.ts';
import { samplePicture, sampleRecording } from './connection-samples.ts';
import type { ModelSpecification } from './define-provider.ts';

/** The outcome of trying a model before it is saved. `dimensions` comes with embedding models. */
export type ConnectionTest =
  | { ok: true; milliseconds: number; dimensions?: number }
  | { ok: false; milliseconds: number; kind: ModelErrorKind; detail: string | undefined };

/**
 * Asks the model for the least it can do, once, with neither retries nor the breaker of calls in
 * earnest: the person waits and wants to know what is wrong now.
 */
export async function testConnection(
  providerId: string,
  credentials: unknown,
  model: ModelSpecification,
  runtime: ModelRuntime,
  signal?: AbortSignal,
): Promise<ConnectionTest> {
  const begin = runtime.clock.now();
  // A runtime of its own: its breaker starts closed and what it learns is forgotten.
  const { fetch, clock, random, retry, limits, local } = runtime;
  const alone = createModelRuntime({ fetch, clock, random, limits, local, retry: { ...retry, attempts: 1 } });
  const entry = { providerId, credentials, model, guardKey: 'connection test' };
  try {
    const dimensions = await ask(entry, alone, signal);
    return {
      ok: true,
      milliseconds: runtime.clock.now() - begin,
      ...(dimensions !== undefined && { dimensions }),
    };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { ok: false, milliseconds: runtime.clock.now() - begin, kind: error.kind, detail: error.detail };
  }
}

async function ask(
  entry: Parameters<typeof openChatModel>[0],
  runtime: ModelRuntime,
  signal?: AbortSignal,
): Promise<number | undefined> {
  if (entry.model.type === 'embedding') {
    const { vectors } = await openEmbeddingModel(entry, runtime).embed(['Hello'], { kind: 'query', signal });
    return vectors[0]?.length;
  }
  if (entry.model.type === 'rerank') {
    await openRerankModel(entry, runtime).rerank('Which is a colour?', ['Blue', 'Seven'], { signal });
    return undefined;
  }
  if (entry.model.type === 'speech_to_text') {
    await openSpeechModel(entry, runtime).transcribe(sampleRecording(), { short: true, signal });
    return undefined;
  }
  if (entry.model.type === 'text_to_speech') {
    await openVoiceModel(entry, runtime).speak('OK.', { signal });
    return undefined;
  }
  // A chat model that is said to see must prove it: one that does not refuses pictures by their form.
  if (entry.model.type === 'image_to_text' || entry.model.vision === true) {
    const prompt = 'Reply with the colour of this picture, one word.';
    await openVisionModel(entry, runtime).read(samplePicture(), { prompt, maxTokens: 256, signal });
    return undefined;
  }
  const messages = [{ role: 'user' as const, content: 'Reply with the word OK.' }];
  // Reasoning models think before they write: the first sign of life is proof enough.
  for await (const _ of openChatModel(entry, runtime).stream({
    messages,
    parameters: { maxTokens: 256 },
    signal,
  })) {
    return undefined;
  }
  throw new ModelError('bad_response', { detail: 'an empty answer' });
}
