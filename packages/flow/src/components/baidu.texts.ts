import type { ComponentTexts } from '../texts.ts';

export const baiduTexts: ComponentTexts = {
  en: {
    name: 'Baidu',
    description: 'Searches with Baidu.',
    needs: 'No key. Baidu may ask for proof that a person is there, and then the step fails.',
  },
  fr: {
    name: 'Baidu',
    description: 'Recherche avec Baidu.',
    needs: 'Aucune clé. Baidu peut exiger la preuve qu’une personne est présente : l’étape échoue alors.',
  },
  zh: {
    name: '百度',
    description: '使用百度搜索。',
    needs: '无需密钥。百度可能要求人机验证，此时步骤会失败。',
  },
  'zh-TRADITIONAL': {
    name: '百度',
    description: '使用百度搜尋。',
    needs: '無需金鑰。百度可能要求真人驗證，此時步驟會失敗。',
  },
};
