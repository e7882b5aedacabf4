/** Texts of every option of a chunk method, in every language. `layout` of a method demands those of its options. */
export const optionTexts = {
  chunkTokenNumber: {
    en: {
      label: 'Chunk token number',
      description: 'Maximum number of tokens per chunk. A token is about four English letters',
    },
    fr: {
      label: 'Jetons par fragment',
      description: 'Nombre maximal de jetons d’un fragment ; un jeton vaut à peu près quatre lettres',
    },
    zh: {
      label: '分块词元数',
      description: '一个分块最多包含的词元数；一个汉字约为一个词元',
    },
    'zh-TRADITIONAL': {
      label: '分塊詞元數',
      description: '一個分塊最多包含的詞元數；一個漢字約為一個詞元',
    },
  },
  delimiter: {
    en: {
      label: 'Delimiter',
      description:
        'Characters after which text may be split. A delimiter in backticks always starts a new chunk',
    },
    fr: {
      label: 'Séparateurs',
      description:
        'Caractères après lesquels on peut couper ; ce qui est entre accents graves commence toujours un nouveau fragment',
    },
    zh: {
      label: '分隔符',
      description: '可以在其后切分的字符；反引号之间的字符串总是另起一个分块',
    },
    'zh-TRADITIONAL': {
      label: '分隔符',
      description: '可以在其後切分的字元；反引號之間的字元串總是另起一個分塊',
    },
  },
  chunkOverlap: {
    en: {
      label: 'Chunk overlap',
      description: 'Tokens from the end of a chunk that are repeated at the start of the next',
    },
    fr: {
      label: 'Chevauchement',
      description: 'Jetons de la fin d’un fragment répétés au début du suivant',
    },
    zh: {
      label: '分块重叠',
      description: '上一个分块结尾在下一个分块开头重复的词元数',
    },
    'zh-TRADITIONAL': {
      label: '分塊重疊',
      description: '上一個分塊結尾在下一個分塊開頭重複的詞元數',
    },
  },
  excelToHtml: {
    en: {
      label: 'Excel to HTML',
      description: 'Turns spreadsheet rows into HTML tables instead of “column: value” lines',
    },
    fr: {
      label: 'Excel en HTML',
      description:
        'Les lignes des feuilles deviennent des tableaux HTML plutôt que des lignes « colonne : valeur »',
    },
    zh: {
      label: 'Excel 转 HTML',
      description: '工作表的各行转为 HTML 表格，而不是“列名：值”的文本行',
    },
    'zh-TRADITIONAL': {
      label: 'Excel 轉 HTML',
      description: '工作表的各行轉為 HTML 表格，而不是「列名：值」的文本行',
    },
  },
  groupByPage: {
    en: {
      label: 'Group by page',
      description: 'A chunk never spans two pages',
    },
    fr: {
      label: 'Regrouper par page',
      description: 'Un fragment ne déborde jamais sur une autre page',
    },
    zh: {
      label: '按页分组',
      description: '分块从不跨页',
    },
    'zh-TRADITIONAL': {
      label: '按頁分組',
      description: '分塊從不跨頁',
    },
  },
  groupBy: {
    en: {
      label: 'Group by',
      description: 'The unit of one chunk. Longer units are split at the token limit',
      choices: { article: 'Article', section: 'Section', chapter: 'Chapter' },
    },
    fr: {
      label: 'Regrouper par',
      description: 'Ce qui forme un fragment ; ce qui dépasse la limite de jetons est encore découpé',
      choices: { article: 'Article', section: 'Section', chapter: 'Chapitre' },
    },
    zh: {
      label: '分组依据',
      description: '以什么为一个分块；超过词元数的部分会继续切分',
      choices: { article: '条', section: '节', chapter: '章' },
    },
    'zh-TRADITIONAL': {
      label: '分組依據',
      description: '以什麼為一個分塊；超過詞元數的部分會繼續切分',
      choices: { article: '條', section: '節', chapter: '章' },
    },
  },
  keepReferences: {
    en: {
      label: 'Keep references',
      description: 'Turns the list of references into separate chunks. If off, it is left out',
    },
    fr: {
      label: 'Garder la bibliographie',
      description: 'La liste des références forme ses propres fragments ; sinon elle est laissée de côté',
    },
    zh: {
      label: '保留参考文献',
      description: '参考文献列表单独成为分块；关闭则不收录',
    },
    'zh-TRADITIONAL': {
      label: '保留參考文獻',
      description: '參考文獻清單單獨成為分塊；關閉則不收錄',
    },
  },
  includeNotes: {
    en: {
      label: 'Include notes',
      description: 'Adds the speaker notes to each slide',
    },
    fr: {
      label: 'Inclure les notes',
      description: 'Ce que l’orateur a écrit sous une diapositive l’accompagne',
    },
    zh: {
      label: '包含备注',
      description: '讲者写在幻灯片下方的备注随该页保留',
    },
    'zh-TRADITIONAL': {
      label: '包含備注',
      description: '講者寫在幻燈片下方的備注隨該頁保留',
    },
  },
  columnsLeftOut: {
    en: {
      label: 'Excluded columns',
      description: 'Columns to leave out of the text, such as internal numbers. Press Enter after each',
    },
    fr: {
      label: 'Colonnes laissées de côté',
      description:
        'Colonnes absentes du texte des lignes, comme des numéros internes ; validez chacune par Entrée',
    },
    zh: {
      label: '不收录的列',
      description: '不写入各行文本的列，例如内部编号；每输入一个按回车',
    },
    'zh-TRADITIONAL': {
      label: '不收錄的列',
      description: '不寫入各行文本的列，例如內部編號；每輸入一個按回車',
    },
  },
  quotedHistory: {
    en: {
      label: 'Quoted emails',
      description: 'How to handle text quoted from earlier emails',
      choices: { apart: 'Separate chunks', leave_out: 'Left out' },
    },
    fr: {
      label: 'Courriels cités',
      description: 'Ce qui est repris d’e-mails antérieurs',
      choices: { apart: 'Dans leurs propres fragments', leave_out: 'Laissés de côté' },
    },
    zh: {
      label: '引用的邮件',
      description: '从以往邮件中引用的内容',
      choices: { apart: '单独成为分块', leave_out: '不收录' },
    },
    'zh-TRADITIONAL': {
      label: '引用的郵件',
      description: '從以往郵件中引用的內容',
      choices: { apart: '單獨成為分塊', leave_out: '不收錄' },
    },
  },
  trimSignatures: {
    en: {
      label: 'Leave out signatures',
      description: 'Removes text below two dashes, and lines such as “Sent from my phone”',
    },
    fr: {
      label: 'Sans les signatures',
      description: 'Ce qui suit deux tirets, et les lignes du genre « Envoyé de mon téléphone »',
    },
    zh: {
      label: '去除签名',
      description: '两条短横线以下的内容，以及“发自我的手机”之类的行',
    },
    'zh-TRADITIONAL': {
      label: '去除簽名',
      description: '兩條短橫線以下的內容，以及「發自我的手機」之類的行',
    },
  },
  windowSeconds: {
    en: {
      label: 'Seconds per chunk',
      description: 'Maximum length of a chunk in seconds. 0 means no limit other than tokens',
    },
    fr: {
      label: 'Secondes par fragment',
      description: 'Durée maximale d’un fragment en secondes ; 0 : autant que les jetons le permettent',
    },
    zh: {
      label: '分块秒数',
      description: '一个分块最长的秒数；0 表示由词元数决定',
    },
    'zh-TRADITIONAL': {
      label: '分塊秒數',
      description: '一個分塊最長的秒數；0 表示由詞元數決定',
    },
  },
};
