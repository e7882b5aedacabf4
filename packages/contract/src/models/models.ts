import { z } from 'zod';
import { id, keepMasked, name, secret, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { formField } from '../knowledge-bases/knowledge-bases.ts';

export const modelTypes = [
  'chat',
  'embedding',
  'rerank',
  'image_to_text',
  'speech_to_text',
  'text_to_speech',
] as const;
export type ModelTypeName = (typeof modelTypes)[number];

/** What is publicly known of a model; null: nothing. */
export const knownModel = z.object({
  name: z.string(),
  type: z.enum(modelTypes),
  vision: z.boolean(),
  contextTokens: z.number().int().nullable(),
  /** Length of its vectors, unless another is asked for. */
  dimensions: z.number().int().nullable(),
  /** In US dollars for a million tokens, as the provider lists them on `pricesOf`. */
  inputPrice: z.number().nullable(),
  outputPrice: z.number().nullable(),
  /** The day of these prices. */
  pricesOf: z.iso.date().nullable(),
});
export type KnownModel = z.infer<typeof knownModel>;

export const providerDescription = z.object({
  id: z.string(),
  name: z.string(),
  modelTypes: z.array(z.enum(modelTypes)),
  credentials: z.array(formField),
  /** Nothing to configure: its models are always there. */
  builtIn: z.boolean(),
  /** Whether it tells which models a key opens. */
  listsModels: z.boolean(),
  /** Where people get a key. */
  keysUrl: z.string().nullable(),
  /** Where a model's name is entered in a form of its own, such as a mapping to its endpoint. */
  modelNameExample: z.string().nullable(),
  /** What the provider calls that by which a model is called. */
  modelTerm: z.enum(['name', 'uid', 'deployment']),
  /** What it calls a voice. */
  voiceTerm: z.enum(['name', 'reference']),
  knownModels: z.array(knownModel),
});
export type ProviderDescription = z.infer<typeof providerDescription>;

/** Built-in models have ids such as `built-in/embedding`; others a UUID. */
/** Of a hundred passages that answer a test question, those among its first ten results: with the model, and with the built-in one. */
export const searchGain = z.object({ found: z.number(), foundBuiltIn: z.number() });

export const model = z.object({
  id: z.string(),
  providerId: z.string(),
  providerName: z.string(),
  /** The provider's name of the model. */
  modelName: z.string(),
  /** The name people pick it by. */
  name: z.string(),
  type: z.enum(modelTypes),
  vision: z.boolean(),
  /** Of a text-to-speech model, as the provider calls it; null: a usual one. */
  voice: z.string().nullable(),
  contextTokens: z.number().int().nullable(),
  baseUrl: z.string().nullable(),
  /** Whether a key is stored; the key itself is write-only. Shown as `••••last`. */
  maskedKey: z.string().nullable(),
  /** What else the provider's form asks for, by field; of a stored secret only a mask. */
  options: z.record(z.string(), z.string()),
  builtIn: z.boolean(),
  /** Whose it is: the company's own, or the platform's for all companies. */
  owner: z.enum(['built_in', 'platform', 'company']),
  /** For a million tokens, of text to speech a million characters, in the platform's currency; null: no price is known. */
  inputPrice: z.number().nullable(),
  outputPrice: z.number().nullable(),
  /** Answers where this one cannot; null: none does. */
  secondModelId: z.string().nullable(),
  /** Of an embedding model that was measured. */
  gain: searchGain.nullable(),
  /** What each company may use of it; null: no limit. */
  requestsPerMinute: z.number().int().nullable(),
  tokensPerMinute: z.number().int().nullable(),
  /** In the currency of the prices. */
  pricePerMonth: z.number().nullable(),
  /** What the company has used, in this minute and in this calendar month (UTC); null: nothing is limited. */
  use: z.object({ requests: z.number().int(), tokens: z.number().int(), price: z.number() }).nullable(),
  createdAt: timestamp.nullable(),
});
export type Model = z.infer<typeof model>;

const option = z.string().trim().max(4_000).transform(keepMasked);

const credentials = {
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  apiKey: secret.optional(),
  /** The other fields of the provider's form; an empty one is removed. Secrets among them are write-only, as the key is. */
  options: z
    .record(z.string().max(64), option)
    .refine((fields) => Object.keys(fields).length <= 20)
    .optional(),
};

const voice = z.string().trim().min(1).max(128).nullable();

const price = z.number().min(0).max(1_000_000).nullable();

/** A model of the same type, of the same owner or the platform's, that has no second model itself. */
const secondModelId = id.nullable();

const secondModelErrors = [
  'model.second_itself',
  'model.second_has_second',
  'model.second_of_second',
  'model.second_embedding',
  'model.wrong_type',
] as const;

const limits = {
  requestsPerMinute: z.number().int().min(1).max(1_000_000).nullable(),
  tokensPerMinute: z.number().int().min(1).max(1_000_000_000).nullable(),
  pricePerMonth: z.number().min(0.01).max(1_000_000_000).nullable(),
};

const modelInput = z.strictObject({
  providerId: z.string().min(1).max(64),
  modelName: z.string().trim().min(1).max(255),
  name: name.optional(),
  type: z.enum(modelTypes),
  vision: z.boolean().default(false),
  voice: voice.default(null),
  contextTokens: z.number().int().min(256).max(10_000_000).nullable().default(null),
  inputPrice: price.default(null),
  outputPrice: price.default(null),
  secondModelId: secondModelId.default(null),
  requestsPerMinute: limits.requestsPerMinute.default(null),
  tokensPerMinute: limits.tokensPerMinute.default(null),
  pricePerMonth: limits.pricePerMonth.default(null),
  ...credentials,
});

export const listModelProviders = defineEndpoint({
  id: 'listModelProviders',
  tag: 'Models',
  summary: 'The providers with their forms',
  method: 'GET',
  path: '/model-providers',
  access: 'SettingsCompanyModels',
  response: z.object({ items: z.array(providerDescription) }),
  status: 200,
});

export const listModels = defineEndpoint({
  id: 'listModels',
  tag: 'Models',
  summary: 'Models that the company may use',
  method: 'GET',
  path: '/models',
  access: 'Chat',
  scope: 'any',
  query: z.object({ type: z.enum(modelTypes).optional() }),
  response: z.object({ items: z.array(model) }),
  status: 200,
});

export const testModel = defineEndpoint({
  id: 'testModel',
  tag: 'Models',
  summary:
    'Try a model before saving it; with `model_id`, a field left out is taken from what is stored for the same address',
  method: 'POST',
  path: '/models/test',
  access: 'SettingsModel',
  body: modelInput.extend({ modelId: id.optional() }),
  response: z.object({
    ok: z.boolean(),
    /** Why not, in the caller's language. */
    message: z.string().nullable(),
    tookMs: z.number().int(),
    /** Length of the vectors of an embedding model. */
    dimensions: z.number().int().nullable(),
  }),
  status: 200,
  errors: ['model.provider_unknown', 'model.credentials_invalid', 'model.name_invalid', 'model.not_found'],
  rateLimit: 'model',
});

export const listModelNames = defineEndpoint({
  id: 'listModelNames',
  tag: 'Models',
  summary: 'Ask a provider which models the credentials open; with `model_id`, as in `testModel`',
  method: 'POST',
  path: '/models/names',
  access: 'SettingsModel',
  body: z.strictObject({ providerId: modelInput.shape.providerId, modelId: id.optional(), ...credentials }),
  response: z.object({
    names: z.array(z.string()),
    /** Why there are none, in the caller's language. */
    message: z.string().nullable(),
  }),
  status: 200,
  errors: ['model.provider_unknown', 'model.credentials_invalid', 'model.not_found'],
  rateLimit: 'model',
});

export const createModel = defineEndpoint({
  id: 'createModel',
  tag: 'Models',
  summary: 'Add a model of a provider',
  method: 'POST',
  path: '/models',
  access: 'SettingsModel',
  body: modelInput,
  response: model,
  status: 201,
  errors: [
    'model.name_taken',
    'model.name_invalid',
    'model.provider_unknown',
    'model.credentials_invalid',
    'model.address_refused',
    'model.not_found',
    ...secondModelErrors,
  ],
});

export const modelParams = z.object({ modelId: id });

export const updateModel = defineEndpoint({
  id: 'updateModel',
  tag: 'Models',
  summary: 'Change a model; a new base URL needs the key again',
  method: 'PATCH',
  path: '/models/:modelId',
  access: 'SettingsModel',
  params: modelParams,
  body: z.strictObject({
    name: name.optional(),
    modelName: z.string().trim().min(1).max(255).optional(),
    vision: z.boolean().optional(),
    voice: voice.optional(),
    contextTokens: z.number().int().min(256).max(10_000_000).nullable().optional(),
    inputPrice: price.optional(),
    outputPrice: price.optional(),
    secondModelId: secondModelId.optional(),
    requestsPerMinute: limits.requestsPerMinute.optional(),
    tokensPerMinute: limits.tokensPerMinute.optional(),
    pricePerMonth: limits.pricePerMonth.optional(),
    ...credentials,
  }),
  response: model,
  status: 200,
  errors: [
    'model.not_found',
    'model.name_taken',
    'model.name_invalid',
    'model.credentials_invalid',
    'model.address_refused',
    'model.in_use',
    ...secondModelErrors,
  ],
});

export const deleteModel = defineEndpoint({
  id: 'deleteModel',
  tag: 'Models',
  summary: 'Remove a model that nothing uses',
  method: 'DELETE',
  path: '/models/:modelId',
  access: 'SettingsModel',
  params: modelParams,
  responseKind: 'none',
  status: 204,
  errors: ['model.not_found', 'model.in_use'],
});

/** The system default model of each type; null: none. Chat and embedding fall back to the built-in ones. */
export const systemModels = z.object({
  chat: z.string().nullable(),
  embedding: z.string().nullable(),
  rerank: z.string().nullable(),
  imageToText: z.string().nullable(),
  speechToText: z.string().nullable(),
  textToSpeech: z.string().nullable(),
});
export type SystemModels = z.infer<typeof systemModels>;

export const getSystemModels = defineEndpoint({
  id: 'getSystemModels',
  tag: 'Models',
  summary: 'The system default models',
  method: 'GET',
  path: '/system-models',
  access: 'Chat',
  scope: 'any',
  response: systemModels,
  status: 200,
});

export const getDefaultModels = defineEndpoint({
  id: 'getDefaultModels',
  tag: 'Models',
  summary:
    "The models taken where nobody chose one: the company's choice, else the system's, else a built-in one",
  method: 'GET',
  path: '/default-models',
  access: 'Chat',
  scope: 'any',
  response: systemModels,
  status: 200,
});

export const updateSystemModels = defineEndpoint({
  id: 'updateSystemModels',
  tag: 'Models',
  summary: 'Choose the system default models',
  method: 'PATCH',
  path: '/system-models',
  access: 'SettingsModel',
  body: z.strictObject({
    chat: z.string().max(64).nullable().optional(),
    embedding: z.string().max(64).nullable().optional(),
    rerank: z.string().max(64).nullable().optional(),
    imageToText: z.string().max(64).nullable().optional(),
    speechToText: z.string().max(64).nullable().optional(),
    textToSpeech: z.string().max(64).nullable().optional(),
  }),
  response: systemModels,
  status: 200,
  errors: ['model.not_found', 'model.wrong_type'],
});
