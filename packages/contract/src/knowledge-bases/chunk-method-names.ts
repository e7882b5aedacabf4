import type { Language } from '../core/languages.ts';

/** What chunk methods are called, by id: in the interface and in errors alike. */
export const chunkMethodNames = {
  en: {
    naive: 'General',
    book: 'Book',
    laws: 'Laws',
    manual: 'Manual',
    paper: 'Paper',
    presentation: 'Presentation',
    qa: 'Questions and answers',
    resume: 'Résumé',
    table: 'Table',
    picture: 'Picture',
    one: 'One',
    knowledge_graph: 'Knowledge graph',
    email: 'E-mail',
    audio: 'Audio',
  },
  fr: {
    naive: 'Général',
    book: 'Livre',
    laws: 'Lois et règlements',
    manual: 'Manuel',
    paper: 'Article scientifique',
    presentation: 'Présentation',
    qa: 'Questions et réponses',
    resume: 'CV',
    table: 'Tableau',
    picture: 'Image',
    one: 'Tout en un',
    knowledge_graph: 'Graphe de connaissances',
    email: 'Courriel',
    audio: 'Audio',
  },
  zh: {
    naive: '通用',
    book: '书籍',
    laws: '法规',
    manual: '手册',
    paper: '论文',
    presentation: '演示文稿',
    qa: '问答',
    resume: '简历',
    table: '表格',
    picture: '图片',
    one: '整篇',
    knowledge_graph: '知识图谱',
    email: '邮件',
    audio: '音频',
  },
  'zh-TRADITIONAL': {
    naive: '通用',
    book: '書籍',
    laws: '法規',
    manual: '手冊',
    paper: '論文',
    presentation: '簡報',
    qa: '問答',
    resume: '簡歷',
    table: '表格',
    picture: '圖片',
    one: '整篇',
    knowledge_graph: '知識圖譜',
    email: '郵件',
    audio: '音訊',
  },
} as const satisfies Record<Language, Record<string, string>>;

/** The method's name in a language; a method that has none there is called by its id. */
export function chunkMethodName(id: string, language: Language): string {
  const names: Record<string, string> = chunkMethodNames[language];
  return names[id] ?? id;
}
