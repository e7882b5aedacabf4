import { classifyByWords } from '@lectern/answering';
import { z } from 'zod';
import { defineFlowComponent, template } from '../component.ts';
import { categorizeOptionTexts, categorizeTexts } from './categorize.texts.ts';
import { chatModelId, historyLayout, historyWindow, modelLayout, questionLayout } from './model-options.ts';

const category = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(120),
  description: z.string().max(2_000).default(''),
  examples: z.string().max(10_000).default(''),
});

const system = `You decide which category a question belongs to. Answer with the name of the category, exactly as it is listed, and nothing else.`;

export const categorize = defineFlowComponent({
  id: 'categorize',
  category: 'logic',
  icon: 'M6 3v6a3 3 0 0 0 3 3h9M15 9l3 3-3 3M6 9v6a3 3 0 0 0 3 3h9M15 15l3 3-3 3',
  texts: categorizeTexts,
  example: {
    categories: [
      { id: 'order', name: 'Order', examples: 'Where is my parcel?' },
      { id: 'other', name: 'Anything else' },
    ],
  },
  options: z.object({
    modelId: chatModelId,
    question: template(4_000),
    categories: z
      .array(category)
      .min(1)
      .max(50)
      .refine((rows) => new Set(rows.map(({ name }) => name.toLowerCase())).size === rows.length),
    historyWindow: historyWindow.default(1),
  }),
  layout: {
    modelId: modelLayout,
    question: questionLayout,
    categories: {
      widget: 'rows',
      texts: categorizeOptionTexts.categories,
      fields: {
        name: { widget: 'text', texts: categorizeOptionTexts.name },
        description: { widget: 'textarea', texts: categorizeOptionTexts.description },
        examples: { widget: 'textarea', texts: categorizeOptionTexts.examples },
      },
    },
    historyWindow: historyLayout,
  },
  ports: [],
  portsFrom: { option: 'categories', label: 'name' },
  outputs: [
    {
      name: 'category',
      type: 'text',
      texts: {
        en: 'The name of the category',
        fr: 'Le nom de la catégorie',
        zh: '类别名称',
        'zh-TRADITIONAL': '類別名稱',
      },
    },
  ],
  effect: 'model',
  run: async ({ options, question: asked, history, services }) => {
    const { categories, modelId, historyWindow } = options;
    const question = options.question.trim() || asked;
    const list = categories.map(({ name, description, examples }) =>
      [
        `- ${name}${description ? `: ${description}` : ''}`,
        ...lines(examples).map((line) => `  e.g. ${line}`),
      ].join('\n'),
    );
    const earlier = (historyWindow === 0 ? [] : history.slice(-historyWindow))
      .map(({ role, content }) => `${role}: ${content}`)
      .join('\n');
    const reply = await services.ask(modelId)({
      system,
      prompt: `Categories:\n${list.join('\n')}\n\n${earlier ? `Earlier messages:\n${earlier}\n\n` : ''}Question: ${question}\n\nCategory:`,
      maxTokens: 40,
    });
    const chosen =
      reply === undefined
        ? categories[
            classifyByWords(
              question,
              categories.map(({ name, description, examples }) => [name, description, ...lines(examples)]),
            ) ?? -1
          ]
        : findNamed(reply, categories);
    const { id, name } = chosen ?? (categories.at(-1) as (typeof categories)[number]);
    return { outputs: { category: name }, port: id };
  },
});

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The category that a reply names first; of two that begin at the same place, the longer name. */
function findNamed<T extends { name: string }>(reply: string, categories: T[]): T | undefined {
  const said = reply.toLowerCase();
  return categories
    .map((category) => ({ category, at: said.indexOf(category.name.toLowerCase()) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.category.name.length - a.category.name.length)[0]?.category;
}
