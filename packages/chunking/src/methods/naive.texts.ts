import type { MethodTexts } from '../texts.ts';

export const naiveTexts: MethodTexts = {
  en: {
    name: 'General',
    description:
      'Splits text in reading order at the best place before the token limit: between paragraphs, or else between sentences. Tables stay whole if they fit.',
    use: 'Most documents, and whenever you are unsure.',
  },
  fr: {
    name: 'Général',
    description:
      'Suit le texte dans l’ordre de lecture et coupe au meilleur endroit avant la limite de jetons : entre deux paragraphes, sinon entre deux phrases. Un tableau reste entier tant qu’il tient.',
    use: 'La plupart des documents, et chaque fois que vous hésitez.',
  },
  zh: {
    name: '通用',
    description:
      '按阅读顺序处理文本，在达到词元数之前选择最合适的位置切分：优先在段落之间，其次在句子之间。表格在放得下时保持完整。',
    use: '大多数文档；拿不准时也选它。',
  },
  'zh-TRADITIONAL': {
    name: '通用',
    description:
      '按閱讀順序處理文本，在達到詞元數之前選擇最合適的位置切分：優先在段落之間，其次在句子之間。表格在放得下時保持完整。',
    use: '大多數文件；拿不準時也選它。',
  },
};
