import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const awaitInputTexts: ComponentTexts = {
  en: { name: 'Await input', description: 'Shows a form to the person and waits until it is filled in.' },
  fr: {
    name: 'Attendre une saisie',
    description: 'Affiche un formulaire à la personne et attend qu’il soit rempli.',
  },
  zh: { name: '等待输入', description: '向用户显示表单，并等待填写。' },
  'zh-TRADITIONAL': { name: '等待輸入', description: '向使用者顯示表單，並等待填寫。' },
};

export const awaitInputOptionTexts = {
  text: {
    en: { label: 'Text', description: 'Stands above the form.' },
    fr: { label: 'Texte', description: 'Affiché au-dessus du formulaire.' },
    zh: { label: '文本', description: '显示在表单上方。' },
    'zh-TRADITIONAL': { label: '文字', description: '顯示在表單上方。' },
  },
} satisfies Record<string, OptionTexts>;
