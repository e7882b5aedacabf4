import type { Language } from '@lectern/contract';
import type { ComponentTexts, OptionTexts, Words } from '../../texts.ts';

export const agentTexts: ComponentTexts = {
  en: {
    name: 'Tool agent',
    description:
      'A model that looks for what it needs with the tools you allow: knowledge bases, other flows, web services, MCP servers and code. It reaches nothing else, whatever a text tells it.',
    needs: 'A chat model that can call tools. Each round is one call of the model.',
  },
  fr: {
    name: 'Agent à outils',
    description:
      'Un modèle qui cherche ce qu’il lui faut avec les outils que vous autorisez : bases de connaissances, autres flux, services web, serveurs MCP et code. Il n’atteint rien d’autre, quoi qu’un texte lui dise.',
    needs: 'Un modèle de chat capable d’appeler des outils. Chaque tour est un appel du modèle.',
  },
  zh: {
    name: '工具智能体',
    description:
      '模型用您允许的工具查找所需内容：知识库、其他流程、网络服务、MCP 服务器和代码。无论文本如何要求，它都无法访问其他内容。',
    needs: '可调用工具的聊天模型。每一轮调用一次模型。',
  },
  'zh-TRADITIONAL': {
    name: '工具代理程式',
    description:
      '模型用您允許的工具尋找所需內容：知識庫、其他流程、網路服務、MCP 伺服器和程式碼。無論文字如何要求，它都無法存取其他內容。',
    needs: '可呼叫工具的聊天模型。每一輪呼叫一次模型。',
  },
};

export const agentOptionTexts = {
  knowledgeBaseIds: {
    en: { label: 'Knowledge bases', description: 'The model may search them.' },
    fr: { label: 'Bases de connaissances', description: 'Le modèle peut y chercher.' },
    zh: { label: '知识库', description: '模型可在其中搜索。' },
    'zh-TRADITIONAL': { label: '知識庫', description: '模型可在其中搜尋。' },
  },
  flows: {
    en: { label: 'Flows', description: 'The model may run them with a question.' },
    fr: { label: 'Flux', description: 'Le modèle peut les exécuter avec une question.' },
    zh: { label: '流程', description: '模型可带着问题运行它们。' },
    'zh-TRADITIONAL': { label: '流程', description: '模型可帶著問題執行它們。' },
  },
  flowId: {
    en: { label: 'Flow' },
    fr: { label: 'Flux' },
    zh: { label: '流程' },
    'zh-TRADITIONAL': { label: '流程' },
  },
  name: {
    en: { label: 'Tool name', description: 'Small letters, digits and underscores, such as find_order.' },
    fr: {
      label: 'Nom de l’outil',
      description: 'Minuscules, chiffres et tirets bas, par exemple find_order.',
    },
    zh: { label: '工具名称', description: '小写字母、数字和下划线，例如 find_order。' },
    'zh-TRADITIONAL': { label: '工具名稱', description: '小寫字母、數字和底線，例如 find_order。' },
  },
  description: {
    en: { label: 'What it is for', description: 'The model chooses by this.' },
    fr: { label: 'À quoi il sert', description: 'Le modèle choisit d’après ce texte.' },
    zh: { label: '用途', description: '模型据此选择。' },
    'zh-TRADITIONAL': { label: '用途', description: '模型據此選擇。' },
  },
  requests: {
    en: { label: 'Web services', description: 'The model may send requests below these addresses.' },
    fr: {
      label: 'Services web',
      description: 'Le modèle peut envoyer des requêtes à ces adresses et à celles qui en dépendent.',
    },
    zh: { label: '网络服务', description: '模型可向这些地址及其下级路径发送请求。' },
    'zh-TRADITIONAL': { label: '網路服務', description: '模型可向這些位址及其下層路徑傳送請求。' },
  },
  url: {
    en: { label: 'Address', description: 'Everything below it is allowed, and nothing else.' },
    fr: { label: 'Adresse', description: 'Tout ce qui en dépend est autorisé, et rien d’autre.' },
    zh: { label: '地址', description: '只允许该地址及其下级路径。' },
    'zh-TRADITIONAL': { label: '位址', description: '只允許該位址及其下層路徑。' },
  },
  canChange: {
    en: { label: 'May change something', description: 'Off: only GET requests.' },
    fr: { label: 'Peut modifier', description: 'Désactivé : requêtes GET uniquement.' },
    zh: { label: '可以更改数据', description: '关闭时只允许 GET 请求。' },
    'zh-TRADITIONAL': { label: '可以變更資料', description: '關閉時只允許 GET 請求。' },
  },
  mcpTools: {
    en: {
      label: 'Tools of MCP servers',
      description: 'Those that are allowed under Settings → MCP servers.',
    },
    fr: {
      label: 'Outils de serveurs MCP',
      description: 'Ceux qui sont autorisés sous Paramètres → Serveurs MCP.',
    },
    zh: { label: 'MCP 服务器的工具', description: '在“设置 → MCP 服务器”中允许的工具。' },
    'zh-TRADITIONAL': { label: 'MCP 伺服器的工具', description: '在「設定 → MCP 伺服器」中允許的工具。' },
  },
  code: {
    en: { label: 'Code', description: 'The model may run JavaScript, without network and files.' },
    fr: { label: 'Code', description: 'Le modèle peut exécuter du JavaScript, sans réseau ni fichiers.' },
    zh: { label: '代码', description: '模型可运行 JavaScript，无网络和文件访问。' },
    'zh-TRADITIONAL': { label: '程式碼', description: '模型可執行 JavaScript，無網路和檔案存取。' },
  },
  rounds: {
    en: { label: 'Most rounds', description: 'After them the model answers from what it has found.' },
    fr: {
      label: 'Nombre maximal de tours',
      description: 'Ensuite, le modèle répond à partir de ce qu’il a trouvé.',
    },
    zh: { label: '最多轮数', description: '之后模型根据已找到的内容回答。' },
    'zh-TRADITIONAL': { label: '最多輪數', description: '之後模型根據已找到的內容回答。' },
  },
} satisfies Record<string, OptionTexts>;

export const agentOutputTexts = {
  calls: {
    en: 'What it asked its tools, and what came of it',
    fr: 'Ce qu’il a demandé à ses outils, et les résultats',
    zh: '它向工具发出的调用及结果',
    'zh-TRADITIONAL': '它向工具發出的呼叫及結果',
  },
  rounds: {
    en: 'How many rounds there were',
    fr: 'Nombre de tours effectués',
    zh: '已进行的轮数',
    'zh-TRADITIONAL': '已進行的輪數',
  },
} satisfies Record<string, Words>;

/** What a person is asked before a tool changes something. */
export const consentTexts: Record<Language, { question: string; allow: string; refuse: string }> = {
  en: { question: 'May the agent do this?', allow: 'Allow', refuse: 'Refuse' },
  fr: { question: 'L’agent peut-il faire ceci ?', allow: 'Autoriser', refuse: 'Refuser' },
  zh: { question: '允许智能体执行此操作吗？', allow: '允许', refuse: '拒绝' },
  'zh-TRADITIONAL': { question: '允許代理程式執行此操作嗎？', allow: '允許', refuse: '拒絕' },
};
