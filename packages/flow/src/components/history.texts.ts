import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const historyTexts: ComponentTexts = {
  en: {
    name: 'Message history window',
    description: 'Gives the latest messages of the conversation as text, for a prompt or a template.',
  },
  fr: {
    name: 'Fenêtre d’historique',
    description:
      'Donne les derniers messages de la conversation sous forme de texte, pour une consigne ou un modèle.',
  },
  zh: { name: '历史消息窗口', description: '以文本形式给出对话的最近消息，用于提示词或文本模板。' },
  'zh-TRADITIONAL': {
    name: '歷史訊息視窗',
    description: '以文字形式給出對話的最近訊息，用於提示詞或文字範本。',
  },
};

export const historyOptionTexts = {
  size: {
    en: { label: 'Size', description: 'How many of the latest messages.' },
    fr: { label: 'Taille', description: 'Nombre de derniers messages.' },
    zh: { label: '大小', description: '最近消息的条数。' },
    'zh-TRADITIONAL': { label: '大小', description: '最近訊息的則數。' },
  },
  withQuestion: {
    en: { label: 'Include the latest message', description: 'The one that the run answers now.' },
    fr: {
      label: 'Inclure le dernier message',
      description: 'Celui auquel l’exécution répond en ce moment.',
    },
    zh: { label: '包含最新消息', description: '即运行正在回答的那条消息。' },
    'zh-TRADITIONAL': { label: '包含最新訊息', description: '即執行正在回答的那則訊息。' },
  },
} satisfies Record<string, OptionTexts>;
