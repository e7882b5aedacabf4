import {
  type Assistant,
  assistantSettings,
  type ChatParameters,
  createAssistant,
  freedomPresets,
} from '@lectern/contract';
import type { TFunction } from 'i18next';
import { limitsOf } from '../../../ui/form/body-schema.ts';
import { formatNumber } from '../../../ui/format/formats.ts';
import { findVariableProblem, unknownVariables } from './prompt-variables.ts';

export type AssistantSettings = Omit<
  Assistant,
  'id' | 'version' | 'draft' | 'flowHasDraft' | 'ownerName' | 'createdAt' | 'updatedAt' | 'abilities'
>;
export type ParameterName = keyof ChatParameters;

/** A cleared number input holds an empty text. */
type NumberField = number | string;

export type AssistantFormValues = Omit<
  AssistantSettings,
  'parameters' | 'retrieval' | 'conversationMemory'
> & {
  parameters: Record<ParameterName, { sent: boolean; value: NumberField }>;
  retrieval: Omit<AssistantSettings['retrieval'], 'topN' | 'topK'> & { topN: NumberField; topK: NumberField };
  conversationMemory: NumberField;
};

export const formSections = ['basics', 'knowledge', 'search', 'prompt', 'model', 'tools', 'answer'] as const;
export type FormSection = (typeof formSections)[number];

/** The step of each parameter's slider. */
export const parameterSteps: Record<ParameterName, number> = {
  temperature: 0.1,
  topP: 0.05,
  presencePenalty: 0.1,
  frequencyPenalty: 0.1,
  maxTokens: 64,
};
export const parameterNames = Object.keys(parameterSteps) as ParameterName[];

type Range = { min: number; max: number };

/** The range of a number, such as `retrieval.topN`, as the contract states it. */
export function rangeOf(path: string): Range {
  return limitsOf(createAssistant, path) as Range;
}

export type Preset = keyof typeof freedomPresets;

/** The preset that all parameters agree with, if one does. */
export function findPreset(parameters: AssistantFormValues['parameters']): Preset | null {
  const presets = Object.entries(freedomPresets) as [Preset, Record<ParameterName, number>][];
  const match = presets.find(([, preset]) =>
    parameterNames.every((name) => parameters[name].sent && parameters[name].value === preset[name]),
  );
  return match?.[0] ?? null;
}

export function presetParameters(preset: Preset): AssistantFormValues['parameters'] {
  return toParameterFields(freedomPresets[preset]);
}

/** A parameter that is not sent starts at the balanced value when it is switched on. */
function toParameterFields(parameters: ChatParameters): AssistantFormValues['parameters'] {
  return Object.fromEntries(
    parameterNames.map((name) => [
      name,
      { sent: parameters[name] !== null, value: parameters[name] ?? freedomPresets.balance[name] },
    ]),
  ) as AssistantFormValues['parameters'];
}

/** Every setting that the contract declares; what else an assistant's answer holds is no part of the form. */
export function toFormValues(settings: AssistantSettings): AssistantFormValues {
  const names = Object.keys(assistantSettings) as (keyof typeof assistantSettings)[];
  return {
    ...(Object.fromEntries(names.map((name) => [name, settings[name]])) as AssistantSettings),
    name: settings.name,
    parameters: toParameterFields(settings.parameters),
  };
}

/** What the API takes; call it on valid values only. */
export function toSettings(values: AssistantFormValues): AssistantSettings {
  const parameters = Object.fromEntries(
    parameterNames.map((name) => {
      const { sent, value } = values.parameters[name];
      return [name, sent ? Number(value) : null];
    }),
  ) as ChatParameters;
  return {
    ...values,
    name: values.name.trim(),
    parameters,
    retrieval: {
      ...values.retrieval,
      topN: Number(values.retrieval.topN),
      topK: Number(values.retrieval.topK),
    },
    conversationMemory: Number(values.conversationMemory),
  };
}

type Text = TFunction<'chat'>;

function checkNumber(t: Text, field: string, value: NumberField, range: { min: number; max: number }) {
  if (value === '') return t('form.required', { field });
  const number = Number(value);
  return number >= range.min && number <= range.max ? null : t('form.between', { field, ...range });
}

function checkLength(t: Text, text: string, field: string) {
  const { maxLength: max = 0 } = limitsOf(createAssistant, field);
  return text.length > max ? t('form.tooLong', { max: formatNumber(max) }) : null;
}

/** Messages by the path of their field; a field without a problem has none. */
export function validateAssistant(t: Text, values: AssistantFormValues): Record<string, string> {
  const unknown = unknownVariables(values.systemPrompt, values.variables);
  const names = unknown.map((key) => `{${key}}`).join(', ');
  const problems: Record<string, string | null> = {
    name:
      values.name.trim() === ''
        ? t('form.nameRequired')
        : checkLength(t, values.name.trim(), 'name') && t('form.nameTooLong'),
    description: checkLength(t, values.description, 'description'),
    opener: checkLength(t, values.opener, 'opener'),
    emptyResponse: checkLength(t, values.emptyResponse, 'emptyResponse'),
    systemPrompt:
      unknown.length > 0
        ? t('form.unknownVariable', { count: unknown.length, names })
        : checkLength(t, values.systemPrompt, 'systemPrompt'),
    'retrieval.topN': checkNumber(t, t('form.topN'), values.retrieval.topN, rangeOf('retrieval.topN')),
    'retrieval.topK': checkNumber(t, t('form.topK'), values.retrieval.topK, rangeOf('retrieval.topK')),
    conversationMemory: checkNumber(
      t,
      t('form.memory'),
      values.conversationMemory,
      rangeOf('conversationMemory'),
    ),
  };
  for (const name of parameterNames) {
    const { sent, value } = values.parameters[name];
    if (sent)
      problems[`parameters.${name}.value`] = checkNumber(
        t,
        t(`form.${name}`),
        value,
        rangeOf(`parameters.${name}`),
      );
  }
  values.variables.forEach((_, index) => {
    const problem = findVariableProblem(values.variables, index);
    if (problem) problems[`variables.${index}.key`] = t(`form.${variableTexts[problem]}`);
  });
  return Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

const variableTexts = {
  keyRequired: 'variableKeyRequired',
  keyInvalid: 'variableKeyInvalid',
  keyReserved: 'variableKeyReserved',
  keyRepeated: 'variableKeyRepeated',
} as const;

const sectionByField: Record<string, FormSection> = {
  name: 'basics',
  description: 'basics',
  opener: 'basics',
  emptyResponse: 'basics',
  flowId: 'basics',
  knowledgeBaseIds: 'knowledge',
  retrieval: 'search',
  crossLanguages: 'search',
  systemPrompt: 'prompt',
  variables: 'prompt',
  toolIds: 'tools',
  chatModelId: 'model',
  parameters: 'model',
  conversationMemory: 'prompt',
};

/** The sections that hold a problem, in their order. */
export function sectionsWithErrors(errors: Record<string, unknown>): FormSection[] {
  const fields = Object.keys(errors).map((path) => path.split('.')[0] ?? '');
  return formSections.filter((section) => fields.some((field) => sectionByField[field] === section));
}
