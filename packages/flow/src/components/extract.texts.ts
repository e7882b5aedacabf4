import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const extractTexts: ComponentTexts = {
  en: {
    name: 'JSON by schema',
    description:
      'Has a model read fields out of a text. Its answer is checked against the fields, and asked for again until it fits.',
    needs: 'A chat model.',
  },
  fr: {
    name: 'JSON selon un schéma',
    description:
      'Fait lire des champs d’un texte par un modèle. Sa réponse est vérifiée et redemandée jusqu’à ce qu’elle convienne.',
    needs: 'Un modèle de chat.',
  },
  zh: {
    name: '按结构输出 JSON',
    description: '让模型从文本中读取字段。回答会按字段检查，不符合则重新请求。',
    needs: '需要聊天模型。',
  },
  'zh-TRADITIONAL': {
    name: '依結構輸出 JSON',
    description: '讓模型從文字中讀取欄位。回答會依欄位檢查，不符合則重新請求。',
    needs: '需要聊天模型。',
  },
};

export const extractOptionTexts = {
  text: {
    en: {
      label: 'Text',
      description: 'Left empty, the text of the step before, else the person’s latest message.',
    },
    fr: {
      label: 'Texte',
      description: 'S’il est vide, le texte de l’étape précédente, sinon le dernier message de la personne.',
    },
    zh: { label: '文本', description: '留空时使用上一步的文本，否则使用用户的最新消息。' },
    'zh-TRADITIONAL': { label: '文字', description: '留空時使用上一步的文字，否則使用使用者的最新訊息。' },
  },
  fields: {
    en: { label: 'Fields', description: 'Each field is an output of its own.' },
    fr: { label: 'Champs', description: 'Chaque champ est une sortie à part entière.' },
    zh: { label: '字段', description: '每个字段都是一个单独的输出。' },
    'zh-TRADITIONAL': { label: '欄位', description: '每個欄位都是一個單獨的輸出。' },
  },
  type: {
    en: {
      label: 'Type',
      choices: { text: 'Text', number: 'Number', boolean: 'Yes or no', date: 'Date', list: 'List of texts' },
    },
    fr: {
      label: 'Type',
      choices: {
        text: 'Texte',
        number: 'Nombre',
        boolean: 'Oui ou non',
        date: 'Date',
        list: 'Liste de textes',
      },
    },
    zh: {
      label: '类型',
      choices: { text: '文本', number: '数字', boolean: '是或否', date: '日期', list: '文本列表' },
    },
    'zh-TRADITIONAL': {
      label: '類型',
      choices: { text: '文字', number: '數字', boolean: '是或否', date: '日期', list: '文字清單' },
    },
  },
  description: {
    en: { label: 'Description', description: 'What the model should put here.' },
    fr: { label: 'Description', description: 'Ce que le modèle doit y mettre.' },
    zh: { label: '描述', description: '模型应在此填写的内容。' },
    'zh-TRADITIONAL': { label: '描述', description: '模型應在此填寫的內容。' },
  },
  required: {
    en: { label: 'Required', description: 'Otherwise it may be empty.' },
    fr: { label: 'Obligatoire', description: 'Sinon, le champ peut rester vide.' },
    zh: { label: '必填', description: '否则可以为空。' },
    'zh-TRADITIONAL': { label: '必填', description: '否則可以為空。' },
  },
  rounds: {
    en: { label: 'Most rounds', description: 'How often the model is asked before the step fails.' },
    fr: {
      label: 'Nombre maximal de tours',
      description: 'Nombre de demandes au modèle avant que l’étape n’échoue.',
    },
    zh: { label: '最多轮数', description: '步骤失败前请求模型的次数。' },
    'zh-TRADITIONAL': { label: '最多輪數', description: '步驟失敗前請求模型的次數。' },
  },
} satisfies Record<string, OptionTexts>;
