import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const httpTexts: ComponentTexts = {
  en: {
    name: 'HTTP request',
    description:
      'Sends a request to a web address and gives its answer. Requests that change something carry a key by which the service can tell a repetition.',
  },
  fr: {
    name: 'Requête HTTP',
    description:
      'Envoie une requête à une adresse web et donne sa réponse. Celles qui modifient quelque chose portent une clé qui permet au service de reconnaître une répétition.',
  },
  zh: {
    name: 'HTTP 请求',
    description: '向网址发送请求并给出其响应。会更改数据的请求带有一个键，服务可据此识别重复请求。',
  },
  'zh-TRADITIONAL': {
    name: 'HTTP 請求',
    description: '向網址傳送請求並給出其回應。會變更資料的請求帶有一個鍵，服務可據此識別重複請求。',
  },
};

export const httpOptionTexts = {
  method: {
    en: {
      label: 'Method',
      choices: { GET: 'GET', POST: 'POST', PUT: 'PUT', PATCH: 'PATCH', DELETE: 'DELETE' },
    },
    fr: {
      label: 'Méthode',
      choices: { GET: 'GET', POST: 'POST', PUT: 'PUT', PATCH: 'PATCH', DELETE: 'DELETE' },
    },
    zh: {
      label: '方法',
      choices: { GET: 'GET', POST: 'POST', PUT: 'PUT', PATCH: 'PATCH', DELETE: 'DELETE' },
    },
    'zh-TRADITIONAL': {
      label: '方法',
      choices: { GET: 'GET', POST: 'POST', PUT: 'PUT', PATCH: 'PATCH', DELETE: 'DELETE' },
    },
  },
  url: {
    en: { label: 'Address' },
    fr: { label: 'Adresse' },
    zh: { label: '地址' },
    'zh-TRADITIONAL': { label: '位址' },
  },
  headers: {
    en: { label: 'Headers' },
    fr: { label: 'En-têtes' },
    zh: { label: '请求头' },
    'zh-TRADITIONAL': { label: '請求標頭' },
  },
  query: {
    en: { label: 'Query' },
    fr: { label: 'Paramètres' },
    zh: { label: '查询参数' },
    'zh-TRADITIONAL': { label: '查詢參數' },
  },
  name: {
    en: { label: 'Name' },
    fr: { label: 'Nom' },
    zh: { label: '名称' },
    'zh-TRADITIONAL': { label: '名稱' },
  },
  value: {
    en: { label: 'Value' },
    fr: { label: 'Valeur' },
    zh: { label: '值' },
    'zh-TRADITIONAL': { label: '值' },
  },
  credentialId: {
    en: { label: 'Credential', description: 'Its secret is sent as a header.' },
    fr: { label: 'Identifiant', description: 'Son secret est envoyé dans un en-tête.' },
    zh: { label: '凭据', description: '其密钥通过请求头发送。' },
    'zh-TRADITIONAL': { label: '憑證', description: '其金鑰透過請求標頭傳送。' },
  },
  credentialHeader: {
    en: { label: 'Header of the credential' },
    fr: { label: 'En-tête de l’identifiant' },
    zh: { label: '凭据所用请求头' },
    'zh-TRADITIONAL': { label: '憑證所用請求標頭' },
  },
  credentialPrefix: {
    en: { label: 'Before the secret', description: 'Such as Bearer.' },
    fr: { label: 'Avant le secret', description: 'Par exemple Bearer.' },
    zh: { label: '密钥前缀', description: '例如 Bearer。' },
    'zh-TRADITIONAL': { label: '金鑰前綴', description: '例如 Bearer。' },
  },
  bodyType: {
    en: { label: 'Body type', choices: { json: 'JSON', form: 'Form', text: 'Text' } },
    fr: { label: 'Type du corps', choices: { json: 'JSON', form: 'Formulaire', text: 'Texte' } },
    zh: { label: '正文类型', choices: { json: 'JSON', form: '表单', text: '文本' } },
    'zh-TRADITIONAL': { label: '本文類型', choices: { json: 'JSON', form: '表單', text: '文字' } },
  },
  body: {
    en: { label: 'Body', description: 'Of a form: one name=value a line.' },
    fr: { label: 'Corps', description: 'Pour un formulaire : un nom=valeur par ligne.' },
    zh: { label: '正文', description: '表单：每行一个 名称=值。' },
    'zh-TRADITIONAL': { label: '本文', description: '表單：每行一個 名稱=值。' },
  },
  cleanHtml: {
    en: { label: 'Clean HTML', description: 'Give the words of a web page without its tags.' },
    fr: { label: 'Nettoyer le HTML', description: 'Donne les mots d’une page web sans ses balises.' },
    zh: { label: '清理 HTML', description: '给出网页文字，去掉标签。' },
    'zh-TRADITIONAL': { label: '清理 HTML', description: '給出網頁文字，去掉標籤。' },
  },
  timeoutSeconds: {
    en: { label: 'Time-out in seconds' },
    fr: { label: 'Délai en secondes' },
    zh: { label: '超时（秒）' },
    'zh-TRADITIONAL': { label: '逾時（秒）' },
  },
} satisfies Record<string, OptionTexts>;
