import type { LocalChatRequest } from '@lectern/models';
import type { ModelManifest } from '../folder/manifest.ts';
import type { LocalModelErrorKind } from '../local-model-error.ts';

/** The calls that a model process answers, with what each takes and gives. */
export type ModelCalls = {
  embed: {
    task: { texts: string[]; kind: 'query' | 'document' };
    result: { vectors: Float32Array[]; tokens: number };
  };
  rerank: { task: { query: string; texts: string[] }; result: { scores: number[]; tokens: number } };
  /** The words come before, as `text` messages. */
  chat: {
    task: LocalChatRequest;
    result: { reason: 'stop' | 'length'; promptTokens: number; completionTokens: number };
  };
};
export type ModelMethod = keyof ModelCalls;

export type ToModel =
  /** Comes first and once. */
  | { type: 'load'; folder: string; manifest: ModelManifest; runtime: string; threads: number }
  | { type: 'call'; id: number; method: ModelMethod; task: ModelCalls[ModelMethod]['task'] }
  | { type: 'cancel'; id: number };

export type FromModel =
  | { type: 'loaded' }
  | { type: 'unusable'; detail: string }
  | { type: 'alive' }
  | { type: 'text'; id: number; text: string }
  | { type: 'result'; id: number; result: unknown }
  | { type: 'failed'; id: number; detail: string; kind?: LocalModelErrorKind };
