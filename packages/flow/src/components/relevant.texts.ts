import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const relevantTexts: ComponentTexts = {
  en: {
    name: 'Relevant',
    description:
      'Decides whether what was found helps to answer the question, and goes on by yes or no. Passages that help are passed on.',
    needs: 'One short model call. Without a chat model, it compares the words.',
  },
  fr: {
    name: 'Pertinence',
    description:
      'Détermine si ce qui a été trouvé aide à répondre à la question, et poursuit par oui ou par non. Les passages utiles sont transmis.',
    needs: 'Un court appel de modèle. Sans modèle de chat, les mots sont comparés.',
  },
  zh: {
    name: '相关性判断',
    description: '判断找到的内容是否有助于回答问题，并沿“是”或“否”继续。有用的段落会传递下去。',
    needs: '一次简短的模型调用。没有聊天模型时比较词语。',
  },
  'zh-TRADITIONAL': {
    name: '相關性判斷',
    description: '判斷找到的內容是否有助於回答問題，並沿「是」或「否」繼續。有用的段落會傳遞下去。',
    needs: '一次簡短的模型呼叫。沒有聊天模型時比較詞語。',
  },
};

export const relevantOptionTexts = {
  passages: {
    en: {
      label: 'Found',
      description: 'Left empty, the passages of the step before. Nothing found is a no.',
    },
    fr: {
      label: 'Éléments trouvés',
      description: 'Si ce champ est vide, les passages de l’étape précédente. Rien de trouvé vaut non.',
    },
    zh: { label: '找到的内容', description: '留空时使用上一步的段落。没有内容时为“否”。' },
    'zh-TRADITIONAL': { label: '找到的內容', description: '留空時使用上一步的段落。沒有內容時為「否」。' },
  },
} satisfies Record<string, OptionTexts>;
