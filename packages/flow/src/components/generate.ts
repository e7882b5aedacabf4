import type { RetrievalHit } from '@lectern/contract';
import { z } from 'zod';
import { defineFlowComponent, reference, template } from '../component.ts';
import { generateOptionTexts, generateTexts } from './generate.texts.ts';
import {
  chatModelId,
  historyLayout,
  historyWindow,
  modelLayout,
  parameterLayout,
  parameterOptions,
} from './model-options.ts';
import { textOutput } from './outputs.ts';

export const generate = defineFlowComponent({
  id: 'generate',
  category: 'model',
  icon: 'M12 3l1.9 5.1L19 10l-5.1 1.9L12 17l-1.9-5.1L5 10l5.1-1.9zM19 16v4M17 18h4',
  texts: generateTexts,
  example: { system: 'Answer in two sentences.', prompt: '{{sys.question}}' },
  options: z.object({
    modelId: chatModelId,
    system: template(32_000),
    prompt: template(32_000),
    passages: reference(),
    cite: z.boolean().default(true),
    historyWindow: historyWindow.default(12),
    ...parameterOptions,
  }),
  layout: {
    modelId: modelLayout,
    system: { widget: 'template', texts: generateOptionTexts.system },
    prompt: { widget: 'template', texts: generateOptionTexts.prompt },
    passages: { widget: 'reference', texts: generateOptionTexts.passages },
    cite: { widget: 'switch', texts: generateOptionTexts.cite },
    historyWindow: historyLayout,
    ...parameterLayout,
  },
  outputs: [textOutput],
  effect: 'model',
  run: async ({ options, incomingPassages, history, question, services, stream, cite: keepSources }) => {
    const { modelId, system, prompt, passages, cite, historyWindow, ...parameters } = options;
    const given = Array.isArray(passages) ? passages : incomingPassages;
    const { text, citations } = await services.write({
      modelId,
      system,
      prompt: prompt.trim() || question,
      history: historyWindow === 0 ? [] : history.slice(-historyWindow),
      passages: given as RetrievalHit[],
      question,
      cite,
      parameters,
      onDelta: stream?.delta,
      onCitation: stream?.citation,
    });
    keepSources(citations);
    return { outputs: { text } };
  },
});
