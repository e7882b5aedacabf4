import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const pubmedTexts: ComponentTexts = {
  en: {
    name: 'PubMed',
    description: 'Finds medical articles with their abstracts.',
    needs: 'An e-mail address, by which PubMed can reach you. No key.',
  },
  fr: {
    name: 'PubMed',
    description: 'Trouve des articles médicaux avec leurs résumés.',
    needs: 'Une adresse e-mail, par laquelle PubMed peut vous joindre. Aucune clé.',
  },
  zh: {
    name: 'PubMed',
    description: '查找医学文献及其摘要。',
    needs: 'PubMed 用于联系您的电子邮箱。无需密钥。',
  },
  'zh-TRADITIONAL': {
    name: 'PubMed',
    description: '查找醫學文獻及其摘要。',
    needs: 'PubMed 用於聯絡您的電子郵件。無需金鑰。',
  },
};

export const pubmedOptionTexts = {
  email: {
    en: { label: 'E-mail', description: 'Sent to PubMed with each request.' },
    fr: { label: 'E-mail', description: 'Transmis à PubMed avec chaque demande.' },
    zh: { label: '电子邮箱', description: '每次请求时发送给 PubMed。' },
    'zh-TRADITIONAL': { label: '電子郵件', description: '每次請求時傳送給 PubMed。' },
  },
} satisfies Record<string, OptionTexts>;
