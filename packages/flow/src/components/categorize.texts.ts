import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const categorizeTexts: ComponentTexts = {
  en: {
    name: 'Categorize',
    description: 'Decides which category a question belongs to, and goes on by that category’s way.',
    needs: 'One short model call. Without a chat model, it compares words with the examples.',
  },
  fr: {
    name: 'Catégorisation',
    description: 'Détermine la catégorie d’une question et poursuit par le chemin de cette catégorie.',
    needs: 'Un court appel de modèle. Sans modèle de chat, les mots sont comparés aux exemples.',
  },
  zh: {
    name: '分类',
    description: '判断问题属于哪个类别，并沿该类别的路径继续。',
    needs: '一次简短的模型调用。没有聊天模型时，与示例比较词语。',
  },
  'zh-TRADITIONAL': {
    name: '分類',
    description: '判斷問題屬於哪個類別，並沿該類別的路徑繼續。',
    needs: '一次簡短的模型呼叫。沒有聊天模型時，與範例比較詞語。',
  },
};

export const categorizeOptionTexts = {
  categories: {
    en: {
      label: 'Categories',
      description: 'Each has a way of its own. The last one takes what fits no other.',
    },
    fr: {
      label: 'Catégories',
      description: 'Chacune a son propre chemin. La dernière reçoit ce qui ne convient à aucune autre.',
    },
    zh: { label: '类别', description: '每个类别都有自己的路径。最后一个接收不属于其他类别的问题。' },
    'zh-TRADITIONAL': {
      label: '類別',
      description: '每個類別都有自己的路徑。最後一個接收不屬於其他類別的問題。',
    },
  },
  name: {
    en: { label: 'Name' },
    fr: { label: 'Nom' },
    zh: { label: '名称' },
    'zh-TRADITIONAL': { label: '名稱' },
  },
  description: {
    en: { label: 'Description', description: 'What belongs to it.' },
    fr: { label: 'Description', description: 'Ce qui en relève.' },
    zh: { label: '描述', description: '属于此类别的内容。' },
    'zh-TRADITIONAL': { label: '描述', description: '屬於此類別的內容。' },
  },
  examples: {
    en: { label: 'Examples', description: 'One per line.' },
    fr: { label: 'Exemples', description: 'Un par ligne.' },
    zh: { label: '示例', description: '每行一个。' },
    'zh-TRADITIONAL': { label: '範例', description: '每行一個。' },
  },
} satisfies Record<string, OptionTexts>;
