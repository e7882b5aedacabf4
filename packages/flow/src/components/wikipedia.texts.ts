import type { ComponentTexts } from '../texts.ts';

export const wikipediaTexts: ComponentTexts = {
  en: { name: 'Wikipedia', description: 'Finds articles of Wikipedia and gives the beginning of each.' },
  fr: { name: 'Wikipédia', description: 'Trouve des articles de Wikipédia et donne le début de chacun.' },
  zh: { name: '维基百科', description: '查找维基百科条目，并给出每条的开头。' },
  'zh-TRADITIONAL': { name: '維基百科', description: '查找維基百科條目，並給出每條的開頭。' },
};
