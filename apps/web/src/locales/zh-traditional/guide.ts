import type { guide as english } from '../en/guide.ts';
import type { Texts } from '../texts.ts';

export const guide: Texts<typeof english> = {
  title: '學習指南',
  description: '一覽這些文件的內容：摘要、要點、問答、術語和日期。每一條都可以開啟對應的段落。',
  of: '學習指南：{{name}}',
  back: '返回文件',
  summary: '摘要',
  keyPoints: '要點',
  questions: '問答',
  glossary: '術語表',
  timeline: '時間軸',
  page: '第 {{page}} 頁',
  pageShort: '第 {{page}} 頁',
  open: '開啟段落：{{place}}',
  byModel: '由 {{model}} 於 {{date}} 撰寫',
  byWords: '依規則從文件中選出的句子。聊天模型可以用自己的話撰寫指南。',
  byWordsOnly: '依規則從文件中選出的句子。如需撰寫指南，請新增聊天模型。',
  outdated: '文件此後有變更',
  write: '用模型撰寫',
  rewrite: '重新撰寫',
  copy: '複製為 Markdown',
  empty: '沒有可以放入指南的內容',
  emptyHint: '這些文件中沒有完整的句子，或尚未剖析任何文件。',
  notParsed: '尚未剖析',
  notParsedHint: '剖析文件後即可取得學習指南。',
};
