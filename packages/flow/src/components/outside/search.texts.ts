import type { OptionTexts } from '../../texts.ts';

export const searchOptionTexts = {
  topN: {
    en: { label: 'Top N', description: 'Most results.' },
    fr: { label: 'Top N', description: 'Nombre maximal de résultats.' },
    zh: { label: 'Top N', description: '结果数上限。' },
    'zh-TRADITIONAL': { label: 'Top N', description: '結果數上限。' },
  },
  country: {
    en: { label: 'Country', description: 'Two letters, such as us or fr.' },
    fr: { label: 'Pays', description: 'Deux lettres, par exemple us ou fr.' },
    zh: { label: '国家/地区', description: '两个字母，例如 us 或 fr。' },
    'zh-TRADITIONAL': { label: '國家/地區', description: '兩個字母，例如 us 或 fr。' },
  },
  language: {
    en: { label: 'Language', description: 'Its code, such as en or fr.' },
    fr: { label: 'Langue', description: 'Son code, par exemple en ou fr.' },
    zh: { label: '语言', description: '语言代码，例如 en 或 fr。' },
    'zh-TRADITIONAL': { label: '語言', description: '語言代碼，例如 en 或 fr。' },
  },
  credentialId: {
    en: { label: 'Key', description: 'A stored credential. It is never part of the flow itself.' },
    fr: { label: 'Clé', description: 'Un identifiant enregistré. Il ne fait jamais partie du flux.' },
    zh: { label: '密钥', description: '已保存的凭据，绝不会成为流程的一部分。' },
    'zh-TRADITIONAL': { label: '金鑰', description: '已儲存的憑證，絕不會成為流程的一部分。' },
  },
} satisfies Record<string, OptionTexts>;
