import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { searchGain } from './models.ts';

/** A model's folder, such as `multilingual-e5-small`. */
const localModelId = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,62}$/i);

export const localModelInstall = z.object({
  status: z.enum(['in_progress', 'finished', 'failed', 'cancelled']),
  stage: z.enum(['runtime', 'files', 'check']).nullable(),
  percent: z.number(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

export const localModel = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(['embedding', 'rerank', 'chat']),
  licence: z.string().nullable(),
  languages: z.array(z.string()),
  /** How many it knows in all; null: not known. */
  languageCount: z.number().int().nullable(),
  /** Of a chat model: for prompt and answer together, once it is installed as many as this server bears. */
  maxTokens: z.number().int(),
  /** Length of its vectors. */
  dimensions: z.number().int().nullable(),
  /** Of a chat model, such as `Q4_K_M`. */
  quantization: z.string().nullable(),
  /** To download, or on the disk. */
  bytes: z.number(),
  /** Memory that it needs while it runs, roughly. */
  memoryMegabytes: z.number().int(),
  /** Whether this server has that memory. */
  fits: z.boolean(),
  inCatalogue: z.boolean(),
  gain: searchGain.nullable(),
  /** The page of the model at the hub. */
  page: z.string().nullable(),
  /** Its id among the models, once it is installed. */
  modelId: z.string().nullable(),
  /** The latest installation, unless it succeeded. */
  install: localModelInstall.nullable(),
});
export type LocalModel = z.infer<typeof localModel>;

/** The embedding model that would improve search here, until it is installed or declined. */
export const modelOffer = z
  .object({
    model: localModel,
    /** Of the model, and of what runs it unless that is there. */
    downloadBytes: z.number(),
  })
  .nullable();
export type ModelOffer = z.infer<typeof modelOffer>;

export const listLocalModels = defineEndpoint({
  id: 'listLocalModels',
  tag: 'Models',
  summary: 'Models that run on this server, and those that can be downloaded',
  method: 'GET',
  path: '/local-models',
  access: 'SettingsModel',
  response: z.object({
    items: z.array(localModel),
    machine: z.object({
      memoryMegabytes: z.number().int(),
      processors: z.number().int(),
      /** What the first embedding or rerank model brings along, unless it is there. */
      runtimeBytes: z.number(),
      /** What the first chat model brings along, unless it is there. */
      chatRuntimeBytes: z.number(),
      /** Whether models can be installed from a folder of the server. */
      canImport: z.boolean(),
    }),
  }),
  status: 200,
});

const installErrors = ['local_model.running', 'local_model.installed', 'local_model.too_large'] as const;

export const downloadLocalModel = defineEndpoint({
  id: 'downloadLocalModel',
  tag: 'Models',
  summary: 'Download a model of the catalogue; continues where an earlier download stopped',
  method: 'POST',
  path: '/local-models/:localModelId/download',
  access: 'SettingsModel',
  params: z.object({ localModelId }),
  response: localModelInstall,
  status: 202,
  errors: ['local_model.not_found', ...installErrors],
});

export const cancelLocalModel = defineEndpoint({
  id: 'cancelLocalModel',
  tag: 'Models',
  summary: 'Cancel the installation of a model',
  method: 'POST',
  path: '/local-models/:localModelId/cancel',
  access: 'SettingsModel',
  params: z.object({ localModelId }),
  responseKind: 'none',
  status: 204,
  errors: ['local_model.not_running'],
});

export const declineLocalModel = defineEndpoint({
  id: 'declineLocalModel',
  tag: 'Models',
  summary: 'Decline the model that is offered; it can still be downloaded',
  method: 'POST',
  path: '/local-models/:localModelId/decline',
  access: 'SettingsModel',
  params: z.object({ localModelId }),
  responseKind: 'none',
  status: 204,
  errors: ['local_model.not_found', 'local_model.running', 'local_model.installed'],
});

export const importLocalModel = defineEndpoint({
  id: 'importLocalModel',
  tag: 'Models',
  summary: 'Install a model from a file or folder in the import folder of the server',
  method: 'POST',
  path: '/local-models/import',
  access: 'SettingsModel',
  body: z.strictObject({ path: z.string().trim().min(1).max(1_000) }),
  response: z.object({ id: z.string(), install: localModelInstall }),
  status: 202,
  errors: ['local_model.path_forbidden', 'local_model.path_missing', ...installErrors],
});

export const removeLocalModel = defineEndpoint({
  id: 'removeLocalModel',
  tag: 'Models',
  summary: 'Remove a model that nothing uses from this server',
  method: 'DELETE',
  path: '/local-models/:localModelId',
  access: 'SettingsModel',
  params: z.object({ localModelId }),
  responseKind: 'none',
  status: 204,
  errors: ['local_model.not_found', 'local_model.running', 'model.in_use'],
});
