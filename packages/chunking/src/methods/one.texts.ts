import type { MethodTexts } from '../texts.ts';

export const oneTexts: MethodTexts = {
  en: {
    name: 'One',
    description: 'The whole document becomes a single chunk.',
    use: 'Short texts that only make sense as a whole.',
  },
  fr: {
    name: 'Tout en un',
    description: 'Le document entier forme un seul fragment.',
    use: 'Les textes courts qui n’ont de sens qu’en entier.',
  },
  zh: {
    name: '整篇',
    description: '整个文档成为一个分块。',
    use: '必须通读全文才能理解的短文。',
  },
  'zh-TRADITIONAL': {
    name: '整篇',
    description: '整個文件成為一個分塊。',
    use: '必須通讀全文才能理解的短文。',
  },
};
