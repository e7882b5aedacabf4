import type { ComponentTexts, OptionTexts, Words } from '../texts.ts';

export const sqlTexts: ComponentTexts = {
  en: {
    name: 'SQL',
    description:
      'Asks a PostgreSQL database of your own. It can only read: one query, in a transaction that changes nothing.',
    needs:
      'A credential for the host of the database, whose secret is its address: postgres://user:password@host/name. Use a login that may read only what flows may see.',
  },
  fr: {
    name: 'SQL',
    description:
      'Interroge une base PostgreSQL à vous. Lecture seule : une requête, dans une transaction qui ne modifie rien.',
    needs:
      'Un identifiant pour l’hôte de la base, dont le secret est l’adresse : postgres://utilisateur:motdepasse@hôte/nom. Choisissez un compte qui ne lit que ce que les flux peuvent voir.',
  },
  zh: {
    name: 'SQL',
    description: '查询您自己的 PostgreSQL 数据库。只能读取：一条查询，在不作任何更改的事务中执行。',
    needs:
      '数据库主机的凭据，其密钥为连接地址：postgres://user:password@host/name。请使用只能读取流程可见内容的账号。',
  },
  'zh-TRADITIONAL': {
    name: 'SQL',
    description: '查詢您自己的 PostgreSQL 資料庫。只能讀取：一條查詢，在不作任何變更的交易中執行。',
    needs:
      '資料庫主機的憑證，其金鑰為連線位址：postgres://user:password@host/name。請使用只能讀取流程可見內容的帳號。',
  },
};

export const sqlOptionTexts = {
  credentialId: {
    en: { label: 'Database', description: 'The credential that holds its address.' },
    fr: { label: 'Base de données', description: 'L’identifiant qui contient son adresse.' },
    zh: { label: '数据库', description: '保存其连接地址的凭据。' },
    'zh-TRADITIONAL': { label: '資料庫', description: '儲存其連線位址的憑證。' },
  },
  sql: {
    en: { label: 'Query', description: 'Values from the flow stand in it as $1, $2 and so on.' },
    fr: { label: 'Requête', description: 'Les valeurs du flux y figurent sous la forme $1, $2, etc.' },
    zh: { label: '查询', description: '流程中的值以 $1、$2 等表示。' },
    'zh-TRADITIONAL': { label: '查詢', description: '流程中的值以 $1、$2 等表示。' },
  },
  parameters: {
    en: { label: 'Values', description: 'In the order of $1, $2 and so on.' },
    fr: { label: 'Valeurs', description: 'Dans l’ordre de $1, $2, etc.' },
    zh: { label: '值', description: '按 $1、$2 的顺序。' },
    'zh-TRADITIONAL': { label: '值', description: '按 $1、$2 的順序。' },
  },
  value: {
    en: { label: 'Value' },
    fr: { label: 'Valeur' },
    zh: { label: '值' },
    'zh-TRADITIONAL': { label: '值' },
  },
  maxRows: {
    en: { label: 'Most rows' },
    fr: { label: 'Nombre maximal de lignes' },
    zh: { label: '最多行数' },
    'zh-TRADITIONAL': { label: '最多筆數' },
  },
  timeoutSeconds: {
    en: { label: 'Time-out in seconds' },
    fr: { label: 'Délai en secondes' },
    zh: { label: '超时（秒）' },
    'zh-TRADITIONAL': { label: '逾時（秒）' },
  },
} satisfies Record<string, OptionTexts>;

export const sqlOutputTexts = {
  truncated: {
    en: 'Whether there were more rows',
    fr: 'S’il y avait d’autres lignes',
    zh: '是否还有更多行',
    'zh-TRADITIONAL': '是否還有更多筆',
  },
} satisfies Record<string, Words>;
