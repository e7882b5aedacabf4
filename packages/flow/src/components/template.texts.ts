import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const templateTexts: ComponentTexts = {
  en: { name: 'Template', description: 'Puts a text together from earlier outputs.' },
  fr: { name: 'Modèle de texte', description: 'Compose un texte à partir de sorties précédentes.' },
  zh: { name: '文本模板', description: '用之前的输出拼成一段文本。' },
  'zh-TRADITIONAL': { name: '文字範本', description: '用之前的輸出拼成一段文字。' },
};

export const templateOptionTexts = {
  template: {
    en: { label: 'Text' },
    fr: { label: 'Texte' },
    zh: { label: '文本' },
    'zh-TRADITIONAL': { label: '文字' },
  },
} satisfies Record<string, OptionTexts>;
