import type { ParsedDocument } from '@lectern/parsing';
import { z } from 'zod';
import type { Chunk } from '../chunk.ts';
import { defineChunkMethod } from '../method.ts';
import { optionTexts } from '../option-texts.ts';
import { sizeLayout, sizeOptions } from '../options.ts';
import { findContentsBlocks } from '../structure/contents.ts';
import { cutProvisions } from '../structure/cut-provisions.ts';
import { groupProvisions, provisionGroups } from '../structure/group-provisions.ts';
import { readStructure } from '../structure/sections.ts';
import { loadTokenCounter } from '../tokens.ts';
import { lawsTexts } from './laws.texts.ts';

const options = z.object({
  /** What is kept together. */
  groupBy: z.enum(provisionGroups).default('article'),
  ...sizeOptions,
});

/**
 * Laws, bylaws, contracts: one article is one chunk, however short, under the titles, chapters and sections above it.
 * An article that is too long is cut at its paragraphs, with its number and title again at the head of each part.
 * Where a document has no articles, its numbered sections or paragraphs take their place; preamble and annexes are
 * chunks of their own; contents pages are left out. Grouped by section or chapter, all of one are packed together.
 */
export const laws = defineChunkMethod({
  id: 'laws',
  texts: lawsTexts,
  accepts: ['pdf', 'docx', 'doc', 'odt', 'rtf', 'epub', 'html', 'markdown', 'text'],
  options,
  layout: { groupBy: { widget: 'select', texts: optionTexts.groupBy }, ...sizeLayout },
  chunk: chunkLaw,
});

async function chunkLaw(document: ParsedDocument, values: z.output<typeof options>): Promise<Chunk[]> {
  const countTokens = await loadTokenCounter();
  const structure = readStructure(document, { provisions: true, without: findContentsBlocks(document) });
  const groups = groupProvisions(structure, values.groupBy);
  return cutProvisions(groups, { format: document.format, values, countTokens });
}
