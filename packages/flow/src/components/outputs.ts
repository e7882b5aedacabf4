import type { FlowComponent } from '../component.ts';

type Output = FlowComponent['outputs'][number];

/** What a following step can show to the person as it is. */
export const textOutput: Output = {
  name: 'text',
  type: 'text',
  texts: { en: 'The text', fr: 'Le texte', zh: '文本', 'zh-TRADITIONAL': '文字' },
};

export const passagesOutput: Output = {
  name: 'passages',
  type: 'passages',
  texts: {
    en: 'The passages, for a step that cites them',
    fr: 'Les passages, pour une étape qui les cite',
    zh: '检索到的段落，供引用的步骤使用',
    'zh-TRADITIONAL': '檢索到的段落，供引用的步驟使用',
  },
};
