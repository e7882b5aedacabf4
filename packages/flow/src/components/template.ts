import { z } from 'zod';
import { defineFlowComponent, template as templateText } from '../component.ts';
import { textOutput } from './outputs.ts';
import { templateOptionTexts, templateTexts } from './template.texts.ts';

export const template = defineFlowComponent({
  id: 'template',
  category: 'data',
  icon: 'M4 5h16M4 10h10M4 15h16M4 20h7',
  texts: templateTexts,
  example: { template: 'Dear {{begin.name}},\n\n{{generate_1.text}}' },
  options: z.object({ template: templateText(100_000) }),
  layout: { template: { widget: 'template', texts: templateOptionTexts.template } },
  outputs: [textOutput],
  run: async ({ options }) => ({ outputs: { text: options.template } }),
});
