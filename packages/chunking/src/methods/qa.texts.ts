import type { MethodTexts } from '../texts.ts';

export const qaTexts: MethodTexts = {
  en: {
    name: 'Questions and answers',
    description: 'One chunk per question and answer. Searches match the question; the answer is quoted.',
    use: 'Two-column question lists, or questions as headings above their answers.',
  },
  fr: {
    name: 'Questions et réponses',
    description:
      'Une paire par fragment. La question du lecteur est comparée à la question ; c’est la réponse qui est citée.',
    use: 'Listes de questions en deux colonnes, ou questions en titres au-dessus des réponses.',
  },
  zh: {
    name: '问答',
    description: '每个问答对一个分块。读者的提问与问题比较，引用的是答案。',
    use: '两列的问答表，或以标题为问题、下方为答案的文档。',
  },
  'zh-TRADITIONAL': {
    name: '問答',
    description: '每個問答對一個分塊。讀者的提問與問題比較，引用的是答案。',
    use: '兩列的問答表，或以標題為問題、下方為答案的文件。',
  },
};
