import { chunkMethodNames } from '@lectern/contract';
import type { methodTexts as english } from '../../en/knowledge/methods.ts';
import type { Texts } from '../../texts.ts';

const names = chunkMethodNames.zh;

export const methodTexts: Texts<typeof english> = {
  methods: {
    naive: {
      name: names.naive,
      description:
        '按阅读顺序处理文本，在达到词元数之前选择最合适的位置切分：优先在段落之间，其次在句子之间。表格在放得下时保持完整。',
      use: '大多数文档；拿不准时也选它。',
    },
    book: {
      name: names.book,
      description: '按篇章切分：一个分块不会混合两章内容，并带有其上各级标题。目录页不计入正文。',
      use: '有章节的长篇作品：报告、手册、书籍。',
    },
    laws: {
      name: names.laws,
      description: '每条一个分块，并带有所属的编、章、节。可识别法文、英文和中文编号，即使只是普通文本。',
      use: '规章、法律、合同：凡是按条引用的文本。',
    },
    manual: {
      name: names.manual,
      description: '按大纲在合适的层级切分。操作步骤及其警告、表格和插图连同标题说明保留在同一节内。',
      use: '技术手册、使用说明、操作规程。',
    },
    paper: {
      name: names.paper,
      description: '读取标题、作者和摘要，摘要单独成为一个分块，其余按章节切分，分栏按阅读顺序处理。',
      use: '学术论文。',
    },
    presentation: {
      name: names.presentation,
      description: '每张幻灯片一个分块，带有图片、标题和备注。',
      use: '幻灯片，以及由其导出的 PDF。',
    },
    qa: {
      name: names.qa,
      description: '每个问答对一个分块。读者的提问与问题比较，引用的是答案。',
      use: '两列的问答表，或以标题为问题、下方为答案的文档。',
    },
    resume: {
      name: names.resume,
      description: '将姓名、联系方式、工作、学历和技能读入字段。每段工作和学历成为一个分块，并注明是谁。',
      use: '求职材料：每个文件一个人。',
    },
    table: {
      name: names.table,
      description: '每行一个分块，每个值都带有列名。可识别数字、日期和是否值，因此可以对其计数和比较。',
      use: '登记表、价目表、清单：带表头的工作表。',
    },
    picture: {
      name: names.picture,
      description: '图片上识别出的文字以及图片本身。视觉模型还会对其加以描述。',
      use: '照片、示意图、单页扫描件。',
    },
    one: {
      name: names.one,
      description: '整个文档成为一个分块。',
      use: '必须通读全文才能理解的短文。',
    },
    knowledge_graph: {
      name: names.knowledge_graph,
      description: '与“通用”一样切分，并从文本中提取人物、组织、地点、事件及其联系，绘成图谱。',
      use: '涉及多个文档之间关联的问题。',
    },
    email: {
      name: names.email,
      description: '发件人、日期和主题与正文保留在一起；引用的历史内容和附件分别切分。',
      use: '邮件以及导出的邮箱。',
    },
    audio: {
      name: names.audio,
      description: '说话内容按停顿切分，并带有时间。需要语音转文字模型。',
      use: '会议、通话和讲座的录音。',
    },
  },
  options: {
    chunkTokenNumber: {
      label: '分块词元数',
      description: '一个分块最多包含的词元数；一个汉字约为一个词元',
    },
    delimiter: {
      label: '分隔符',
      description: '可以在其后切分的字符；反引号之间的字符串总是另起一个分块',
    },
    chunkOverlap: {
      label: '分块重叠',
      description: '上一个分块结尾在下一个分块开头重复的词元数',
    },
    excelToHtml: {
      label: 'Excel 转 HTML',
      description: '工作表的各行转为 HTML 表格，而不是“列名：值”的文本行',
    },
    groupByPage: {
      label: '按页分组',
      description: '分块从不跨页',
    },
    groupBy: {
      label: '分组依据',
      description: '以什么为一个分块；超过词元数的部分会继续切分',
      choices: { article: '条', section: '节', chapter: '章' },
    },
    keepReferences: {
      label: '保留参考文献',
      description: '参考文献列表单独成为分块；关闭则不收录',
    },
    includeNotes: {
      label: '包含备注',
      description: '讲者写在幻灯片下方的备注随该页保留',
    },
    columnsLeftOut: {
      label: '不收录的列',
      description: '不写入各行文本的列，例如内部编号；每输入一个按回车',
    },
    quotedHistory: {
      label: '引用的邮件',
      description: '从以往邮件中引用的内容',
      choices: { apart: '单独成为分块', leave_out: '不收录' },
    },
    trimSignatures: {
      label: '去除签名',
      description: '两条短横线以下的内容，以及“发自我的手机”之类的行',
    },
    windowSeconds: {
      label: '分块秒数',
      description: '一个分块最长的秒数；0 表示由词元数决定',
    },
  },
};
