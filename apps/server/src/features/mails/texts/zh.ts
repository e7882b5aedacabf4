import type { MailTexts } from '../mail-text.ts';

const holds = (minutes: number) => `验证码仅能使用一次，${minutes} 分钟内有效。`;

export const zh: MailTexts = {
  sign_in_code: ({ code, minutes }) => ({
    subject: '您的 Lectern 登录验证码',
    blocks: [
      '有人（很可能是您本人）刚刚输入了您的密码以登录 Lectern。请使用以下验证码完成登录：',
      { code },
      holds(minutes),
      '如果不是您本人操作，说明有人知道您的密码。请勿将验证码告诉任何人，并尽快修改密码。',
    ],
  }),
  verify_email: ({ code, minutes }) => ({
    subject: '请确认您的 Lectern 邮箱',
    blocks: [
      '有人使用此邮箱注册了 Lectern 账号。请使用以下验证码确认该邮箱属于您：',
      { code },
      holds(minutes),
      '如果您没有注册账号，则无需进行任何操作：没有验证码，该邮箱不会被确认。',
    ],
  }),
  reset_password: ({ code, minutes }) => ({
    subject: '您的 Lectern 密码重置验证码',
    blocks: [
      '您申请为 Lectern 账号设置新密码。请输入以下验证码继续：',
      { code },
      holds(minutes),
      '如果您没有提出此申请，请忽略本邮件：您的密码不会改变。',
    ],
  }),
  change_two_factor: ({ code, minutes }) => ({
    subject: '您的 Lectern 两步验证更改验证码',
    blocks: [
      '您申请更改 Lectern 账号的两步验证。请输入以下验证码确认更改：',
      { code },
      holds(minutes),
      '如果您没有提出此申请，可能有人登录了您的账号。请勿将验证码告诉任何人，修改密码，并结束您不认识的登录会话。',
    ],
  }),
  address_already_registered: ({ url }) => ({
    subject: '您已有 Lectern 账号',
    blocks: [
      '有人（很可能是您本人）刚刚尝试用此邮箱注册 Lectern 账号。该邮箱已有账号，因此没有再创建新的账号。',
      '您可以直接登录；如果忘记了密码，可以设置新密码。',
      { link: '前往登录', url },
      '如果不是您本人操作，则无需进行任何操作：您的账号没有任何变化。',
    ],
  }),
  knowledge_base_withdrawn: ({ knowledgeBase, assistants }) => ({
    subject: `“${knowledgeBase}”已设为私有`,
    blocks: [
      `知识库“${knowledgeBase}”已设为私有。您的以下助手不再使用它回答：`,
      assistants.join('、'),
      '如果需要，请让其所有者与团队共享。',
    ],
  }),
  flow: ({ subject, text, flow, companyName }) => ({
    subject,
    blocks: [...text.split(/\n{2,}/), `由 ${companyName} 的流程“${flow}”发送。`],
  }),
  conversation: ({ askedBy, assistant, turns, omitted, url }) => ({
    subject: `与“${assistant}”的会话需要您的帮助`,
    blocks: [
      `${askedBy} 把与您的助手“${assistant}”的会话发送给您，因为助手没有找到相关内容。`,
      ...(omitted === 0 ? [] : [`此前的 ${omitted} 个问题已省略。`]),
      ...turns.flatMap(({ question, answer }) => [
        { speaker: askedBy, said: question },
        { speaker: assistant, said: answer },
      ]),
      { link: '打开助手', url },
      '您可以添加能回答该问题的文档，或直接回复提问者。',
    ],
  }),
  password_changed: ({ url }) => ({
    subject: '您的 Lectern 账号密码已修改',
    blocks: [
      '您的 Lectern 账号密码刚刚被修改。为了您的安全，其他所有设备均已退出登录。',
      '如果是您本人操作，则无需进行任何操作。',
      '如果不是您本人操作，请立即设置新密码：在登录页面上，无需知道当前密码即可设置。',
      { link: '前往登录', url },
    ],
  }),
  invitation: ({ companyName, invitedBy, url, days }) => ({
    subject: `邀请您加入 Lectern 上的 ${companyName}`,
    blocks: [
      `${invitedBy} 邀请您加入 ${companyName} 在 Lectern 上的团队。`,
      '您可以在页面上接受或拒绝邀请。如果您还没有账号，请使用此邮箱注册。',
      { link: '查看邀请', url },
      `邀请在 ${days} 天内有效。`,
      '如果您不认识邀请人，请忽略本邮件：未经您同意，不会发生任何变化。',
    ],
  }),
  new_account: ({ username, email, password, companyName, url }) => ({
    subject: '您的 Lectern 新账号',
    blocks: [
      `${companyName} 为您开通了 Lectern 账号。请使用以下信息登录：`,
      {
        facts: [
          ['用户名', username],
          ['邮箱', email],
          ['密码', password],
        ],
      },
      { link: '登录', url },
      '首次登录时，系统会要求您设置自己的密码。之后请删除本邮件。',
      `如果您不清楚为何会收到此账号，请向 ${companyName} 询问。`,
    ],
  }),
  webhook_disabled: ({ address, reason, days, companyName, url }) => ({
    subject: `${companyName} 的一个 Webhook 已停用`,
    blocks: [
      reason === 'gone'
        ? `Webhook 端点 ${address} 回复它已永久移除（410）。Lectern 不再向它发送。`
        : `Webhook 端点 ${address} 已有 ${days} 天收不到任何投递。Lectern 不再向它发送。`,
      '等待中的投递会保留，重新启用端点后再发送。',
      { link: '打开 Webhook', url },
    ],
  }),
  test: () => ({
    subject: '来自 Lectern 的测试邮件',
    blocks: [
      'Lectern 管理员发送了本邮件，以检查邮件能否送达。您已收到，说明发送正常。',
      '您无需进行任何操作。',
    ],
  }),
  colon: '：',
  footer: (url) => `本邮件由 Lectern 自动发送。${url}`,
};
