import type { MailTexts } from '../mail-text.ts';

const holds = (minutes: number) => `驗證碼僅能使用一次，${minutes} 分鐘內有效。`;

export const zhTraditional: MailTexts = {
  sign_in_code: ({ code, minutes }) => ({
    subject: '您的 Lectern 登入驗證碼',
    blocks: [
      '有人（很可能是您本人）剛剛輸入了您的密碼以登入 Lectern。請使用以下驗證碼完成登入：',
      { code },
      holds(minutes),
      '若非您本人操作，表示有人知道您的密碼。請勿將驗證碼告訴任何人，並儘快變更密碼。',
    ],
  }),
  verify_email: ({ code, minutes }) => ({
    subject: '請確認您的 Lectern 電子郵件地址',
    blocks: [
      '有人使用此電子郵件地址註冊了 Lectern 帳號。請使用以下驗證碼確認該地址屬於您：',
      { code },
      holds(minutes),
      '若您沒有註冊帳號，則無須進行任何操作：沒有驗證碼，該地址不會被確認。',
    ],
  }),
  reset_password: ({ code, minutes }) => ({
    subject: '您的 Lectern 密碼重設驗證碼',
    blocks: [
      '您申請為 Lectern 帳號設定新密碼。請輸入以下驗證碼以繼續：',
      { code },
      holds(minutes),
      '若您沒有提出此申請，請忽略本郵件：您的密碼不會改變。',
    ],
  }),
  change_two_factor: ({ code, minutes }) => ({
    subject: '您的 Lectern 兩步驟驗證變更驗證碼',
    blocks: [
      '您申請變更 Lectern 帳號的兩步驟驗證。請輸入以下驗證碼以確認變更：',
      { code },
      holds(minutes),
      '若您沒有提出此申請，可能有人登入了您的帳號。請勿將驗證碼告訴任何人，變更密碼，並結束您不認得的登入工作階段。',
    ],
  }),
  address_already_registered: ({ url }) => ({
    subject: '您已有 Lectern 帳號',
    blocks: [
      '有人（很可能是您本人）剛剛嘗試用此電子郵件地址註冊 Lectern 帳號。該地址已有帳號，因此沒有再建立新的帳號。',
      '您可以直接登入；若忘記密碼，可以設定新密碼。',
      { link: '前往登入', url },
      '若非您本人操作，則無須進行任何操作：您的帳號沒有任何變動。',
    ],
  }),
  knowledge_base_withdrawn: ({ knowledgeBase, assistants }) => ({
    subject: `「${knowledgeBase}」已設為私人`,
    blocks: [
      `知識庫「${knowledgeBase}」已設為私人。您的以下助理不再使用它回答：`,
      assistants.join('、'),
      '若有需要，請讓其擁有者與團隊共用。',
    ],
  }),
  flow: ({ subject, text, flow, companyName }) => ({
    subject,
    blocks: [...text.split(/\n{2,}/), `由 ${companyName} 的流程「${flow}」傳送。`],
  }),
  conversation: ({ askedBy, assistant, turns, omitted, url }) => ({
    subject: `與「${assistant}」的對話需要您的協助`,
    blocks: [
      `${askedBy} 把與您的助理「${assistant}」的對話寄給您，因為助理找不到相關內容。`,
      ...(omitted === 0 ? [] : [`先前的 ${omitted} 個問題已省略。`]),
      ...turns.flatMap(({ question, answer }) => [
        { speaker: askedBy, said: question },
        { speaker: assistant, said: answer },
      ]),
      { link: '開啟助理', url },
      '您可以新增能回答該問題的文件，或直接回覆提問者。',
    ],
  }),
  password_changed: ({ url }) => ({
    subject: '您的 Lectern 帳號密碼已變更',
    blocks: [
      '您的 Lectern 帳號密碼剛剛變更。為了您的安全，其他所有裝置均已登出。',
      '若是您本人操作，則無須進行任何操作。',
      '若非您本人操作，請立即設定新密碼：在登入頁面上，無須知道目前的密碼即可設定。',
      { link: '前往登入', url },
    ],
  }),
  invitation: ({ companyName, invitedBy, url, days }) => ({
    subject: `邀請您加入 Lectern 上的 ${companyName}`,
    blocks: [
      `${invitedBy} 邀請您加入 ${companyName} 在 Lectern 上的團隊。`,
      '您可以在頁面上接受或拒絕邀請。若您還沒有帳號，請使用此電子郵件地址註冊。',
      { link: '檢視邀請', url },
      `邀請在 ${days} 天內有效。`,
      '若您不認識邀請人，請忽略本郵件：未經您同意，不會有任何變動。',
    ],
  }),
  new_account: ({ username, email, password, companyName, url }) => ({
    subject: '您的 Lectern 新帳號',
    blocks: [
      `${companyName} 為您開通了 Lectern 帳號。請使用以下資訊登入：`,
      {
        facts: [
          ['使用者名稱', username],
          ['電子郵件', email],
          ['密碼', password],
        ],
      },
      { link: '登入', url },
      '首次登入時，系統會要求您設定自己的密碼。之後請刪除本郵件。',
      `若您不清楚為何收到此帳號，請向 ${companyName} 詢問。`,
    ],
  }),
  webhook_disabled: ({ address, reason, days, companyName, url }) => ({
    subject: `${companyName} 的一個 Webhook 已停用`,
    blocks: [
      reason === 'gone'
        ? `Webhook 端點 ${address} 回覆它已永久移除（410）。Lectern 不再向它傳送。`
        : `Webhook 端點 ${address} 已有 ${days} 天收不到任何投遞。Lectern 不再向它傳送。`,
      '等待中的投遞會保留，重新啟用端點後再傳送。',
      { link: '開啟 Webhook', url },
    ],
  }),
  test: () => ({
    subject: '來自 Lectern 的測試郵件',
    blocks: [
      'Lectern 管理員寄出了本郵件，以檢查郵件能否送達。您已收到，表示寄送正常。',
      '您無須進行任何操作。',
    ],
  }),
  colon: '：',
  footer: (url) => `本郵件由 Lectern 自動寄出。${url}`,
};
