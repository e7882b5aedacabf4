import type { administration as english } from '../en/administration.ts';
import type { Texts } from '../texts.ts';
import { accountTexts } from './administration/accounts.ts';
import { companyTexts } from './administration/companies.ts';
import { mailTexts } from './administration/mails.ts';
import { packageTexts } from './administration/packages.ts';

export const administration: Texts<typeof english> = {
  ...companyTexts,
  ...accountTexts,
  ...packageTexts,
  ...mailTexts,
  form: {
    email: '邮箱',
    username: '用户名',
    language: '邮件语言',
    languageText: '账户最初使用此语言，本人可以更改。',
    package: '套餐',
    packageRequired: '请选择套餐。',
    choose: '请选择',
    actions: '操作',
  },
  levels: {
    '0': '用户',
    '1': '高级用户',
    '2': '公司',
  },
  levelTexts: {
    '0': '与助手对话。',
    '1': '还可以创建知识库和助手。',
    '2': '还可以管理公司：人员、限额和模型。',
  },
  kinds: {
    company: '公司',
    personal: '个人',
  },
  password: {
    label: '生成的密码',
    once: '仅显示这一次。它也会通过邮件发送，首次登录时必须修改。',
    onceUnmailed: '仅显示这一次，首次登录时必须修改。尚未配置邮件服务器：请自行转交。',
  },
  picker: {
    company: '公司',
    companyPlaceholder: '公司名称',
    anyCompany: '全部公司',
    clear: '恢复为全部公司',
    none: '没有此名称的公司',
  },
  audit: {
    onlyImpersonated: '仅代表公司的操作',
  },
  system: {
    text: '此安装的各个组成部分、发出的邮件，以及所做的更改。',
    openOutbox: '打开发件箱',
  },
  tabs: {
    label: '系统页面的各部分',
    status: '状态',
    mail: '发件箱',
    audit: '审计日志',
  },
};
