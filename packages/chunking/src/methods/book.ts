import type { ParsedDocument } from '@lectern/parsing';
import { z } from 'zod';
import type { Chunk } from '../chunk.ts';
import { defineChunkMethod } from '../method.ts';
import { sizeLayout, sizeOptions, toUnitOptions } from '../options.ts';
import { listSegmentUnits } from '../split/units.ts';
import { findContentsBlocks } from '../structure/contents.ts';
import { groupSections } from '../structure/group-sections.ts';
import { packGroups } from '../structure/pack-groups.ts';
import { listSectionSegments, readStructure } from '../structure/sections.ts';
import { loadTokenCounter } from '../tokens.ts';
import { bookTexts } from './book.texts.ts';

const options = z.object(sizeOptions);

/** Sections below this share of the token number are packed with their neighbours. */
const SMALL_SHARE = 0.4;

/**
 * Books and reports: contents pages are left out, and the text is cut by the headings of the reader and by numbered
 * lines that serve as such. A section that fits the token number is one chunk; a longer one is cut into its
 * subsections, and these at their paragraphs; small neighbours under one heading are packed. Each chunk knows the
 * headings of every level above it, and no chunk holds text of two chapters.
 */
export const book = defineChunkMethod({
  id: 'book',
  texts: bookTexts,
  accepts: ['pdf', 'docx', 'doc', 'odt', 'rtf', 'epub', 'html', 'markdown', 'text'],
  options,
  layout: sizeLayout,
  chunk: chunkBook,
});

async function chunkBook(document: ParsedDocument, values: z.output<typeof options>): Promise<Chunk[]> {
  const countTokens = await loadTokenCounter();
  const { root } = readStructure(document, { provisions: false, without: findContentsBlocks(document) });
  const segments = listSectionSegments(root);
  const units = listSegmentUnits(segments, document.format, toUnitOptions(values, countTokens));
  const unitsOf = new Map(segments.map((segment, index) => [segment, units[index]!]));
  const groups = groupSections(root, unitsOf, { budget: values.chunkTokenNumber, smallShare: SMALL_SHARE });
  return packGroups(groups, values, countTokens);
}
