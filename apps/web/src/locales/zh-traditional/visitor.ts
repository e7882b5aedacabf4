import type { visitor as en } from '../en/visitor.ts';
import type { Texts } from '../texts.ts';

export const visitor: Texts<typeof en> = {
  pageTitle: '聊天',
  unavailable: '聊天無法使用',
  placeholder: '請輸入問題…',
  retry: '重試',
  loading: '正在載入…',
  history: '先前的對話',
  newConversation: '新對話',
  close: '關閉聊天',
  openDocument: '開啟文件',
  passageOnly: '這是回答所依據的段落。',
  detailsTitle: '開始之前',
  detailsText: '您的資料便於 {{name}} 的工作人員與您聯絡。',
  name: '姓名',
  email: '電子郵件',
  nameMissing: '請輸入您的姓名。',
  emailMissing: '請輸入您的電子郵件地址。',
  start: '開始聊天',
  skip: '略過',
  notice: '回答由軟體產生。重要內容請在來源中查證。',
};
