import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const generateTexts: ComponentTexts = {
  en: {
    name: 'Generate',
    description:
      'Has a model write a text from a prompt. Given passages, it answers from them and cites them.',
    needs: 'One model call. Without a chat model, it quotes the passages that answer the question.',
  },
  fr: {
    name: 'Génération',
    description:
      'Fait rédiger un texte par un modèle à partir d’une invite. S’il reçoit des passages, il répond d’après eux et les cite.',
    needs: 'Un appel de modèle. Sans modèle de chat, il cite les passages qui répondent à la question.',
  },
  zh: {
    name: '生成',
    description: '由模型根据提示词撰写文本。若提供段落，则据此回答并引用。',
    needs: '调用一次模型。没有聊天模型时，引用能回答问题的段落。',
  },
  'zh-TRADITIONAL': {
    name: '生成',
    description: '由模型根據提示詞撰寫文字。若提供段落，則據此回答並引用。',
    needs: '呼叫一次模型。沒有聊天模型時，引用能回答問題的段落。',
  },
};

export const generateOptionTexts = {
  system: {
    en: { label: 'Instructions', description: 'How the model should write.' },
    fr: { label: 'Consignes', description: 'La façon dont le modèle doit rédiger.' },
    zh: { label: '指令', description: '模型应如何撰写。' },
    'zh-TRADITIONAL': { label: '指令', description: '模型應如何撰寫。' },
  },
  prompt: {
    en: { label: 'Prompt', description: 'Left empty, the person’s latest message.' },
    fr: { label: 'Invite', description: 'Si elle est vide, le dernier message de la personne.' },
    zh: { label: '提示词', description: '留空时使用用户的最新消息。' },
    'zh-TRADITIONAL': { label: '提示詞', description: '留空時使用使用者的最新訊息。' },
  },
  passages: {
    en: { label: 'Passages', description: 'Left empty, those of the step before.' },
    fr: { label: 'Passages', description: 'Si le champ est vide, ceux de l’étape précédente.' },
    zh: { label: '段落', description: '留空时使用上一步的段落。' },
    'zh-TRADITIONAL': { label: '段落', description: '留空時使用上一步的段落。' },
  },
  cite: {
    en: { label: 'Cite sources', description: 'Numbered citations open the passage in its document.' },
    fr: {
      label: 'Citer les sources',
      description: 'Les citations numérotées ouvrent le passage dans son document.',
    },
    zh: { label: '引用来源', description: '带编号的引用可打开文档中的原文段落。' },
    'zh-TRADITIONAL': { label: '引用來源', description: '帶編號的引用可開啟文件中的原文段落。' },
  },
} satisfies Record<string, OptionTexts>;
