import type { Assistant, AssistantSettings, DocumentFilter, RetrievalSettings } from '@lectern/contract';
import { type ChangeObject, diffLines } from 'diff';
import type { TFunction } from 'i18next';
import type { ParameterName } from '../form/assistant-form-values.ts';

/** What changed in a setting: texts line by line, other values as a whole. */
export type SettingChange = { name: string; label: string } & (
  | { kind: 'text'; parts: ChangeObject<string>[] }
  | { kind: 'value'; before: string; after: string }
);

type Text = TFunction<'chat'>;

/** The words for values that only the page knows: names of models and knowledge bases, numbers. */
export type ValueWords = {
  model: (id: string) => string;
  knowledgeBase: (id: string) => string;
  flow: (id: string) => string;
  number: (value: number) => string;
  filter: (filter: DocumentFilter) => string;
};

const texts = ['description', 'opener', 'emptyResponse', 'systemPrompt', 'variables'] as const;
const labelKeys = {
  description: 'description',
  avatar: 'avatar',
  language: 'language',
  opener: 'opener',
  emptyResponse: 'emptyResponse',
  knowledgeBaseIds: 'bases',
  systemPrompt: 'systemPrompt',
  variables: 'variables',
  chatModelId: 'chatModel',
  showQuote: 'showQuote',
  conversationMemory: 'memory',
  multiTurn: 'multiTurn',
  selfRag: 'selfRag',
  quoteByLlm: 'quoteByLlm',
  addChunkInfo: 'addChunkInfo',
  sortByPage: 'sortByPage',
  keywordExtraction: 'keywordExtraction',
  crossLanguages: 'crossLanguages',
  deriveFilter: 'deriveFilter',
  claimCheck: 'claimCheck',
  mailSupport: 'mailSupport',
  toolIds: 'tools',
  flowId: 'answeredBy',
} as const satisfies Record<Exclude<keyof AssistantSettings, 'retrieval' | 'parameters'>, string>;

const retrievalKeys = {
  topN: 'topN',
  similarityThreshold: 'threshold',
  keywordWeight: 'keywordWeight',
  useGraph: 'useGraph',
  rerankModelId: 'rerank',
  topK: 'topK',
  filter: 'metadataFilter',
} as const satisfies Record<keyof RetrievalSettings, string>;

const parameterKeys = {
  temperature: 'temperature',
  topP: 'topP',
  presencePenalty: 'presencePenalty',
  frequencyPenalty: 'frequencyPenalty',
  maxTokens: 'maxTokens',
} as const satisfies Record<ParameterName, string>;

/** The settings that differ between two versions of an assistant, in the words of its form. */
export function listChanges(
  t: Text,
  words: ValueWords,
  before: AssistantSettings,
  after: AssistantSettings,
): SettingChange[] {
  return [
    ...changesOf(t, words, labelKeys, before, after),
    ...changesOf(t, words, retrievalKeys, before.retrieval, after.retrieval),
    ...changesOf(t, words, parameterKeys, before.parameters, after.parameters),
  ];
}

type ValueOf<Labels> = Labels[keyof Labels];
type LabelKey = ValueOf<typeof labelKeys> | ValueOf<typeof retrievalKeys> | ValueOf<typeof parameterKeys>;

function changesOf<Settings extends object>(
  t: Text,
  words: ValueWords,
  labels: { [Name in keyof Settings]?: string },
  before: Settings,
  after: Settings,
): SettingChange[] {
  const names = Object.keys(labels) as (keyof Settings & string)[];
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => {
      const label = t(`form.${labels[name] as LabelKey}`);
      const [old, next] = [describe(t, words, name, before[name]), describe(t, words, name, after[name])];
      return (texts as readonly string[]).includes(name)
        ? { name, label, kind: 'text', parts: diffLines(old, next) }
        : { name, label, kind: 'value', before: old, after: next };
    });
}

function describe(t: Text, words: ValueWords, name: string, value: unknown): string {
  if (name === 'avatar') return t(value === null ? 'versions.none' : 'versions.picture');
  if (name === 'variables') return describeVariables(t, value as Assistant['variables']);
  if (name === 'chatModelId')
    return value === null ? t('versions.defaultModel') : words.model(value as string);
  if (name === 'flowId') return value === null ? t('form.answeredByItself') : words.flow(value as string);
  if (name === 'rerankModelId') return value === null ? t('form.rerankNone') : words.model(value as string);
  if (name === 'language') return t(`form.languages.${value as Assistant['language']}`);
  if (name === 'claimCheck') return t(`form.claimChecks.${value as Assistant['claimCheck']}`);
  if (name === 'knowledgeBaseIds') return list(t, (value as string[]).map(words.knowledgeBase));
  if (name === 'crossLanguages')
    return list(
      t,
      (value as Assistant['crossLanguages']).map((language) => t(`form.languages.${language}`)),
    );
  if (name === 'filter') return value === null ? t('versions.none') : words.filter(value as DocumentFilter);
  if (value === null) return t('versions.notSent');
  if (typeof value === 'boolean') return t(value ? 'versions.on' : 'versions.off');
  return typeof value === 'number' ? words.number(value) : String(value);
}

function list(t: Text, names: string[]): string {
  return names.length === 0 ? t('versions.none') : names.join(', ');
}

function describeVariables(t: Text, variables: Assistant['variables']): string {
  return variables
    .map(
      ({ key, optional, value }) => `{${key}}${optional ? ` (${t('form.variableOptional')})` : ''}: ${value}`,
    )
    .join('\n');
}
