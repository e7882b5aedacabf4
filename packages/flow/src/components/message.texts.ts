import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const messageTexts: ComponentTexts = {
  en: {
    name: 'Message',
    description: 'Shows a text to the person and goes on. Of several texts, one is picked at random.',
  },
  fr: {
    name: 'Message',
    description:
      'Affiche un texte à la personne et continue. S’il y en a plusieurs, l’un d’eux est choisi au hasard.',
  },
  zh: { name: '消息', description: '向用户显示一段文本后继续。有多段时随机选一段。' },
  'zh-TRADITIONAL': { name: '訊息', description: '向使用者顯示一段文字後繼續。有多段時隨機選一段。' },
};

export const messageOptionTexts = {
  messages: {
    en: { label: 'Messages', description: 'One of them is picked at random.' },
    fr: { label: 'Messages', description: 'L’un d’eux est choisi au hasard.' },
    zh: { label: '消息', description: '随机选取其中一条。' },
    'zh-TRADITIONAL': { label: '訊息', description: '隨機選取其中一則。' },
  },
  content: {
    en: { label: 'Text' },
    fr: { label: 'Texte' },
    zh: { label: '文本' },
    'zh-TRADITIONAL': { label: '文字' },
  },
} satisfies Record<string, OptionTexts>;
