import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const beginTexts: ComponentTexts = {
  en: {
    name: 'Begin',
    description:
      'Where every run starts. Its opener greets the person; its fields can be asked for before the first step.',
  },
  fr: {
    name: 'Début',
    description:
      'Le point de départ de chaque exécution. Son message d’accueil salue la personne ; ses champs peuvent être demandés avant la première étape.',
  },
  zh: { name: '开始', description: '每次运行的起点。开场白用于问候；其字段可在第一步之前填写。' },
  'zh-TRADITIONAL': {
    name: '開始',
    description: '每次執行的起點。開場白用於問候；其欄位可在第一步之前填寫。',
  },
};

export const openerTexts: OptionTexts = {
  en: { label: 'Opener', description: 'The first message of a conversation.' },
  fr: { label: 'Message d’accueil', description: 'Le premier message d’une conversation.' },
  zh: { label: '开场白', description: '对话的第一条消息。' },
  'zh-TRADITIONAL': { label: '開場白', description: '對話的第一則訊息。' },
};
