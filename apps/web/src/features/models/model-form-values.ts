import {
  type BodyInputOf,
  createModel,
  type KnownModel,
  type Model,
  type ModelTypeName,
  type ProviderDescription,
} from '@lectern/contract';
import { limitsOf } from '../../ui/form/body-schema.ts';
import { type FieldValues, fillDefaults, findMissingFields } from '../../ui/form/schema-form.tsx';

export type ModelFormValues = {
  providerId: string;
  type: ModelTypeName;
  modelName: string;
  name: string;
  vision: boolean;
  voice: string;
  contextTokens: number | null;
  inputPrice: number | null;
  outputPrice: number | null;
  secondModelId: string | null;
  requestsPerMinute: number | null;
  tokensPerMinute: number | null;
  pricePerMonth: number | null;
  /** By field name of the provider's form; the key stays empty where the stored one is kept. */
  credentials: FieldValues;
};

export type ModelBody = BodyInputOf<typeof createModel>;

/** Whether a model answers in tokens, which have a price of their own. */
export function writesTokens(type: ModelTypeName): boolean {
  return type === 'chat' || type === 'image_to_text';
}

/** Whether what it is asked is counted in tokens. */
export function countsTokens(type: ModelTypeName): boolean {
  return type !== 'text_to_speech';
}

/** Whether another model can answer for it: vectors of two models do not match. */
export function mayHaveSecond(type: ModelTypeName): boolean {
  return type !== 'embedding';
}

/** Whether its prompt has a length that is set. */
export function hasContext(type: ModelTypeName): boolean {
  return type === 'embedding' || writesTokens(type);
}

export function startValues(provider: ProviderDescription, model?: Model): ModelFormValues {
  return {
    providerId: provider.id,
    type: model?.type ?? provider.modelTypes[0] ?? 'chat',
    modelName: model?.modelName ?? '',
    name: model && model.name !== model.modelName ? model.name : '',
    vision: model?.vision ?? false,
    voice: model?.voice ?? '',
    contextTokens: model?.contextTokens ?? null,
    inputPrice: model?.inputPrice ?? null,
    outputPrice: model?.outputPrice ?? null,
    secondModelId: model?.secondModelId ?? null,
    requestsPerMinute: model?.requestsPerMinute ?? null,
    tokensPerMinute: model?.tokensPerMinute ?? null,
    pricePerMonth: model?.pricePerMonth ?? null,
    credentials: fillDefaults(
      provider.credentials,
      model ? { baseUrl: model.baseUrl ?? undefined, ...shownOptions(provider, model) } : {},
    ),
  };
}

/** Stored options without the masks of secrets, whose fields stay empty. */
export function shownOptions(
  { credentials }: ProviderDescription,
  { options }: Model,
): Record<string, string> {
  const isShown = (name: string) => credentials.find((field) => field.name === name)?.widget !== 'password';
  return Object.fromEntries(Object.entries(options).filter(([name]) => isShown(name)));
}

/** What is publicly known of the model that is entered. */
export function findKnownModel(
  { knownModels }: ProviderDescription,
  { modelName, type }: Pick<ModelFormValues, 'modelName' | 'type'>,
): KnownModel | undefined {
  const name = modelName.trim();
  return knownModels.find((known) => known.name === name && known.type === type);
}

/**
 * What changes in the form when a model is named: the facts of it, where a field is empty or still says what was known of
 * the model before. Prices are in dollars, and no help in another currency.
 */
export function fillKnownModel(
  values: ModelFormValues,
  known: KnownModel | undefined,
  before: KnownModel | undefined,
  currency: string,
): Partial<ModelFormValues> {
  const { contextTokens, inputPrice, outputPrice, vision } = values;
  const fill = (value: number | null, was?: number | null, is?: number | null) =>
    value === null || value === was ? (is ?? null) : value;
  return {
    contextTokens: fill(contextTokens, before?.contextTokens, known?.contextTokens),
    vision: known && vision === (before?.vision ?? false) ? known.vision : vision,
    ...(currency === 'USD' && {
      inputPrice: fill(inputPrice, before?.inputPrice, known?.inputPrice),
      outputPrice: fill(outputPrice, before?.outputPrice, known?.outputPrice),
    }),
  };
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** What is sent. Of the options that are `stored`, those that were emptied are told to be removed. */
export function toModelBody(
  values: ModelFormValues,
  stored: Readonly<Record<string, string>> = {},
): ModelBody {
  const { baseUrl, apiKey, ...others } = values.credentials;
  return {
    providerId: values.providerId,
    type: values.type,
    modelName: values.modelName.trim(),
    name: readText(values.name),
    vision: values.type === 'chat' && values.vision,
    voice: values.type === 'text_to_speech' ? (readText(values.voice) ?? null) : null,
    contextTokens: values.contextTokens,
    inputPrice: values.inputPrice,
    outputPrice: writesTokens(values.type) ? values.outputPrice : null,
    secondModelId: mayHaveSecond(values.type) ? values.secondModelId : null,
    requestsPerMinute: values.requestsPerMinute,
    tokensPerMinute: countsTokens(values.type) ? values.tokensPerMinute : null,
    pricePerMonth: values.pricePerMonth,
    baseUrl: readText(baseUrl),
    apiKey: readText(apiKey),
    options: Object.fromEntries(
      Object.entries(others).flatMap(([name, value]) => {
        const text = readText(value) ?? (name in stored ? '' : undefined);
        return text === undefined ? [] : [[name, text]];
      }),
    ),
  };
}

/** The mask of the secret that is stored for a field, if any. */
export function findStoredSecret(model: Model | undefined, field = 'apiKey'): string | undefined {
  return (field === 'apiKey' ? model?.maskedKey : model?.options[field]) ?? undefined;
}

/** Whether the stored secret may serve on: only at the address it was given for. */
export function keepsStoredSecret(
  values: ModelFormValues,
  model: Model | undefined,
  field = 'apiKey',
): boolean {
  const isStored = findStoredSecret(model, field) !== undefined;
  return isStored && readText(values.credentials.baseUrl) === (model?.baseUrl ?? undefined);
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

export type ModelProblem = 'required' | 'address' | 'price' | 'limit';

const limitNames = ['requestsPerMinute', 'tokensPerMinute', 'pricePerMonth'] as const;

/** What is missing or wrong, by field; empty: it can be sent. */
export function findModelProblems(
  values: ModelFormValues,
  provider: ProviderDescription,
  model: Model | undefined,
): Record<string, ModelProblem> {
  const problems: Record<string, ModelProblem> = {};
  if (values.modelName.trim() === '') problems.modelName = 'required';
  for (const field of findMissingFields(provider.credentials, values.credentials)) {
    const isSecret = provider.credentials.some(({ name, widget }) => name === field && widget === 'password');
    if (isSecret && keepsStoredSecret(values, model, field)) continue;
    problems[field] = 'required';
  }
  const baseUrl = readText(values.credentials.baseUrl);
  if (baseUrl && !isWebAddress(baseUrl)) problems.baseUrl = 'address';
  const { inputPrice, outputPrice } = toModelBody(values);
  for (const [field, price] of Object.entries({ inputPrice, outputPrice })) {
    const { min = 0, max = 0 } = limitsOf(createModel, field);
    if (typeof price === 'number' && !(price >= min && price <= max)) problems[field] = 'price';
  }
  for (const field of limitNames) {
    const { min = 0, max = 0 } = limitsOf(createModel, field);
    const limit = values[field];
    if (limit !== null && !(limit >= min && limit <= max)) problems[field] = 'limit';
  }
  return problems;
}
