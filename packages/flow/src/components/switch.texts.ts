import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const switchTexts: ComponentTexts = {
  en: {
    name: 'Switch',
    description: 'Goes on by the way of the first case that holds, else by “Otherwise”.',
  },
  fr: { name: 'Aiguillage', description: 'Poursuit par le premier cas vérifié, sinon par « Sinon ».' },
  zh: { name: '条件分支', description: '沿第一个成立的情况继续，否则走“其他”。' },
  'zh-TRADITIONAL': { name: '條件分支', description: '沿第一個成立的情況繼續，否則走「其他」。' },
};

export const switchOptionTexts = {
  cases: {
    en: { label: 'Cases', description: 'Checked from top to bottom.' },
    fr: { label: 'Cas', description: 'Vérifiés de haut en bas.' },
    zh: { label: '情况', description: '从上到下依次检查。' },
    'zh-TRADITIONAL': { label: '情況', description: '從上到下依次檢查。' },
  },
  name: {
    en: { label: 'Name' },
    fr: { label: 'Nom' },
    zh: { label: '名称' },
    'zh-TRADITIONAL': { label: '名稱' },
  },
} satisfies Record<string, OptionTexts>;
