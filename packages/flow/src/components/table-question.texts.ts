import type { ComponentTexts } from '../texts.ts';

export const tableQuestionTexts: ComponentTexts = {
  en: {
    name: 'Question over tables',
    description:
      'Answers how many, how much and which from the columns of tables in knowledge bases, with the row that it cites.',
    needs: 'A base with tables. Without a chat model, questions in plain terms are understood by rules.',
  },
  fr: {
    name: 'Question sur des tableaux',
    description:
      'Répond à combien et lesquels à partir des colonnes de tableaux des bases de connaissances, en citant la ligne.',
    needs:
      'Une base avec des tableaux. Sans modèle de chat, les questions simples sont comprises par des règles.',
  },
  zh: {
    name: '表格问答',
    description: '根据知识库中表格的列回答数量、合计和哪些等问题，并引用相应的行。',
    needs: '含表格的知识库。没有聊天模型时，由规则理解简单的问题。',
  },
  'zh-TRADITIONAL': {
    name: '表格問答',
    description: '根據知識庫中表格的欄位回答數量、合計和哪些等問題，並引用相應的資料列。',
    needs: '含表格的知識庫。沒有聊天模型時，由規則理解簡單的問題。',
  },
};
