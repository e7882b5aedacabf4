import { z } from 'zod';
import { chunkGeneric, generalLayout, generalOptions } from '../general.ts';
import { defineChunkMethod } from '../method.ts';
import { knowledgeGraphTexts } from './knowledge_graph.texts.ts';

/**
 * For questions that join what stands far apart: cut as by the general method, and a graph of the entities named in
 * the chunks, of what relates them and of the groups they form is drawn from these.
 */
export const knowledgeGraph = defineChunkMethod({
  id: 'knowledge_graph',
  texts: knowledgeGraphTexts,
  accepts: [],
  options: z.object(generalOptions),
  layout: generalLayout,
  drawsGraph: true,
  chunk: chunkGeneric,
});
