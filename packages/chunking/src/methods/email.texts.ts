import type { MethodTexts } from '../texts.ts';

export const emailTexts: MethodTexts = {
  en: {
    name: 'E-mail',
    description:
      'Keeps sender, date and subject with the message. Quoted text and attachments become separate chunks.',
    use: 'Emails and exported mailboxes.',
  },
  fr: {
    name: 'Courriel',
    description:
      'Garde l’expéditeur, la date et l’objet avec le message ; les citations et les pièces jointes sont découpées à part.',
    use: 'Courriels et boîtes aux lettres exportées.',
  },
  zh: {
    name: '邮件',
    description: '发件人、日期和主题与正文保留在一起；引用的历史内容和附件分别切分。',
    use: '邮件以及导出的邮箱。',
  },
  'zh-TRADITIONAL': {
    name: '郵件',
    description: '發件人、日期和主題與正文保留在一起；引用的歷史內容和附件分別切分。',
    use: '郵件以及導出的電子郵件。',
  },
};
