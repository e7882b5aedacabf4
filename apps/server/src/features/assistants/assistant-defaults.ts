import { type Assistant, chatParameters, type Language, retrievalSettings } from '@lectern/contract';

type Texts = Pick<Assistant, 'opener' | 'emptyResponse' | 'systemPrompt'>;

const generalNames: Record<Language, string> = {
  en: 'All knowledge bases',
  fr: 'Toutes les bases de connaissances',
  zh: '全部知识库',
  'zh-TRADITIONAL': '全部知識庫',
};

const texts: Record<Language, Texts> = {
  en: {
    opener: 'Hello! Ask me about the documents of this knowledge base.',
    emptyResponse:
      'I found nothing about this in the knowledge base. Try other words, or a narrower question.',
    systemPrompt:
      'You answer questions from the passages below. Rely on them alone, give figures and names exactly as they stand, and say plainly what they leave open. Today is {date}.\n\nPassages:\n{knowledge}',
  },
  fr: {
    opener: 'Bonjour ! Posez-moi vos questions sur les documents de cette base de connaissances.',
    emptyResponse:
      'Je n’ai rien trouvé à ce sujet dans la base de connaissances. Essayez d’autres mots ou une question plus précise.',
    systemPrompt:
      'Vous répondez aux questions à partir des passages ci-dessous. Appuyez-vous sur eux seuls, reprenez les chiffres et les noms tels qu’ils y figurent et dites clairement ce qu’ils laissent ouvert. Nous sommes le {date}.\n\nPassages :\n{knowledge}',
  },
  zh: {
    opener: '您好！请就本知识库的文档向我提问。',
    emptyResponse: '知识库中没有找到相关内容。请换一种说法，或提出更具体的问题。',
    systemPrompt:
      '请根据下列段落回答问题。只依据这些段落，数字和名称须与原文一致；段落没有说明的，请明确指出。今天是 {date}。\n\n段落：\n{knowledge}',
  },
  'zh-TRADITIONAL': {
    opener: '您好！請就本知識庫的文件向我提問。',
    emptyResponse: '知識庫中沒有找到相關內容。請換一種說法，或提出更具體的問題。',
    systemPrompt:
      '請根據下列段落回答問題。只依據這些段落，數字和名稱須與原文一致；段落沒有說明的，請明確指出。今天是 {date}。\n\n段落：\n{knowledge}',
  },
};

/** What a new assistant starts with. */
export function assistantDefaults(language: Language) {
  return {
    description: '',
    avatar: null,
    language,
    ...texts[language],
    knowledgeBaseIds: [],
    variables: [],
    retrieval: retrievalSettings.parse({}),
    chatModelId: null,
    parameters: chatParameters.parse({}),
    showQuote: true,
    conversationMemory: 6,
    multiTurn: true,
    selfRag: false,
    quoteByLlm: true,
    addChunkInfo: true,
    sortByPage: false,
    keywordExtraction: false,
    crossLanguages: [],
    deriveFilter: false,
    claimCheck: 'words' as const,
    mailSupport: false,
    toolIds: [],
    flowId: null,
  };
}

/** The assistant over all knowledge bases. Without an opener: the page suggests questions in its place. */
export function generalDefaults(language: Language) {
  return { ...assistantDefaults(language), name: generalNames[language], opener: '' };
}
