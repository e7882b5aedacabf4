import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const iterationTexts: ComponentTexts = {
  en: {
    name: 'Iteration',
    description: 'Runs the nodes inside it once for each item of a list, and collects the results.',
  },
  fr: {
    name: 'Itération',
    description:
      'Exécute les nœuds qu’elle contient une fois par élément d’une liste et rassemble les résultats.',
  },
  zh: { name: '迭代', description: '对列表的每一项运行其中的节点一次，并收集结果。' },
  'zh-TRADITIONAL': { name: '迭代', description: '對清單的每一項執行其中的節點一次，並收集結果。' },
};

export const iterationOptionTexts = {
  items: {
    en: { label: 'List', description: 'A text counts as a list of its lines.' },
    fr: { label: 'Liste', description: 'Un texte compte comme la liste de ses lignes.' },
    zh: { label: '列表', description: '文本按行视为列表。' },
    'zh-TRADITIONAL': { label: '清單', description: '文字按行視為清單。' },
  },
  result: {
    en: { label: 'Result of a round', description: 'What each round adds to the results.' },
    fr: { label: 'Résultat d’un tour', description: 'Ce que chaque tour ajoute aux résultats.' },
    zh: { label: '每轮结果', description: '每一轮加入结果的内容。' },
    'zh-TRADITIONAL': { label: '每輪結果', description: '每一輪加入結果的內容。' },
  },
  atOnce: {
    en: { label: 'Rounds at the same time' },
    fr: { label: 'Tours simultanés' },
    zh: { label: '同时进行的轮数' },
    'zh-TRADITIONAL': { label: '同時進行的輪數' },
  },
  maxItems: {
    en: { label: 'Most items', description: 'Items beyond it are left out.' },
    fr: { label: 'Nombre maximal d’éléments', description: 'Les éléments au-delà sont ignorés.' },
    zh: { label: '最多项数', description: '超出的项会被忽略。' },
    'zh-TRADITIONAL': { label: '最多項數', description: '超出的項會被忽略。' },
  },
} satisfies Record<string, OptionTexts>;
