import { gradePassages } from '@lectern/answering';
import type { Json } from '@lectern/contract';
import { z } from 'zod';
import { defineFlowComponent, reference, template } from '../component.ts';
import { asText } from '../graph/references.ts';
import { chatModelId, modelLayout, questionLayout } from './model-options.ts';
import { passagesOutput } from './outputs.ts';
import { relevantOptionTexts, relevantTexts } from './relevant.texts.ts';

export const relevant = defineFlowComponent({
  id: 'relevant',
  category: 'logic',
  icon: 'M4 12l4 4L18 6M20 14v4a2 2 0 0 1-2 2H6',
  texts: relevantTexts,
  example: { passages: '{{retrieval_1.passages}}' },
  options: z.object({ modelId: chatModelId, question: template(4_000), passages: reference() }),
  layout: {
    modelId: modelLayout,
    question: questionLayout,
    passages: { widget: 'reference', texts: relevantOptionTexts.passages },
  },
  ports: [
    { id: 'yes', texts: { en: 'Yes', fr: 'Oui', zh: '是', 'zh-TRADITIONAL': '是' } },
    { id: 'no', texts: { en: 'No', fr: 'Non', zh: '否', 'zh-TRADITIONAL': '否' } },
  ],
  outputs: [
    passagesOutput,
    {
      name: 'count',
      type: 'number',
      texts: {
        en: 'How many help',
        fr: 'Nombre d’éléments utiles',
        zh: '有用的数量',
        'zh-TRADITIONAL': '有用的數量',
      },
    },
  ],
  effect: 'model',
  run: async ({ options, rawOptions, question: asked, incoming, incomingPassages, services }) => {
    const found =
      rawOptions.passages !== ''
        ? toItems(options.passages)
        : incomingPassages.length > 0
          ? incomingPassages
          : incoming.map(({ text }) => text);
    const question = options.question.trim() || asked;
    const { relevant } = await gradePassages(
      question,
      found.map((item) => ({ text: textOf(item) })),
      services.ask(options.modelId),
    );
    const kept = found.filter((_, i) => relevant[i]);
    return {
      outputs: { passages: kept.filter(isPassage), count: kept.length },
      port: kept.length > 0 ? 'yes' : 'no',
    };
  },
});

const toItems = (value: Json): Json[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => textOf(item).trim() !== '');

function textOf(item: Json): string {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return asText(item);
  const { title, text, snippet } = item;
  return [title, text ?? snippet].filter((part) => typeof part === 'string').join('\n') || asText(item);
}

/** Only passages of documents can be cited by a later step. */
const isPassage = (item: Json) =>
  item !== null && typeof item === 'object' && !Array.isArray(item) && typeof item.chunkId === 'string';
