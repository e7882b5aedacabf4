import { z } from 'zod';
import { cutGenerally, generalLayout, generalOptions } from '../general.ts';
import { defineChunkMethod } from '../method.ts';

/** The general method: text in reading order, packed to the token number, cut at the best place before it. */
export const naive = defineChunkMethod({
  id: 'naive',
  accepts: [],
  options: z.object(generalOptions),
  layout: generalLayout,
  chunk: cutGenerally,
});
