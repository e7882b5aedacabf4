import type { guide as english } from '../en/guide.ts';
import type { Texts } from '../texts.ts';

export const guide: Texts<typeof english> = {
  title: '学习指南',
  description: '一览这些文档的内容：摘要、要点、问答、术语和日期。每一条都可以打开对应的段落。',
  of: '学习指南：{{name}}',
  back: '返回文档',
  summary: '摘要',
  keyPoints: '要点',
  questions: '问答',
  glossary: '术语表',
  timeline: '时间线',
  page: '第 {{page}} 页',
  pageShort: '第 {{page}} 页',
  open: '打开段落：{{place}}',
  byModel: '由 {{model}} 于 {{date}} 撰写',
  byWords: '按规则从文档中选出的句子。聊天模型可以用自己的话撰写指南。',
  byWordsOnly: '按规则从文档中选出的句子。如需撰写指南，请添加聊天模型。',
  outdated: '文档此后有更改',
  write: '用模型撰写',
  rewrite: '重新撰写',
  copy: '复制为 Markdown',
  empty: '没有可以放入指南的内容',
  emptyHint: '这些文档中没有完整的句子，或尚未解析任何文档。',
  notParsed: '尚未解析',
  notParsedHint: '解析文档后即可获得学习指南。',
};
