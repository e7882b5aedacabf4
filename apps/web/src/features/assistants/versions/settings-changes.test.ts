import { type AssistantSettings, chatParameters, retrievalSettings } from '@lectern/contract';
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { listChanges } from './settings-changes.ts';

const t = ((key: string) => key) as unknown as TFunction<'chat'>;
const words = {
  flow: (id: string) => `flow ${id}`,
  model: (id: string) => id,
  knowledgeBase: (id: string) => `base ${id}`,
  number: String,
  filter: JSON.stringify,
};

const settings: AssistantSettings = {
  description: '',
  avatar: null,
  language: 'en',
  opener: 'Hello',
  emptyResponse: '',
  knowledgeBaseIds: ['a'],
  systemPrompt: 'One\nTwo\n',
  variables: [],
  retrieval: retrievalSettings.parse({}),
  chatModelId: null,
  parameters: chatParameters.parse({}),
  showQuote: true,
  conversationMemory: 6,
  multiTurn: true,
  selfRag: false,
  quoteByLlm: true,
  addChunkInfo: true,
  sortByPage: false,
  keywordExtraction: false,
  deriveFilter: false,
  crossLanguages: [],
  claimCheck: 'words',
  mailSupport: false,
  toolIds: [],
  flowId: null,
};

test('says what changed, texts line by line', () => {
  expect(listChanges(t, words, settings, structuredClone(settings))).toEqual([]);
  const changes = listChanges(t, words, settings, {
    ...settings,
    systemPrompt: 'One\nThree\n',
    knowledgeBaseIds: ['a', 'b'],
    selfRag: true,
    retrieval: { ...settings.retrieval, topN: 3 },
    parameters: { ...settings.parameters, temperature: null },
  });
  expect(changes).toMatchObject([
    { name: 'knowledgeBaseIds', before: 'base a', after: 'base a, base b' },
    { name: 'systemPrompt', parts: [{ value: 'One\n' }, { value: 'Two\n' }, { value: 'Three\n' }] },
    { name: 'selfRag', before: 'versions.off', after: 'versions.on' },
    { name: 'topN', after: '3' },
    { name: 'temperature', before: '0.1', after: 'versions.notSent' },
  ]);
});
