import type { company as english } from '../en/company.ts';
import type { Texts } from '../texts.ts';
import { apiTokenTexts } from './company/api-tokens.ts';
import { rightsTexts } from './company/rights.ts';
import { signOnTexts } from './company/sign-on.ts';
import { teamTexts } from './company/team.ts';

export const company: Texts<typeof english> = {
  ...teamTexts,
  ...rightsTexts,
  ...signOnTexts,
  ...apiTokenTexts,
  settings: {
    text: '您的方案包含什麼，以及大家如何登入。',
    general: '一般',
    name: '名稱',
    nameText: '在 Lectern、邀請和郵件中顯示的名稱。',
    personalNameText: '在邀請和郵件中顯示的名稱。',
    since: '自 {{date}} 起',
    save: '儲存',
    saved: '公司已修改。',
    package: '方案',
    packageText: '「{{name}}」，可由平台管理員更換。',
    security: '雙重驗證',
    requireTwoFactor: '所有人登入時都須輸入郵件驗證碼',
    requireTwoFactorText: '輸入密碼後，還需輸入郵件中的六位驗證碼。使用單一登入的人由貴方的提供者驗證。',
    requireTitle: '要求所有人輸入驗證碼？',
    requireText: '所有尚未輸入過驗證碼的人（包括您）都須重新登入，並輸入傳送到其電子郵件的驗證碼。',
    requireNoMail: '此處未設定郵件伺服器：驗證碼只會到達管理員的寄件匣。不詢問管理員，誰都無法登入。',
    require: '要求驗證碼',
    releaseTitle: '不再要求所有人輸入驗證碼？',
    releaseText: '為自己的帳號開啟了此功能的成員仍須輸入驗證碼。',
    release: '不再要求',
    sharing: '分享',
    publicLinks: '提供給公司外部人員的連結',
    publicLinksText: '成員可與任何擁有連結的人分享對話。關閉後，現有連結也會失效。',
    publicLinksSaved: '分享設定已更新。',
    twoFactorSaved: '雙重驗證已更新。',
  },
  limits: {
    hints: {
      users: '成員和待答覆的邀請',
      iframes: '合併計算',
      storage: '上傳的檔案',
      monthlyRequests: '每月 1 日重新計算（UTC）',
      yearlyRequests: '每年 1 月 1 日重新計算（UTC）',
    },
  },
};
