export type AnswerLanguage = 'en' | 'fr' | 'zh' | 'zh-traditional';

const frenchWords =
  /(?:^|[^\p{L}])(?:le|la|les|des|du|une|est|sont|qui|que|quel|quelle|quels|quelles|quand|comment|pourquoi|combien|où|dans|pour|avec|sur|mon|ma|mes|il|elle|je|tu|bonjour|bonsoir|salut|coucou|merci|parfait|revoir|aide|résum(?:e|er|ez)|tradui(?:s|re|sez)|rédig(?:e|er|ez)|l['’]|d['’]|qu['’])(?=$|[^\p{L}])/giu;
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

type Phrases = {
  nothing: string;
  noPassages: string;
  /** Before the passages that come nearest to a task. */
  task: string;
} & Record<'greeting' | 'thanks' | 'farewell' | 'about', string>;

export const phrases: Record<AnswerLanguage, Phrases> = {
  en: {
    greeting: 'Hello! Ask me a question about your documents. I answer with sentences quoted from them.',
    thanks: 'You’re welcome.',
    farewell: 'Goodbye!',
    about:
      'I am Lectern’s built-in answerer. I find the sentences of your documents that answer a question and quote them with their source. To summarise, translate or answer in my own words, I need a chat model: add one under Models.',
    task: 'I can only quote your documents. To summarise, translate, compare or write, add a chat model. These passages come closest:',
    nothing:
      'I found no sentence in the retrieved passages that answers this question. The built-in model only quotes your documents; connect a language model for answers in its own words.',
    noPassages:
      'The knowledge bases hold nothing relevant to this question. The built-in model only quotes your documents; connect a language model for answers from general knowledge.',
  },
  fr: {
    greeting:
      'Bonjour ! Posez-moi une question sur vos documents. Je réponds par des phrases qui en sont citées.',
    thanks: 'Je vous en prie.',
    farewell: 'Au revoir !',
    about:
      'Je suis le répondeur intégré de Lectern. Je trouve dans vos documents les phrases qui répondent à une question et je les cite avec leur source. Pour résumer, traduire ou rédiger, il me faut un modèle de langage : ajoutez-en un sous Modèles.',
    task: 'Je ne peux que citer vos documents. Pour résumer, traduire, comparer ou rédiger, ajoutez un modèle de langage. Voici les passages les plus proches :',
    nothing:
      'Aucune phrase des passages trouvés ne répond à cette question. Le modèle intégré ne fait que citer vos documents ; connectez un modèle de langage pour des réponses rédigées.',
    noPassages:
      'Les bases de connaissances ne contiennent rien sur cette question. Le modèle intégré ne fait que citer vos documents ; connectez un modèle de langage pour des réponses de culture générale.',
  },
  zh: {
    greeting: '您好！请就您的文档提问，我会摘录其中的句子来回答。',
    thanks: '不客气。',
    farewell: '再见！',
    about:
      '我是 Lectern 的内置应答器：从您的文档中找出能回答问题的句子，并注明出处。如需总结、翻译或用自己的话作答，请在“模型”中添加语言模型。',
    task: '我只能摘录您的文档。如需总结、翻译、比较或写作，请添加语言模型。以下是最接近的段落：',
    nothing:
      '检索到的段落中没有能回答这个问题的句子。内置模型只摘录您的文档；如需用自己的话作答，请接入语言模型。',
    noPassages:
      '知识库中没有与这个问题相关的内容。内置模型只摘录您的文档；如需依据通用知识作答，请接入语言模型。',
  },
  'zh-traditional': {
    greeting: '您好！請就您的文件提問，我會摘錄其中的句子來回答。',
    thanks: '不客氣。',
    farewell: '再見！',
    about:
      '我是 Lectern 的內建應答器：從您的文件中找出能回答問題的句子，並註明出處。如需總結、翻譯或用自己的話作答，請在「模型」中新增語言模型。',
    task: '我只能摘錄您的文件。如需總結、翻譯、比較或寫作，請新增語言模型。以下是最接近的段落：',
    nothing:
      '檢索到的段落中沒有能回答這個問題的句子。內建模型只摘錄您的文件；如需用自己的話作答，請接入語言模型。',
    noPassages:
      '知識庫中沒有與這個問題相關的內容。內建模型只摘錄您的文件；如需依據通用知識作答，請接入語言模型。',
  },
};
