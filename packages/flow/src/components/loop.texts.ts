import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const loopTexts: ComponentTexts = {
  en: {
    name: 'Loop',
    description:
      'Runs the nodes inside it again and again, until its conditions hold or the number of rounds is reached.',
  },
  fr: {
    name: 'Boucle',
    description:
      'Répète les nœuds qu’elle contient jusqu’à ce que ses conditions soient remplies ou que le nombre de tours soit atteint.',
  },
  zh: { name: '循环', description: '反复运行其中的节点，直到条件成立或达到轮数上限。' },
  'zh-TRADITIONAL': { name: '迴圈', description: '反覆執行其中的節點，直到條件成立或達到輪數上限。' },
};

export const loopOptionTexts = {
  maxRounds: {
    en: { label: 'Most rounds' },
    fr: { label: 'Nombre maximal de tours' },
    zh: { label: '最多轮数' },
    'zh-TRADITIONAL': { label: '最多輪數' },
  },
  operator: {
    en: { label: 'Until the result' },
    fr: { label: 'Jusqu’à ce que le résultat' },
    zh: { label: '直到结果' },
    'zh-TRADITIONAL': { label: '直到結果' },
  },
  result: {
    en: { label: 'Result of a round', description: 'Compared after each round; the last one is the output.' },
    fr: { label: 'Résultat d’un tour', description: 'Comparé après chaque tour ; le dernier est la sortie.' },
    zh: { label: '每轮结果', description: '每轮之后进行比较；最后一个为输出。' },
    'zh-TRADITIONAL': { label: '每輪結果', description: '每輪之後進行比較；最後一個為輸出。' },
  },
} satisfies Record<string, OptionTexts>;
