import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const arxivTexts: ComponentTexts = {
  en: { name: 'arXiv', description: 'Finds scientific papers with their abstracts.' },
  fr: { name: 'arXiv', description: 'Trouve des articles scientifiques avec leurs résumés.' },
  zh: { name: 'arXiv', description: '查找科学论文及其摘要。' },
  'zh-TRADITIONAL': { name: 'arXiv', description: '查找科學論文及其摘要。' },
};

export const arxivOptionTexts = {
  sortBy: {
    en: {
      label: 'Sort by',
      choices: {
        submittedDate: 'Date of submission',
        lastUpdatedDate: 'Date of the last update',
        relevance: 'Relevance',
      },
    },
    fr: {
      label: 'Trier par',
      choices: {
        submittedDate: 'Date de soumission',
        lastUpdatedDate: 'Date de dernière mise à jour',
        relevance: 'Pertinence',
      },
    },
    zh: {
      label: '排序',
      choices: { submittedDate: '提交日期', lastUpdatedDate: '最后更新日期', relevance: '相关性' },
    },
    'zh-TRADITIONAL': {
      label: '排序',
      choices: { submittedDate: '提交日期', lastUpdatedDate: '最後更新日期', relevance: '相關性' },
    },
  },
} satisfies Record<string, OptionTexts>;
