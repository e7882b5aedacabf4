import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const translateTexts: ComponentTexts = {
  en: { name: 'Translate', description: 'Translates a text and keeps its form.', needs: 'A chat model.' },
  fr: {
    name: 'Traduire',
    description: 'Traduit un texte en conservant sa mise en forme.',
    needs: 'Un modèle de chat.',
  },
  zh: { name: '翻译', description: '翻译文本并保留其格式。', needs: '需要聊天模型。' },
  'zh-TRADITIONAL': { name: '翻譯', description: '翻譯文字並保留其格式。', needs: '需要聊天模型。' },
};

export const translateOptionTexts = {
  text: {
    en: { label: 'Text', description: 'Left empty, the text of the step before.' },
    fr: { label: 'Texte', description: 'S’il est vide, le texte de l’étape précédente.' },
    zh: { label: '文本', description: '留空时使用上一步的文本。' },
    'zh-TRADITIONAL': { label: '文字', description: '留空時使用上一步的文字。' },
  },
  language: {
    en: { label: 'Language' },
    fr: { label: 'Langue' },
    zh: { label: '语言' },
    'zh-TRADITIONAL': { label: '語言' },
  },
} satisfies Record<string, OptionTexts>;
