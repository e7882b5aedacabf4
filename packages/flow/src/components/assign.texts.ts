import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const assignTexts: ComponentTexts = {
  en: { name: 'Assign variables', description: 'Gives variables of the flow new values.' },
  fr: { name: 'Affecter des variables', description: 'Donne de nouvelles valeurs aux variables du flux.' },
  zh: { name: '变量赋值', description: '为流程变量赋新值。' },
  'zh-TRADITIONAL': { name: '變數賦值', description: '為流程變數賦新值。' },
};

export const assignOptionTexts = {
  assignments: {
    en: { label: 'Assignments' },
    fr: { label: 'Affectations' },
    zh: { label: '赋值' },
    'zh-TRADITIONAL': { label: '賦值' },
  },
  variable: {
    en: { label: 'Variable' },
    fr: { label: 'Variable' },
    zh: { label: '变量' },
    'zh-TRADITIONAL': { label: '變數' },
  },
  mode: {
    en: {
      label: 'How',
      choices: { set: 'Replace it', append: 'Append to the list', add: 'Add the number' },
    },
    fr: {
      label: 'Mode',
      choices: { set: 'Remplacer', append: 'Ajouter à la liste', add: 'Additionner le nombre' },
    },
    zh: { label: '方式', choices: { set: '替换', append: '追加到列表', add: '加上数值' } },
    'zh-TRADITIONAL': { label: '方式', choices: { set: '取代', append: '附加到清單', add: '加上數值' } },
  },
  value: {
    en: { label: 'Value' },
    fr: { label: 'Valeur' },
    zh: { label: '值' },
    'zh-TRADITIONAL': { label: '值' },
  },
} satisfies Record<string, OptionTexts>;
