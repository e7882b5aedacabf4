export type AnswerLanguage = 'en' | 'fr' | 'zh' | 'zh-traditional';

const frenchWords =
  /(?:^|[^\p{L}])(?:le|la|les|des|du|une|est|sont|qui|que|quel|quelle|quels|quelles|quand|comment|pourquoi|combien|où|dans|pour|avec|sur|mon|ma|mes|il|elle|je|l['’]|d['’]|qu['’])(?=$|[^\p{L}])/giu;
const englishWords =
  /(?:^|[^\p{L}])(?:the|of|is|are|was|were|who|what|when|where|why|how|which|does|do|did|can|in|for|with|and|my|to)(?=$|[^\p{L}])/giu;
/** Frequent characters that are written otherwise in simplified Chinese. */
const traditionalOnly =
  /[們這個來時說國對為會學發過還開關問樣實點將與經總業當動種從書麼應長東車電話買賣錢嗎]/u;

/** The language to answer in: by script, then by function words; English where nothing tells. */
export function guessAnswerLanguage(question: string): AnswerLanguage {
  if (/\p{Script=Han}/u.test(question) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(question)) {
    return traditionalOnly.test(question) ? 'zh-traditional' : 'zh';
  }
  const french = question.match(frenchWords)?.length ?? 0;
  const english = question.match(englishWords)?.length ?? 0;
  return french > english ? 'fr' : 'en';
}

type Phrases = { nothing: string; noPassages: string };

export const phrases: Record<AnswerLanguage, Phrases> = {
  en: {
    nothing:
      'I found no sentence in the retrieved passages that answers this question. The built-in model only quotes your documents; connect a language model for answers in its own words.',
    noPassages:
      'The knowledge bases hold nothing relevant to this question. The built-in model only quotes your documents; connect a language model for answers from general knowledge.',
  },
  fr: {
    nothing:
      'Aucune phrase des passages trouvés ne répond à cette question. Le modèle intégré ne fait que citer vos documents ; connectez un modèle de langage pour des réponses rédigées.',
    noPassages:
      'Les bases de connaissances ne contiennent rien sur cette question. Le modèle intégré ne fait que citer vos documents ; connectez un modèle de langage pour des réponses de culture générale.',
  },
  zh: {
    nothing:
      '检索到的段落中没有能回答这个问题的句子。内置模型只摘录您的文档；如需用自己的话作答，请接入语言模型。',
    noPassages:
      '知识库中没有与这个问题相关的内容。内置模型只摘录您的文档；如需依据通用知识作答，请接入语言模型。',
  },
  'zh-traditional': {
    nothing:
      '檢索到的段落中沒有能回答這個問題的句子。內建模型只摘錄您的文件；如需用自己的話作答，請接入語言模型。',
    noPassages:
      '知識庫中沒有與這個問題相關的內容。內建模型只摘錄您的文件；如需依據通用知識作答，請接入語言模型。',
  },
};
