import type { MethodTexts } from '../texts.ts';

export const manualTexts: MethodTexts = {
  en: {
    name: 'Manual',
    description:
      'Splits along the outline at the level that fits. Steps, warnings, tables and figures of a procedure stay together, with captions.',
    use: 'Technical manuals, instructions, procedures.',
  },
  fr: {
    name: 'Manuel',
    description:
      'Découpe selon le plan, au niveau qui convient. Les étapes d’une procédure, leurs avertissements, les tableaux et les figures restent dans leur section, avec leurs légendes.',
    use: 'Manuels techniques, modes d’emploi, procédures.',
  },
  zh: {
    name: '手册',
    description: '按大纲在合适的层级切分。操作步骤及其警告、表格和插图连同标题说明保留在同一节内。',
    use: '技术手册、使用说明、操作规程。',
  },
  'zh-TRADITIONAL': {
    name: '手冊',
    description: '按大綱在合適的層級切分。操作步驟及其警告、表格和插圖連同標題說明保留在同一節內。',
    use: '技術手冊、使用說明、操作規程。',
  },
};
