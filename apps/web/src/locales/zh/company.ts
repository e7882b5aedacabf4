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
    text: '您的套餐包含什么，以及大家如何登录。',
    general: '常规',
    name: '名称',
    nameText: '在 Lectern、邀请和邮件中显示的名称。',
    personalNameText: '在邀请和邮件中显示的名称。',
    since: '自 {{date}} 起',
    save: '保存',
    saved: '公司已修改。',
    package: '套餐',
    packageText: '“{{name}}”，可由平台管理员更换。',
    security: '双重验证',
    requireTwoFactor: '所有人登录时都须输入邮件验证码',
    requireTwoFactorText: '输入密码后，还需输入邮件中的六位验证码。使用单点登录的人由贵方的提供商验证。',
    requireTitle: '要求所有人输入验证码？',
    requireText: '所有尚未输入过验证码的人（包括您）都须重新登录，并输入发送到其邮箱的验证码。',
    requireNoMail: '此处未配置邮件服务器：验证码只会到达管理员的发件箱。不询问管理员，谁都无法登录。',
    require: '要求验证码',
    releaseTitle: '不再要求所有人输入验证码？',
    releaseText: '为自己的账号开启了此功能的成员仍须输入验证码。',
    release: '不再要求',
    sharing: '分享',
    publicLinks: '面向公司外部人员的链接',
    publicLinksText: '成员可与任何拥有链接的人分享会话。关闭后，现有链接也会失效。',
    publicLinksSaved: '分享设置已更新。',
    twoFactorSaved: '双重验证已更新。',
  },
  limits: {
    hints: {
      users: '成员和待答复的邀请',
      iframes: '合并计算',
      storage: '上传的文件',
      monthlyRequests: '每月 1 日重新计算（UTC）',
      yearlyRequests: '每年 1 月 1 日重新计算（UTC）',
    },
  },
};
