import { chunkMethodNames } from '@lectern/contract';
import type { methodTexts as english } from '../../en/knowledge/methods.ts';
import type { Texts } from '../../texts.ts';

const names = chunkMethodNames['zh-TRADITIONAL'];

export const methodTexts: Texts<typeof english> = {
  methods: {
    naive: {
      name: names.naive,
      description:
        '按閱讀順序處理文本，在達到詞元數之前選擇最合適的位置切分：優先在段落之間，其次在句子之間。表格在放得下時保持完整。',
      use: '大多數文件；拿不準時也選它。',
    },
    book: {
      name: names.book,
      description: '按篇章切分：一個分塊不會混合兩章內容，並帶有其上各級標題。目錄頁不計入正文。',
      use: '有章節的長篇作品：報告、手冊、書籍。',
    },
    laws: {
      name: names.laws,
      description: '每條一個分塊，並帶有所屬的編、章、節。可識別法文、英文和中文編號，即使只是普通文本。',
      use: '規章、法律、合同：凡是按條引用的文本。',
    },
    manual: {
      name: names.manual,
      description: '按大綱在合適的層級切分。操作步驟及其警告、表格和插圖連同標題說明保留在同一節內。',
      use: '技術手冊、使用說明、操作規程。',
    },
    paper: {
      name: names.paper,
      description: '讀取標題、作者和摘要，摘要單獨成為一個分塊，其餘按章節切分，分欄按閱讀順序處理。',
      use: '學術論文。',
    },
    presentation: {
      name: names.presentation,
      description: '每張幻燈片一個分塊，帶有圖片、標題和備注。',
      use: '幻燈片，以及由其導出的 PDF。',
    },
    qa: {
      name: names.qa,
      description: '每個問答對一個分塊。讀者的提問與問題比較，引用的是答案。',
      use: '兩列的問答表，或以標題為問題、下方為答案的文件。',
    },
    resume: {
      name: names.resume,
      description: '將姓名、聯系方式、工作、學歷和技能讀入欄位。每段工作和學歷成為一個分塊，並注明是誰。',
      use: '求職材料：每個文件一個人。',
    },
    table: {
      name: names.table,
      description: '每行一個分塊，每個值都帶有列名。可識別數字、日期和是否值，因此可以對其計數和比較。',
      use: '登記表、價目表、清單：帶表頭的工作表。',
    },
    picture: {
      name: names.picture,
      description: '圖片上識別出的文字以及圖片本身。視覺模型還會對其加以描述。',
      use: '照片、示意圖、單頁掃描件。',
    },
    one: {
      name: names.one,
      description: '整個文件成為一個分塊。',
      use: '必須通讀全文才能理解的短文。',
    },
    knowledge_graph: {
      name: names.knowledge_graph,
      description: '與「通用」一樣切分，並從文本中提取人物、組織、地點、事件及其聯系，繪成圖譜。',
      use: '涉及多個文件之間關聯的問題。',
    },
    email: {
      name: names.email,
      description: '發件人、日期和主題與正文保留在一起；引用的歷史內容和附件分別切分。',
      use: '郵件以及導出的電子郵件。',
    },
    audio: {
      name: names.audio,
      description: '說話內容按停頓切分，並帶有時間。需要語音轉文字模型。',
      use: '會議、通話和講座的錄音。',
    },
  },
  options: {
    chunkTokenNumber: {
      label: '分塊詞元數',
      description: '一個分塊最多包含的詞元數；一個漢字約為一個詞元',
    },
    delimiter: {
      label: '分隔符',
      description: '可以在其後切分的字元；反引號之間的字元串總是另起一個分塊',
    },
    chunkOverlap: {
      label: '分塊重疊',
      description: '上一個分塊結尾在下一個分塊開頭重複的詞元數',
    },
    excelToHtml: {
      label: 'Excel 轉 HTML',
      description: '工作表的各行轉為 HTML 表格，而不是「列名：值」的文本行',
    },
    groupByPage: {
      label: '按頁分組',
      description: '分塊從不跨頁',
    },
    groupBy: {
      label: '分組依據',
      description: '以什麼為一個分塊；超過詞元數的部分會繼續切分',
      choices: { article: '條', section: '節', chapter: '章' },
    },
    keepReferences: {
      label: '保留參考文獻',
      description: '參考文獻清單單獨成為分塊；關閉則不收錄',
    },
    includeNotes: {
      label: '包含備注',
      description: '講者寫在幻燈片下方的備注隨該頁保留',
    },
    columnsLeftOut: {
      label: '不收錄的列',
      description: '不寫入各行文本的列，例如內部編號；每輸入一個按回車',
    },
    quotedHistory: {
      label: '引用的郵件',
      description: '從以往郵件中引用的內容',
      choices: { apart: '單獨成為分塊', leave_out: '不收錄' },
    },
    trimSignatures: {
      label: '去除簽名',
      description: '兩條短橫線以下的內容，以及「發自我的手機」之類的行',
    },
    windowSeconds: {
      label: '分塊秒數',
      description: '一個分塊最長的秒數；0 表示由詞元數決定',
    },
  },
};
