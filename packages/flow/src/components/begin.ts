import { z } from 'zod';
import { defineFlowComponent } from '../component.ts';
import { beginTexts, openerTexts } from './begin.texts.ts';
import { formFields, formFieldsLayout } from './fields.ts';

export const begin = defineFlowComponent({
  id: 'begin',
  category: 'conversation',
  icon: 'M7 4v16l13-8z',
  texts: beginTexts,
  example: { opener: 'How can I help?', fields: [{ id: '1', name: 'city', label: 'Your city' }] },
  options: z.object({ opener: z.string().max(4_000).default(''), fields: formFields }),
  layout: {
    opener: { widget: 'textarea', texts: openerTexts },
    fields: formFieldsLayout,
  },
  outputs: [
    {
      name: 'question',
      type: 'text',
      texts: {
        en: 'The message that started the run',
        fr: 'Le message qui a lancé l’exécution',
        zh: '启动运行的消息',
        'zh-TRADITIONAL': '啟動執行的訊息',
      },
    },
  ],
  outputsFrom: 'fields',
  isEntry: true,
  isSingle: true,
  run: async ({ options, question, inputs }) => ({
    outputs: {
      question,
      ...Object.fromEntries(options.fields.map(({ name }) => [name, inputs[name] ?? ''])),
    },
  }),
});
