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
    email: '電子郵件',
    username: '使用者名稱',
    language: '郵件語言',
    languageText: '帳號最初使用此語言，本人可以變更。',
    package: '方案',
    packageRequired: '請選擇方案。',
    choose: '請選擇',
    actions: '操作',
  },
  levels: {
    '0': '使用者',
    '1': '進階使用者',
    '2': '公司',
  },
  levelTexts: {
    '0': '與助理對話。',
    '1': '還可以建立知識庫和助理。',
    '2': '還可以管理公司：人員、限額和模型。',
  },
  kinds: {
    company: '公司',
    personal: '個人',
  },
  password: {
    label: '產生的密碼',
    once: '僅顯示這一次。它也會透過郵件寄送，首次登入時必須修改。',
    onceUnmailed: '僅顯示這一次，首次登入時必須修改。尚未設定郵件伺服器：請自行轉交。',
  },
  picker: {
    company: '公司',
    companyPlaceholder: '公司名稱',
    anyCompany: '全部公司',
    clear: '恢復為全部公司',
    none: '沒有此名稱的公司',
  },
  audit: {
    onlyImpersonated: '僅代表公司的操作',
  },
  system: {
    text: '此安裝的各個組成部分、發出的郵件，以及所做的變更。',
    openOutbox: '開啟寄件匣',
  },
  tabs: {
    label: '系統頁面的各部分',
    status: '狀態',
    mail: '寄件匣',
    audit: '稽核記錄',
  },
};
