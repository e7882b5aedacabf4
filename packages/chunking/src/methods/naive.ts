import { z } from 'zod';
import { chunkGeneric, generalLayout, generalOptions } from '../general.ts';
import { defineChunkMethod } from '../method.ts';
import { naiveTexts } from './naive.texts.ts';

/** The general method: text in reading order, packed to the token number, cut at the best place before it. */
export const naive = defineChunkMethod({
  id: 'naive',
  texts: naiveTexts,
  accepts: [],
  options: z.object(generalOptions),
  layout: generalLayout,
  chunk: chunkGeneric,
});
