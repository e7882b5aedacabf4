import { defineFlowTemplate, rows } from './template.ts';

export const meetingNotes = defineFlowTemplate({
  id: 'meeting_notes',
  icon: 'M8 7a4 4 0 1 0 8 0 4 4 0 0 0-8 0M4 21v-1a5 5 0 0 1 5-5h2M14 15h7M14 18h7M14 21h4',
  texts: {
    en: {
      name: 'Meeting notes',
      description:
        'Turns notes or a transcript into minutes: who was there, what was decided, who does what by when, and what is open.',
      opener: 'Paste the notes or the transcript.',
      read: 'Read the notes',
      title: 'What the meeting was about, in at most eight words',
      participants: 'Names of the people who took part',
      summary: 'Three to five sentences',
      decisions: 'What was decided, one sentence each',
      actions: 'Who does what by when, one sentence each, beginning with the name',
      questions: 'What remained open, one sentence each',
      terms: 'Keywords',
      minutes: 'Minutes',
      minutesText:
        '# {{read.title}}\n\n**Present:** {{read.participants}}\n\n{{read.summary}}\n\n## Decisions\n\n{{read.decisions}}\n\n## To do\n\n{{read.actions}}\n\n## Open questions\n\n{{read.questions}}',
      raw: 'Notes as they are',
      rawText:
        '# Notes of {{sys.date}}\n\n**Keywords:** {{terms.text}}\n\n{{sys.question}}\n\n*Minutes need a chat model.*',
      show: 'Show',
    },
    fr: {
      name: 'Compte rendu de réunion',
      description:
        'Transforme des notes ou une transcription en compte rendu : présents, décisions, tâches avec échéance et points ouverts.',
      opener: 'Collez les notes ou la transcription.',
      read: 'Lire les notes',
      title: 'Le sujet de la réunion, en huit mots au plus',
      participants: 'Noms des personnes présentes',
      summary: 'Trois à cinq phrases',
      decisions: 'Ce qui a été décidé, une phrase chacune',
      actions: 'Qui fait quoi pour quand, une phrase chacune, en commençant par le nom',
      questions: 'Ce qui reste ouvert, une phrase chacune',
      terms: 'Mots-clés',
      minutes: 'Compte rendu',
      minutesText:
        '# {{read.title}}\n\n**Présents :** {{read.participants}}\n\n{{read.summary}}\n\n## Décisions\n\n{{read.decisions}}\n\n## À faire\n\n{{read.actions}}\n\n## Points ouverts\n\n{{read.questions}}',
      raw: 'Notes telles quelles',
      rawText:
        '# Notes du {{sys.date}}\n\n**Mots-clés :** {{terms.text}}\n\n{{sys.question}}\n\n*Un compte rendu nécessite un modèle de chat.*',
      show: 'Afficher',
    },
    zh: {
      name: '会议纪要',
      description: '把笔记或录音文字整理成纪要：与会者、决定、何人何时做何事，以及未决事项。',
      opener: '请粘贴笔记或录音文字。',
      read: '阅读笔记',
      title: '会议主题，不超过十五个字',
      participants: '与会者姓名',
      summary: '三到五句话',
      decisions: '作出的决定，每项一句',
      actions: '何人何时做何事，每项一句，以姓名开头',
      questions: '未决事项，每项一句',
      terms: '关键词',
      minutes: '纪要',
      minutesText:
        '# {{read.title}}\n\n**与会者：**{{read.participants}}\n\n{{read.summary}}\n\n## 决定\n\n{{read.decisions}}\n\n## 待办\n\n{{read.actions}}\n\n## 未决事项\n\n{{read.questions}}',
      raw: '原始笔记',
      rawText:
        '# {{sys.date}} 笔记\n\n**关键词：**{{terms.text}}\n\n{{sys.question}}\n\n*整理纪要需要聊天模型。*',
      show: '显示',
    },
    'zh-TRADITIONAL': {
      name: '會議紀錄',
      description: '把筆記或逐字稿整理成紀錄：與會者、決定、何人何時做何事，以及未決事項。',
      opener: '請貼上筆記或逐字稿。',
      read: '閱讀筆記',
      title: '會議主題，不超過十五個字',
      participants: '與會者姓名',
      summary: '三到五句話',
      decisions: '作出的決定，每項一句',
      actions: '何人何時做何事，每項一句，以姓名開頭',
      questions: '未決事項，每項一句',
      terms: '關鍵字',
      minutes: '紀錄',
      minutesText:
        '# {{read.title}}\n\n**與會者：**{{read.participants}}\n\n{{read.summary}}\n\n## 決定\n\n{{read.decisions}}\n\n## 待辦\n\n{{read.actions}}\n\n## 未決事項\n\n{{read.questions}}',
      raw: '原始筆記',
      rawText:
        '# {{sys.date}} 筆記\n\n**關鍵字：**{{terms.text}}\n\n{{sys.question}}\n\n*整理紀錄需要聊天模型。*',
      show: '顯示',
    },
  },
  nodes: (t) => ({
    begin: ['begin', { opener: t.opener }],
    read: [
      'extract',
      {
        text: '{{sys.question}}',
        fields: rows(
          { name: 'title', description: t.title },
          { name: 'participants', type: 'list', description: t.participants },
          { name: 'summary', description: t.summary },
          { name: 'decisions', type: 'list', description: t.decisions },
          { name: 'actions', type: 'list', description: t.actions },
          { name: 'questions', type: 'list', description: t.questions },
        ),
      },
      { name: t.read, onError: 'route', timeoutSeconds: 300 },
    ],
    minutes: ['template', { template: t.minutesText }, { name: t.minutes }],
    terms: ['keyword', { question: '{{sys.question}}', topN: 8 }, { name: t.terms }],
    raw: ['template', { template: t.rawText }, { name: t.raw }],
    show: ['answer', {}, { name: t.show }],
  }),
  edges: ['begin > read > minutes > show', 'read.error > terms > raw > show'],
});
