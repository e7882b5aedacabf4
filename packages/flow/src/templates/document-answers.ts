import { defineFlowTemplate } from './template.ts';

export const documentAnswers = defineFlowTemplate({
  id: 'document_answers',
  icon: 'M14 3v4a1 1 0 0 0 1 1h4M6 3h8l5 5v5M6 3a1 1 0 0 0-1 1v16a1 1 0 0 0 1 1h5M15 18l2 2 4-4M8 12h5M8 16h3',
  texts: {
    en: {
      name: 'Answers from documents, graded',
      description:
        'Searches your documents, keeps only the passages that help, rewords the question where none does, and cites what it says.',
      conversation: 'Conversation',
      alone: 'Word the question',
      find: 'Search the documents',
      grade: 'Do the passages help?',
      write: 'Write the answer',
      system:
        'Answer the question from the passages, in the language of the question. Give figures, dates and names exactly as they stand there. Say what the passages leave open.',
      none: 'Nothing found',
      noneText:
        'The documents say nothing about this, in other words neither. Ask about one thing at a time, or name the document that should hold it.',
    },
    fr: {
      name: 'Réponses d’après les documents, avec tri',
      description:
        'Cherche dans vos documents, ne garde que les passages utiles, reformule la question si aucun ne convient et cite ses sources.',
      conversation: 'Conversation',
      alone: 'Formuler la question',
      find: 'Chercher dans les documents',
      grade: 'Les passages aident-ils ?',
      write: 'Rédiger la réponse',
      system:
        'Répondez à la question d’après les passages, dans la langue de la question. Reprenez exactement les chiffres, les dates et les noms. Dites ce que les passages ne précisent pas.',
      none: 'Rien trouvé',
      noneText:
        'Les documents n’en disent rien, même en d’autres termes. Posez une seule question à la fois, ou nommez le document concerné.',
    },
    zh: {
      name: '带筛选的文档问答',
      description: '搜索您的文档，只保留有用的段落；若都无用则改写问题，并为回答注明出处。',
      conversation: '对话',
      alone: '整理问题',
      find: '搜索文档',
      grade: '段落有用吗？',
      write: '撰写回答',
      system: '用提问的语言、依据段落回答问题。数字、日期和名称须与原文一致。段落未说明之处请指出。',
      none: '未找到',
      noneText: '换种说法后，文档中仍没有相关内容。请一次只问一件事，或说明应在哪份文档中。',
    },
    'zh-TRADITIONAL': {
      name: '帶篩選的文件問答',
      description: '搜尋您的文件，只保留有用的段落；若都無用則改寫問題，並為回答註明出處。',
      conversation: '對話',
      alone: '整理問題',
      find: '搜尋文件',
      grade: '段落有用嗎？',
      write: '撰寫回答',
      system: '以提問的語言、依據段落回答問題。數字、日期和名稱須與原文一致。段落未說明之處請指出。',
      none: '未找到',
      noneText: '換種說法後，文件中仍沒有相關內容。請一次只問一件事，或說明應在哪份文件中。',
    },
  },
  nodes: (t) => ({
    begin: ['begin'],
    chat: ['answer', {}, { name: t.conversation }],
    alone: ['rewrite', { loop: 2 }, { name: t.alone }],
    find: ['retrieval', { question: '{{alone.question}}', topN: 10 }, { name: t.find }],
    grade: ['relevant', { passages: '{{find.passages}}' }, { name: t.grade }],
    write: ['generate', { system: t.system, passages: '{{grade.passages}}' }, { name: t.write, retries: 1 }],
    none: ['template', { template: t.noneText }, { name: t.none }],
  }),
  edges: [
    'begin > chat > alone > find > grade',
    'grade.yes > write > chat',
    'grade.no > alone',
    'find.nothing > alone',
    'alone.exhausted > none > chat',
  ],
});
