import type { Language } from '@lectern/contract';

/** The words of what an import adds to a flow itself. */
export const importTexts: Record<
  Language,
  {
    begin: string;
    conversation: string;
    note: string;
    left: (name: string, type: string) => string;
    settings: string;
  }
> = {
  en: {
    begin: 'Begin',
    conversation: 'Conversation',
    note: 'Note',
    left: (name, type) =>
      `“${name}” (${type}) has no counterpart here and was left out. What came before it leads on to what came after.`,
    settings: 'Its settings:',
  },
  fr: {
    begin: 'Début',
    conversation: 'Conversation',
    note: 'Note',
    left: (name, type) =>
      `«\u00a0${name}\u00a0» (${type}) n’a pas d’équivalent ici et a été omis. Ce qui précédait mène à ce qui suivait.`,
    settings: 'Ses réglages\u00a0:',
  },
  zh: {
    begin: '开始',
    conversation: '对话',
    note: '便签',
    left: (name, type) => `“${name}”（${type}）在此没有对应的组件，已略去；其前后的节点直接相连。`,
    settings: '其设置：',
  },
  'zh-TRADITIONAL': {
    begin: '開始',
    conversation: '對話',
    note: '便箋',
    left: (name, type) => `「${name}」（${type}）在此沒有對應的元件，已略去；其前後的節點直接相連。`,
    settings: '其設定：',
  },
};
