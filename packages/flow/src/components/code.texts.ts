import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const codeTexts: ComponentTexts = {
  en: {
    name: 'Code',
    description:
      'Runs JavaScript of your own over values of earlier steps. It reaches no network, no files and nothing of the server.',
  },
  fr: {
    name: 'Code',
    description:
      'Exécute votre propre JavaScript sur les valeurs d’étapes précédentes. Il n’accède ni au réseau, ni aux fichiers, ni au serveur.',
  },
  zh: { name: '代码', description: '用您自己的 JavaScript 处理前面步骤的值。它无法访问网络、文件或服务器。' },
  'zh-TRADITIONAL': {
    name: '程式碼',
    description: '用您自己的 JavaScript 處理前面步驟的值。它無法存取網路、檔案或伺服器。',
  },
};

export const codeOptionTexts = {
  inputs: {
    en: { label: 'Inputs', description: 'In the code, each is a part of inputs.' },
    fr: { label: 'Entrées', description: 'Dans le code, chacune fait partie de inputs.' },
    zh: { label: '输入', description: '在代码中，每项都是 inputs 的一部分。' },
    'zh-TRADITIONAL': { label: '輸入', description: '在程式碼中，每項都是 inputs 的一部分。' },
  },
  name: {
    en: { label: 'Name' },
    fr: { label: 'Nom' },
    zh: { label: '名称' },
    'zh-TRADITIONAL': { label: '名稱' },
  },
  value: {
    en: { label: 'Value' },
    fr: { label: 'Valeur' },
    zh: { label: '值' },
    'zh-TRADITIONAL': { label: '值' },
  },
  code: {
    en: {
      label: 'Code',
      description: 'The body of an async function of inputs. What it returns is the result.',
    },
    fr: {
      label: 'Code',
      description: 'Le corps d’une fonction asynchrone de inputs. Ce qu’elle renvoie est le résultat.',
    },
    zh: { label: '代码', description: '以 inputs 为参数的异步函数体，其返回值为结果。' },
    'zh-TRADITIONAL': { label: '程式碼', description: '以 inputs 為參數的非同步函式主體，其回傳值為結果。' },
  },
  timeoutSeconds: {
    en: { label: 'Most seconds' },
    fr: { label: 'Nombre maximal de secondes' },
    zh: { label: '最长秒数' },
    'zh-TRADITIONAL': { label: '最長秒數' },
  },
} satisfies Record<string, OptionTexts>;
