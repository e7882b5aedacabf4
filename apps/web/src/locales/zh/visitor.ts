import type { visitor as en } from '../en/visitor.ts';
import type { Texts } from '../texts.ts';

export const visitor: Texts<typeof en> = {
  pageTitle: '聊天',
  unavailable: '聊天不可用',
  placeholder: '请输入问题…',
  retry: '重试',
  loading: '正在加载…',
  history: '以前的会话',
  newConversation: '新会话',
  close: '关闭聊天',
  openDocument: '打开文档',
  passageOnly: '这是回答所依据的段落。',
  detailsTitle: '开始之前',
  detailsText: '您的信息便于 {{name}} 的工作人员与您联系。',
  name: '姓名',
  email: '邮箱',
  nameMissing: '请输入您的姓名。',
  emailMissing: '请输入您的邮箱地址。',
  start: '开始聊天',
  skip: '跳过',
  notice: '回答由软件生成。重要内容请在来源中核实。',
};
