import type { ComponentTexts } from '../texts.ts';

export const googleTexts: ComponentTexts = {
  en: {
    name: 'Google',
    description: 'Searches with Google, through SerpApi.',
    needs: 'A SerpApi key, stored as a credential.',
  },
  fr: {
    name: 'Google',
    description: 'Recherche avec Google, par l’intermédiaire de SerpApi.',
    needs: 'Une clé SerpApi, enregistrée comme identifiant.',
  },
  zh: {
    name: 'Google',
    description: '通过 SerpApi 使用 Google 搜索。',
    needs: '作为凭据保存的 SerpApi 密钥。',
  },
  'zh-TRADITIONAL': {
    name: 'Google',
    description: '透過 SerpApi 使用 Google 搜尋。',
    needs: '作為憑證儲存的 SerpApi 金鑰。',
  },
};
