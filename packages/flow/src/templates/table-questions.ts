import { defineFlowTemplate } from './template.ts';

export const tableQuestions = defineFlowTemplate({
  id: 'table_questions',
  icon: 'M4 5h16v14H4zM4 10h16M10 5v14M14 14h3M14 16.500h3',
  texts: {
    en: {
      name: 'Questions over tables',
      description:
        'Answers questions over spreadsheets and tables of a knowledge base: single values, sums and comparisons, with the rows they come from.',
      opener: 'Ask about your tables, for example: which product sold best in March?',
      conversation: 'Conversation',
      alone: 'Word the question',
      tables: 'Ask the tables',
      find: 'Search the rows',
      write: 'Answer with figures',
      system:
        'Answer from the rows of the tables. Give figures with their unit and exactly as they stand there; show more than three of them as a table. Say how a sum or an average was worked out, and do not work out what the rows do not hold completely.',
      none: 'No rows found',
      noneText: 'No table holds this. Name the column or the value as it is called in the table.',
    },
    fr: {
      name: 'Questions sur des tableaux',
      description:
        'Répond aux questions sur les feuilles de calcul et les tableaux d’une base de connaissances : valeurs, sommes et comparaisons, avec leurs lignes.',
      opener: 'Interrogez vos tableaux, par exemple : quel produit s’est le mieux vendu en mars ?',
      conversation: 'Conversation',
      alone: 'Formuler la question',
      tables: 'Interroger les tableaux',
      find: 'Chercher dans les lignes',
      write: 'Répondre avec des chiffres',
      system:
        'Répondez d’après les lignes des tableaux. Donnez les chiffres avec leur unité, exactement comme ils y figurent ; au-delà de trois, présentez-les en tableau. Expliquez comment une somme ou une moyenne est calculée, et ne calculez pas ce que les lignes ne contiennent pas en entier.',
      none: 'Aucune ligne',
      noneText: 'Aucun tableau ne contient cela. Nommez la colonne ou la valeur comme dans le tableau.',
    },
    zh: {
      name: '表格问答',
      description: '回答关于知识库中电子表格和表格的问题：单个数值、求和与比较，并给出对应的行。',
      opener: '请就表格提问，例如：三月哪种产品卖得最好？',
      conversation: '对话',
      alone: '整理问题',
      tables: '查询表格',
      find: '搜索行',
      write: '用数字回答',
      system:
        '依据表格的行作答。数字须带单位并与原文一致；超过三个时用表格列出。说明总和或平均值的算法；行中数据不全时不要计算。',
      none: '未找到行',
      noneText: '没有表格包含此内容。请按表格中的列名或值来提问。',
    },
    'zh-TRADITIONAL': {
      name: '表格問答',
      description: '回答關於知識庫中試算表和表格的問題：單一數值、加總與比較，並給出對應的列。',
      opener: '請就表格提問，例如：三月哪種產品賣得最好？',
      conversation: '對話',
      alone: '整理問題',
      tables: '查詢表格',
      find: '搜尋列',
      write: '以數字回答',
      system:
        '依據表格的列作答。數字須帶單位並與原文一致；超過三個時以表格列出。說明總和或平均值的算法；列中資料不全時不要計算。',
      none: '未找到列',
      noneText: '沒有表格包含此內容。請依表格中的欄名或值來提問。',
    },
  },
  nodes: (t) => ({
    begin: ['begin', { opener: t.opener }],
    chat: ['answer', {}, { name: t.conversation }],
    alone: ['rewrite', {}, { name: t.alone }],
    tables: ['table_question', { question: '{{alone.question}}' }, { name: t.tables }],
    // For what columns do not answer. Words weigh more than meaning: a question names values as they are written.
    find: ['retrieval', { question: '{{alone.question}}', topN: 20, keywordWeight: 0.9 }, { name: t.find }],
    write: ['generate', { system: t.system, temperature: 0 }, { name: t.write, retries: 1 }],
    none: ['template', { template: t.noneText }, { name: t.none }],
  }),
  edges: [
    'begin > chat > alone > tables > chat',
    'tables.nothing > find > write > chat',
    'find.nothing > none > chat',
    'alone.exhausted > none',
  ],
});
