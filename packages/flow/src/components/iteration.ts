import type { Json } from '@lectern/contract';
import { z } from 'zod';
import { defineFlowComponent, reference } from '../component.ts';
import { asText, gatherSourced, type Sourced } from '../graph/references.ts';
import { iterationOptionTexts, iterationTexts } from './iteration.texts.ts';

export const iteration = defineFlowComponent({
  id: 'iteration',
  category: 'logic',
  icon: 'M4 12V9a3 3 0 0 1 3-3h13M17 3l3 3-3 3M20 12v3a3 3 0 0 1-3 3H4M7 21l-3-3 3-3',
  texts: iterationTexts,
  example: { items: '{{begin.cities}}', result: '{{generate_1.text}}' },
  options: z.object({
    items: reference(),
    result: reference(),
    atOnce: z.number().int().min(1).max(5).default(1),
    maxItems: z.number().int().min(1).max(1_000).default(100),
  }),
  layout: {
    items: { widget: 'reference', texts: iterationOptionTexts.items },
    result: { widget: 'reference', texts: iterationOptionTexts.result },
    atOnce: { widget: 'number', advanced: true, texts: iterationOptionTexts.atOnce },
    maxItems: { widget: 'number', advanced: true, texts: iterationOptionTexts.maxItems },
  },
  outputs: [
    {
      name: 'results',
      type: 'list',
      texts: {
        en: 'The result of each round',
        fr: 'Le résultat de chaque tour',
        zh: '每一轮的结果',
        'zh-TRADITIONAL': '每一輪的結果',
      },
    },
    {
      name: 'item',
      type: 'any',
      texts: {
        en: 'Inside: the item of this round',
        fr: 'À l’intérieur : l’élément du tour',
        zh: '内部：本轮的项',
        'zh-TRADITIONAL': '內部：本輪的項',
      },
    },
    {
      name: 'index',
      type: 'number',
      texts: {
        en: 'Inside: its number, from 1',
        fr: 'À l’intérieur : son numéro, à partir de 1',
        zh: '内部：序号，从 1 开始',
        'zh-TRADITIONAL': '內部：序號，從 1 開始',
      },
    },
  ],
  holds: 'body',
  run: async ({ options, rawOptions, once, runBody, cite }) => {
    // The list may be another one when the run goes on after an interruption.
    const items = (await once('items', async () =>
      toList(options.items).slice(0, options.maxItems),
    )) as Json[];
    const rounds: Sourced[] = new Array(items.length).fill({ value: null, citations: [] });
    let next = 0;
    const work = async () => {
      for (let i = next++; i < items.length; i = next++)
        rounds[i] = await runBody(i, { item: items[i] as Json, index: i + 1 }, String(rawOptions.result));
    };
    await Promise.all(Array.from({ length: options.atOnce }, work));
    const { values, citations } = gatherSourced(rounds);
    cite(citations);
    return { outputs: { results: values } };
  },
});

function toList(value: Json): Json[] {
  if (Array.isArray(value)) return value;
  if (value !== null && typeof value === 'object') return Object.values(value);
  return asText(value)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
