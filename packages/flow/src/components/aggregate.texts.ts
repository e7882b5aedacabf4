import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const aggregateTexts: ComponentTexts = {
  en: {
    name: 'Aggregate',
    description:
      'Joins what several branches put out: the first value that is there, all of them as a list, or one text.',
  },
  fr: {
    name: 'Agréger',
    description:
      'Réunit ce que plusieurs branches ont produit : la première valeur présente, une liste de toutes, ou un seul texte.',
  },
  zh: { name: '变量聚合', description: '合并多个分支的输出：第一个非空值、全部值的列表，或一段文本。' },
  'zh-TRADITIONAL': {
    name: '變數聚合',
    description: '合併多個分支的輸出：第一個非空值、全部值的清單，或一段文字。',
  },
};

export const aggregateOptionTexts = {
  values: {
    en: { label: 'Values', description: 'Values that are empty, or whose step did not run, are left out.' },
    fr: {
      label: 'Valeurs',
      description: 'Les valeurs vides, ou dont l’étape n’a pas été exécutée, sont ignorées.',
    },
    zh: { label: '值', description: '空值以及未运行步骤的值会被忽略。' },
    'zh-TRADITIONAL': { label: '值', description: '空值以及未執行步驟的值會被忽略。' },
  },
  value: {
    en: { label: 'Value' },
    fr: { label: 'Valeur' },
    zh: { label: '值' },
    'zh-TRADITIONAL': { label: '值' },
  },
  mode: {
    en: { label: 'How', choices: { first: 'The first that is there', list: 'A list', text: 'One text' } },
    fr: {
      label: 'Mode',
      choices: { first: 'La première présente', list: 'Une liste', text: 'Un seul texte' },
    },
    zh: { label: '方式', choices: { first: '第一个非空值', list: '列表', text: '一段文本' } },
    'zh-TRADITIONAL': { label: '方式', choices: { first: '第一個非空值', list: '清單', text: '一段文字' } },
  },
  separator: {
    en: { label: 'Separator', description: 'Stands between the values.' },
    fr: { label: 'Séparateur', description: 'Placé entre les valeurs.' },
    zh: { label: '分隔符', description: '位于各值之间。' },
    'zh-TRADITIONAL': { label: '分隔符號', description: '位於各值之間。' },
  },
} satisfies Record<string, OptionTexts>;
