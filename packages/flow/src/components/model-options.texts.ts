import type { OptionTexts } from '../texts.ts';

export const modelOptionTexts = {
  modelId: {
    en: { label: 'Model', description: 'Left empty, the default chat model.' },
    fr: { label: 'Modèle', description: 'S’il est vide, le modèle de chat par défaut.' },
    zh: { label: '模型', description: '留空时使用默认聊天模型。' },
    'zh-TRADITIONAL': { label: '模型', description: '留空時使用預設聊天模型。' },
  },
  question: {
    en: { label: 'Question', description: 'Left empty, the person’s latest message.' },
    fr: { label: 'Question', description: 'Si elle est vide, le dernier message de la personne.' },
    zh: { label: '问题', description: '留空时使用用户的最新消息。' },
    'zh-TRADITIONAL': { label: '問題', description: '留空時使用使用者的最新訊息。' },
  },
  historyWindow: {
    en: { label: 'Message history window', description: 'Earlier messages that the model is told.' },
    fr: {
      label: 'Fenêtre d’historique',
      description: 'Nombre de messages précédents communiqués au modèle.',
    },
    zh: { label: '历史消息窗口', description: '提供给模型的先前消息数。' },
    'zh-TRADITIONAL': { label: '歷史訊息視窗', description: '提供給模型的先前訊息數。' },
  },
  temperature: {
    en: { label: 'Temperature', description: 'Higher is freer.' },
    fr: { label: 'Température', description: 'Plus elle est élevée, plus le texte est libre.' },
    zh: { label: '温度', description: '越高越自由。' },
    'zh-TRADITIONAL': { label: '溫度', description: '越高越自由。' },
  },
  topP: {
    en: { label: 'Top P' },
    fr: { label: 'Top P' },
    zh: { label: 'Top P' },
    'zh-TRADITIONAL': { label: 'Top P' },
  },
  presencePenalty: {
    en: { label: 'Presence penalty' },
    fr: { label: 'Pénalité de présence' },
    zh: { label: '存在惩罚' },
    'zh-TRADITIONAL': { label: '存在懲罰' },
  },
  frequencyPenalty: {
    en: { label: 'Frequency penalty' },
    fr: { label: 'Pénalité de fréquence' },
    zh: { label: '频率惩罚' },
    'zh-TRADITIONAL': { label: '頻率懲罰' },
  },
  maxTokens: {
    en: { label: 'Maximum tokens', description: 'The longest text that the model may write.' },
    fr: { label: 'Nombre maximal de jetons', description: 'Longueur maximale du texte du modèle.' },
    zh: { label: '最大词元数', description: '模型可写的最长文本。' },
    'zh-TRADITIONAL': { label: '最大詞元數', description: '模型可寫的最長文字。' },
  },
} satisfies Record<string, OptionTexts>;
