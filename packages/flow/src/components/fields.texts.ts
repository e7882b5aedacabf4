import type { OptionTexts } from '../texts.ts';

export const fieldTexts = {
  fields: {
    en: { label: 'Fields', description: 'Each field is an output of its own.' },
    fr: { label: 'Champs', description: 'Chaque champ est une sortie à part entière.' },
    zh: { label: '字段', description: '每个字段都是一个单独的输出。' },
    'zh-TRADITIONAL': { label: '欄位', description: '每個欄位都是一個單獨的輸出。' },
  },
  name: {
    en: { label: 'Key', description: 'Lower-case letters, digits and underscores.' },
    fr: { label: 'Clé', description: 'Minuscules, chiffres et traits de soulignement.' },
    zh: { label: '键', description: '小写字母、数字和下划线。' },
    'zh-TRADITIONAL': { label: '鍵', description: '小寫字母、數字和底線。' },
  },
  label: {
    en: { label: 'Label' },
    fr: { label: 'Libellé' },
    zh: { label: '标签' },
    'zh-TRADITIONAL': { label: '標籤' },
  },
  type: {
    en: {
      label: 'Type',
      choices: {
        text: 'Line',
        paragraph: 'Paragraph',
        number: 'Number',
        boolean: 'Yes or no',
        choice: 'Choice',
      },
    },
    fr: {
      label: 'Type',
      choices: {
        text: 'Ligne',
        paragraph: 'Paragraphe',
        number: 'Nombre',
        boolean: 'Oui ou non',
        choice: 'Choix',
      },
    },
    zh: {
      label: '类型',
      choices: { text: '单行', paragraph: '段落', number: '数字', boolean: '是或否', choice: '选项' },
    },
    'zh-TRADITIONAL': {
      label: '類型',
      choices: { text: '單行', paragraph: '段落', number: '數字', boolean: '是或否', choice: '選項' },
    },
  },
  required: {
    en: { label: 'Required' },
    fr: { label: 'Obligatoire' },
    zh: { label: '必填' },
    'zh-TRADITIONAL': { label: '必填' },
  },
  choices: {
    en: { label: 'Choices', description: 'One per line.' },
    fr: { label: 'Choix possibles', description: 'Un par ligne.' },
    zh: { label: '选项', description: '每行一个。' },
    'zh-TRADITIONAL': { label: '選項', description: '每行一個。' },
  },
} satisfies Record<string, OptionTexts>;
