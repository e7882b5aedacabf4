import { freedomPresets } from '@lectern/contract';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import {
  type AssistantSettings,
  findPreset,
  presetParameters,
  sectionsWithErrors,
  toFormValues,
  toSettings,
  validateAssistant,
} from './assistant-form-values.ts';

const t = ((key: string, options?: object) =>
  options ? `${key} ${JSON.stringify(options)}` : key) as unknown as TFunction<'chat'>;

const settings: AssistantSettings = {
  name: ' Rules ',
  description: '',
  avatar: null,
  language: 'en',
  opener: '',
  emptyResponse: '',
  knowledgeBaseIds: [],
  systemPrompt: 'Answer from {knowledge} on {date} for {place}.',
  variables: [{ key: 'place', optional: false, value: '' }],
  retrieval: {
    similarityThreshold: 0.2,
    keywordWeight: 0.7,
    topK: 1_024,
    topN: 8,
    rerankModelId: null,
    useGraph: false,
    filter: null,
  },
  deriveFilter: false,
  chatModelId: null,
  parameters: { temperature: 0.1, topP: 0.3, presencePenalty: null, frequencyPenalty: null, maxTokens: 512 },
  showQuote: true,
  conversationMemory: 6,
  multiTurn: true,
  selfRag: false,
  quoteByLlm: true,
  addChunkInfo: true,
  sortByPage: false,
  keywordExtraction: false,
  crossLanguages: [],
  claimCheck: 'words',
  mailSupport: false,
  toolIds: [],
  flowId: null,
};

describe('assistant form', () => {
  it('gives back what it was given', () => {
    expect(toSettings(toFormValues(settings))).toEqual({ ...settings, name: 'Rules' });
  });

  it('accepts valid values', () => {
    expect(validateAssistant(t, toFormValues(settings))).toEqual({});
  });

  it('requires a name and every parameter that is sent', () => {
    const values = toFormValues({ ...settings, name: ' ' });
    values.parameters.temperature.value = '';
    values.parameters.presencePenalty = { sent: false, value: '' };
    const errors = validateAssistant(t, values);
    expect(Object.keys(errors)).toEqual(['name', 'parameters.temperature.value']);
    expect(sectionsWithErrors(errors)).toEqual(['basics', 'model']);
  });

  it('names variables that nothing fills', () => {
    const values = toFormValues({ ...settings, variables: [] });
    expect(validateAssistant(t, values).systemPrompt).toContain('{place}');
  });

  it('refuses keys that are reserved, repeated or no keys', () => {
    const variable = (key: string) => ({ key, optional: true, value: '' });
    const values = toFormValues({
      ...settings,
      variables: [
        variable('place'),
        variable('date'),
        variable('place'),
        variable('Two words'),
        variable(''),
      ],
    });
    const errors = validateAssistant(t, values);
    expect(Object.keys(errors).filter((path) => path.startsWith('variables'))).toEqual([
      'variables.1.key',
      'variables.2.key',
      'variables.3.key',
      'variables.4.key',
    ]);
  });

  it('knows a preset by its values', () => {
    for (const preset of ['improvise', 'precise', 'balance'] as const)
      expect(findPreset(presetParameters(preset))).toBe(preset);
    const changed = presetParameters('precise');
    changed.topP.sent = false;
    expect(findPreset(changed)).toBeNull();
    expect(findPreset(toFormValues(settings).parameters)).toBeNull();
    expect(freedomPresets.precise.temperature).toBe(0.1);
  });
});
