import type { MethodTexts } from '../texts.ts';

export const paperTexts: MethodTexts = {
  en: {
    name: 'Paper',
    description:
      'Extracts title, authors and abstract, keeps the abstract in one chunk, and splits the rest by section in reading order.',
    use: 'Scientific articles.',
  },
  fr: {
    name: 'Article scientifique',
    description:
      'Lit le titre, les auteurs et le résumé, garde le résumé en un seul fragment et découpe le reste par sections, colonnes dans l’ordre de lecture.',
    use: 'Les publications scientifiques.',
  },
  zh: {
    name: '论文',
    description: '读取标题、作者和摘要，摘要单独成为一个分块，其余按章节切分，分栏按阅读顺序处理。',
    use: '学术论文。',
  },
  'zh-TRADITIONAL': {
    name: '論文',
    description: '讀取標題、作者和摘要，摘要單獨成為一個分塊，其餘按章節切分，分欄按閱讀順序處理。',
    use: '學術論文。',
  },
};
