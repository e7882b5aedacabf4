import type { MethodTexts } from '../texts.ts';

export const knowledgeGraphTexts: MethodTexts = {
  en: {
    name: 'Knowledge graph',
    description:
      'Splits like General, and builds a graph of the people, organisations, places and events in the text and how they relate.',
    use: 'Questions about how things relate across many documents.',
  },
  fr: {
    name: 'Graphe de connaissances',
    description:
      'Découpe comme Général, et tire du texte un graphe : les personnes, organisations, lieux et événements, et ce qui les relie.',
    use: 'Les questions sur les liens entre les choses, à travers de nombreux documents.',
  },
  zh: {
    name: '知识图谱',
    description: '与“通用”一样切分，并从文本中提取人物、组织、地点、事件及其联系，绘成图谱。',
    use: '涉及多个文档之间关联的问题。',
  },
  'zh-TRADITIONAL': {
    name: '知識圖譜',
    description: '與「通用」一樣切分，並從文本中提取人物、組織、地點、事件及其聯系，繪成圖譜。',
    use: '涉及多個文件之間關聯的問題。',
  },
};
