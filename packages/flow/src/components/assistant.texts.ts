import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const assistantTexts: ComponentTexts = {
  en: {
    name: 'Assistant',
    description: 'Asks one of the company’s assistants, with its own knowledge, prompt and model.',
    needs: 'An assistant that the owner of the flow may use.',
  },
  fr: {
    name: 'Assistant',
    description:
      'Interroge l’un des assistants de l’entreprise, avec ses connaissances, ses consignes et son modèle.',
    needs: 'Un assistant que le propriétaire du flux peut utiliser.',
  },
  zh: {
    name: '助手',
    description: '向公司的某个助手提问，使用其自身的知识、提示词和模型。',
    needs: '流程所有者可以使用的助手。',
  },
  'zh-TRADITIONAL': {
    name: '助理',
    description: '向公司的某個助理提問，使用其自身的知識、提示詞和模型。',
    needs: '流程擁有者可以使用的助理。',
  },
};

export const assistantOptionTexts = {
  assistantId: {
    en: { label: 'Assistant' },
    fr: { label: 'Assistant' },
    zh: { label: '助手' },
    'zh-TRADITIONAL': { label: '助理' },
  },
} satisfies Record<string, OptionTexts>;
