import { defineFlowTemplate, rows } from './template.ts';

export const reportWriter = defineFlowTemplate({
  id: 'report_writer',
  icon: 'M5 4h10l4 4v12H5zM8 9h4M8 13h8M8 17h8M15 4v4h4',
  texts: {
    en: {
      name: 'Report writer',
      description: 'Writes a report from your documents, section by section, from a subject and an outline.',
      opener: 'What is the report about? Give its sections, one per line.',
      sections: 'Sections, one per line',
      reader: 'Written for',
      each: 'Each section',
      find: 'Search the documents',
      write: 'Write the section',
      system:
        'You write one section of a report for {{begin.reader}}. Use the passages only, give figures exactly, and name the document in brackets after what you take from it. Two to four paragraphs, or a table where figures are compared. No heading, no introduction, no conclusion.',
      section: 'Section',
      missing: 'Nothing found',
      missingText: '*The documents say nothing about this.*',
      body: 'Text',
      report: 'Report',
    },
    fr: {
      name: 'Rédaction de rapport',
      description:
        'Rédige un rapport d’après vos documents, section par section, à partir d’un sujet et d’un plan.',
      opener: 'Quel est le sujet du rapport ? Indiquez ses sections, une par ligne.',
      sections: 'Sections, une par ligne',
      reader: 'Destinataire',
      each: 'Chaque section',
      find: 'Chercher dans les documents',
      write: 'Rédiger la section',
      system:
        'Vous rédigez une section d’un rapport destiné à {{begin.reader}}. N’utilisez que les passages, reprenez les chiffres exactement et nommez le document entre parenthèses après ce que vous en tirez. Deux à quatre paragraphes, ou un tableau si des chiffres se comparent. Ni titre, ni introduction, ni conclusion.',
      section: 'Section',
      missing: 'Rien trouvé',
      missingText: '*Les documents n’en disent rien.*',
      body: 'Texte',
      report: 'Rapport',
    },
    zh: {
      name: '撰写报告',
      description: '根据主题和提纲，从您的文档逐节写出报告。',
      opener: '报告的主题是什么？请逐行列出各节。',
      sections: '各节，每行一个',
      reader: '读者',
      each: '逐节处理',
      find: '搜索文档',
      write: '撰写本节',
      system:
        '你为{{begin.reader}}撰写报告的一节。只使用段落，数字须准确，引用之后用括号注明文档名。二至四段；需要比较数字时用表格。不写标题、引言和结语。',
      section: '本节',
      missing: '未找到',
      missingText: '*文档中没有相关内容。*',
      body: '正文',
      report: '报告',
    },
    'zh-TRADITIONAL': {
      name: '撰寫報告',
      description: '根據主題和大綱，從您的文件逐節寫出報告。',
      opener: '報告的主題是什麼？請逐行列出各節。',
      sections: '各節，每行一個',
      reader: '讀者',
      each: '逐節處理',
      find: '搜尋文件',
      write: '撰寫本節',
      system:
        '你為{{begin.reader}}撰寫報告的一節。只使用段落，數字須準確，引用之後以括號註明文件名。二至四段；需要比較數字時用表格。不寫標題、引言和結語。',
      section: '本節',
      missing: '未找到',
      missingText: '*文件中沒有相關內容。*',
      body: '內文',
      report: '報告',
    },
  },
  nodes: (t) => ({
    begin: [
      'begin',
      {
        opener: t.opener,
        fields: rows(
          { name: 'sections', label: t.sections, type: 'paragraph' },
          { name: 'reader', label: t.reader, required: false },
        ),
      },
    ],
    each: [
      'iteration',
      { items: '{{begin.sections}}', result: '{{section.text}}', atOnce: 2, maxItems: 20 },
      { name: t.each },
    ],
    find: [
      'retrieval',
      { question: '{{sys.question}} {{each.item}}', topN: 8 },
      { name: t.find, parentId: 'each' },
    ],
    write: [
      'generate',
      { system: t.system, prompt: '{{sys.question}}: {{each.item}}', cite: false, historyWindow: 0 },
      { name: t.write, parentId: 'each', retries: 2 },
    ],
    missing: ['template', { template: t.missingText }, { name: t.missing, parentId: 'each' }],
    body: [
      'aggregate',
      {
        values: [
          { id: 'written', value: '{{write.text}}' },
          { id: 'missing', value: '{{missing.text}}' },
        ],
      },
      { name: t.body, parentId: 'each' },
    ],
    section: [
      'template',
      { template: '## {{each.item}}\n\n{{body.text}}\n' },
      { name: t.section, parentId: 'each' },
    ],
    report: ['answer', { content: '# {{sys.question}}\n\n{{each.results}}' }, { name: t.report }],
  }),
  edges: ['begin > each > report', 'find > write > body', 'find.nothing > missing > body', 'body > section'],
});
