import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const retrievalTexts: ComponentTexts = {
  en: {
    name: 'Retrieval',
    description:
      'Searches knowledge bases, with the settings of the retrieval test. Leaves by “Nothing found” when no passage passes.',
  },
  fr: {
    name: 'Recherche documentaire',
    description:
      'Interroge des bases de connaissances avec les réglages du test de recherche. Sort par « Rien trouvé » si aucun passage ne convient.',
  },
  zh: { name: '检索', description: '按检索测试的设置搜索知识库。没有合格段落时从“未找到”离开。' },
  'zh-TRADITIONAL': {
    name: '檢索',
    description: '按檢索測試的設定搜尋知識庫。沒有合格段落時從「未找到」離開。',
  },
};

export const retrievalOptionTexts = {
  knowledgeBaseIds: {
    en: { label: 'Knowledge bases' },
    fr: { label: 'Bases de connaissances' },
    zh: { label: '知识库' },
    'zh-TRADITIONAL': { label: '知識庫' },
  },
  question: {
    en: { label: 'Question', description: 'Left empty, the person’s latest message.' },
    fr: { label: 'Question', description: 'Si elle est vide, le dernier message de la personne.' },
    zh: { label: '问题', description: '留空时使用用户的最新消息。' },
    'zh-TRADITIONAL': { label: '問題', description: '留空時使用使用者的最新訊息。' },
  },
  similarityThreshold: {
    en: { label: 'Similarity threshold', description: 'Passages below this score are left out.' },
    fr: { label: 'Seuil de similarité', description: 'Les passages en dessous de ce score sont écartés.' },
    zh: { label: '相似度阈值', description: '低于此分数的段落会被忽略。' },
    'zh-TRADITIONAL': { label: '相似度閾值', description: '低於此分數的段落會被忽略。' },
  },
  keywordWeight: {
    en: { label: 'Keyword weight', description: 'The rest is the share of the meaning.' },
    fr: { label: 'Poids des mots-clés', description: 'Le reste revient au sens.' },
    zh: { label: '关键词权重', description: '其余为语义的权重。' },
    'zh-TRADITIONAL': { label: '關鍵詞權重', description: '其餘為語意的權重。' },
  },
  topN: {
    en: { label: 'Top N', description: 'Passages that are kept.' },
    fr: { label: 'Top N', description: 'Nombre de passages conservés.' },
    zh: { label: 'Top N', description: '保留的段落数。' },
    'zh-TRADITIONAL': { label: 'Top N', description: '保留的段落數。' },
  },
  topK: {
    en: { label: 'Top K', description: 'Candidates from each way of searching.' },
    fr: { label: 'Top K', description: 'Candidats de chaque mode de recherche.' },
    zh: { label: 'Top K', description: '每种检索方式的候选数。' },
    'zh-TRADITIONAL': { label: 'Top K', description: '每種檢索方式的候選數。' },
  },
  rerankModelId: {
    en: { label: 'Rerank model' },
    fr: { label: 'Modèle de reclassement' },
    zh: { label: '重排序模型' },
    'zh-TRADITIONAL': { label: '重排序模型' },
  },
} satisfies Record<string, OptionTexts>;
