import { z } from 'zod';
import type { Layout } from '../component.ts';
import { modelOptionTexts } from './model-options.texts.ts';

export const chatModelId = z.string().max(64).nullable().default(null);

export const modelLayout: Layout[string] = { widget: 'chat_model', texts: modelOptionTexts.modelId };

/** Earlier messages that a step is told. */
export const historyWindow = z.number().int().min(0).max(50);

export const historyLayout: Layout[string] = {
  widget: 'number',
  advanced: true,
  texts: modelOptionTexts.historyWindow,
};

/** Parameters of a model; null: the provider's own default holds. */
export const parameterOptions = {
  temperature: z.number().min(0).max(2).nullable().default(0.1),
  topP: z.number().min(0).max(1).nullable().default(null),
  presencePenalty: z.number().min(-2).max(2).nullable().default(null),
  frequencyPenalty: z.number().min(-2).max(2).nullable().default(null),
  maxTokens: z.number().int().min(1).max(128_000).nullable().default(2_048),
};

export const parameterLayout = {
  temperature: { widget: 'number', step: 0.1, advanced: true, texts: modelOptionTexts.temperature },
  topP: { widget: 'number', step: 0.1, advanced: true, texts: modelOptionTexts.topP },
  presencePenalty: { widget: 'number', step: 0.1, advanced: true, texts: modelOptionTexts.presencePenalty },
  frequencyPenalty: { widget: 'number', step: 0.1, advanced: true, texts: modelOptionTexts.frequencyPenalty },
  maxTokens: { widget: 'number', advanced: true, texts: modelOptionTexts.maxTokens },
} satisfies Layout;

/** The question that a step is about: its own option, else the person's latest message. */
export const questionLayout: Layout[string] = { widget: 'template', texts: modelOptionTexts.question };
