import type { MethodTexts } from '../texts.ts';

export const bookTexts: MethodTexts = {
  en: {
    name: 'Book',
    description:
      'Follows parts and chapters. A chunk never spans two chapters and keeps the headings above it. Tables of contents are left out.',
    use: 'Long documents with chapters: reports, handbooks, books.',
  },
  fr: {
    name: 'Livre',
    description:
      'Suit les parties et les chapitres : un fragment n’en mélange jamais deux et garde les titres placés au-dessus. Les tables des matières sont retirées du texte.',
    use: 'Les ouvrages longs à chapitres : rapports, guides, livres.',
  },
  zh: {
    name: '书籍',
    description: '按篇章切分：一个分块不会混合两章内容，并带有其上各级标题。目录页不计入正文。',
    use: '有章节的长篇作品：报告、手册、书籍。',
  },
  'zh-TRADITIONAL': {
    name: '書籍',
    description: '按篇章切分：一個分塊不會混合兩章內容，並帶有其上各級標題。目錄頁不計入正文。',
    use: '有章節的長篇作品：報告、手冊、書籍。',
  },
};
