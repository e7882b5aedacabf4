import type { Language } from '@lectern/contract';

type ExportTexts = {
  question: string;
  files: string;
  sources: string;
  page: (page: number) => string;
  untitled: string;
};

/** What a Markdown export says besides the conversation. */
export const exportTexts: Record<Language, ExportTexts> = {
  en: {
    question: 'Question',
    files: 'Files',
    sources: 'Sources',
    page: (page) => `page ${page}`,
    untitled: 'Conversation',
  },
  fr: {
    question: 'Question',
    files: 'Fichiers',
    sources: 'Sources',
    page: (page) => `page ${page}`,
    untitled: 'Conversation',
  },
  zh: { question: '问题', files: '文件', sources: '来源', page: (page) => `第 ${page} 页`, untitled: '会话' },
  'zh-TRADITIONAL': {
    question: '問題',
    files: '檔案',
    sources: '來源',
    page: (page) => `第 ${page} 頁`,
    untitled: '對話',
  },
};
