import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const keywordTexts: ComponentTexts = {
  en: {
    name: 'Keyword extract',
    description: 'Picks the words that matter in a text, for a search.',
    needs: 'One short model call. Without a chat model, it picks the rarest words of the text itself.',
  },
  fr: {
    name: 'Mots-clés',
    description: 'Retient les mots importants d’un texte, pour une recherche.',
    needs: 'Un court appel de modèle. Sans modèle de chat, les mots porteurs du texte lui-même sont retenus.',
  },
  zh: {
    name: '关键词提取',
    description: '从文本中挑出用于搜索的重要词语。',
    needs: '一次简短的模型调用。没有聊天模型时，从文本本身挑选实词。',
  },
  'zh-TRADITIONAL': {
    name: '關鍵字擷取',
    description: '從文字中挑出用於搜尋的重要詞語。',
    needs: '一次簡短的模型呼叫。沒有聊天模型時，從文字本身挑選實詞。',
  },
};

export const keywordOptionTexts = {
  topN: {
    en: { label: 'Top N', description: 'How many keywords to keep.' },
    fr: { label: 'Top N', description: 'Nombre de mots-clés à conserver.' },
    zh: { label: 'Top N', description: '保留的关键词数量。' },
    'zh-TRADITIONAL': { label: 'Top N', description: '保留的關鍵字數量。' },
  },
} satisfies Record<string, OptionTexts>;
