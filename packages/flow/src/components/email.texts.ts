import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const emailTexts: ComponentTexts = {
  en: {
    name: 'E-mail',
    description: 'Sends an e-mail, once. It says which flow of which company it comes from.',
    needs:
      'A mail server. E-mails go to members of the company, and to domains that the administrator allows.',
  },
  fr: {
    name: 'E-mail',
    description:
      'Envoie un e-mail, une seule fois. Il indique de quel flux de quelle entreprise il provient.',
    needs:
      'Un serveur de messagerie. Les e-mails vont aux membres de l’entreprise et aux domaines que l’administrateur autorise.',
  },
  zh: {
    name: '邮件',
    description: '发送一封邮件，且只发送一次。邮件会注明来自哪家公司的哪个流程。',
    needs: '邮件服务器。邮件只能发给公司成员以及管理员允许的域名。',
  },
  'zh-TRADITIONAL': {
    name: '郵件',
    description: '寄送一封郵件，且只寄送一次。郵件會註明來自哪家公司的哪個流程。',
    needs: '郵件伺服器。郵件只能寄給公司成員以及管理員允許的網域。',
  },
};

export const emailOptionTexts = {
  to: {
    en: { label: 'To', description: 'At most 10 addresses, separated by commas.' },
    fr: { label: 'À', description: 'Au plus 10 adresses, séparées par des virgules.' },
    zh: { label: '收件人', description: '最多 10 个地址，用逗号分隔。' },
    'zh-TRADITIONAL': { label: '收件者', description: '最多 10 個地址，以逗號分隔。' },
  },
  subject: {
    en: { label: 'Subject' },
    fr: { label: 'Objet' },
    zh: { label: '主题' },
    'zh-TRADITIONAL': { label: '主旨' },
  },
  text: {
    en: { label: 'Text', description: 'Plain text; an empty line begins a paragraph.' },
    fr: { label: 'Texte', description: 'Texte brut ; une ligne vide commence un paragraphe.' },
    zh: { label: '正文', description: '纯文本，空行分段。' },
    'zh-TRADITIONAL': { label: '內文', description: '純文字，空行分段。' },
  },
} satisfies Record<string, OptionTexts>;
