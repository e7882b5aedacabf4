import { z } from 'zod';
import { defineFlowComponent } from '../component.ts';

/** Words on the canvas for whoever reads the flow. */
export const note = defineFlowComponent({
  id: 'note',
  category: 'data',
  icon: 'M13 20l7-7V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2zM13 20v-5a2 2 0 0 1 2-2h5',
  texts: {
    en: { name: 'Note', description: 'Words on the canvas. It does nothing.' },
    fr: { name: 'Note', description: 'Un texte sur le canevas. Elle ne fait rien.' },
    zh: { name: '便签', description: '画布上的文字，不执行任何操作。' },
    'zh-TRADITIONAL': { name: '便箋', description: '畫布上的文字，不執行任何操作。' },
  },
  example: { text: 'Ask the shop for a test account first.' },
  options: z.object({ text: z.string().max(10_000).default('') }),
  layout: {
    text: {
      widget: 'textarea',
      texts: {
        en: { label: 'Text' },
        fr: { label: 'Texte' },
        zh: { label: '文本' },
        'zh-TRADITIONAL': { label: '文字' },
      },
    },
  },
  ports: [],
  outputs: [],
  isNote: true,
  run: async () => ({ outputs: {} }),
});
