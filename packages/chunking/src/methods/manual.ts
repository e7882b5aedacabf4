import type { ParsedDocument } from '@lectern/parsing';
import { z } from 'zod';
import type { Chunk } from '../chunk.ts';
import { defineChunkMethod } from '../method.ts';
import { sizeLayout, sizeOptions, toUnitOptions } from '../options.ts';
import { listSegmentUnits } from '../split/units.ts';
import { findContentsBlocks } from '../structure/contents.ts';
import { groupSections } from '../structure/group-sections.ts';
import { keepProceduresTogether } from '../structure/keep-procedures-together.ts';
import { packGroups } from '../structure/pack-groups.ts';
import { listSectionSegments, readStructure } from '../structure/sections.ts';
import { loadTokenCounter } from '../tokens.ts';
import { manualTexts } from './manual.texts.ts';

const options = z.object({
  ...sizeOptions,
  // Procedures and tables are kept whole: they want more room than running text.
  chunkTokenNumber: sizeOptions.chunkTokenNumber.default(768),
});

/** Only a section of a few lines is packed with its neighbours: each usually answers a question of its own. */
const SMALL_SHARE = 0.15;

/**
 * Technical manuals: cut by the outline and the headings, at each place on the level at which a section just fits the
 * token number. The steps of a procedure stay together where they fit, with the sentence before them and with their
 * warnings; tables and figures stay whole with their captions, inside their section. Contents pages are left out.
 */
export const manual = defineChunkMethod({
  id: 'manual',
  texts: manualTexts,
  accepts: ['pdf', 'docx', 'doc', 'odt', 'rtf', 'epub', 'html', 'markdown', 'text'],
  options,
  layout: sizeLayout,
  chunk: chunkManual,
});

async function chunkManual(document: ParsedDocument, values: z.output<typeof options>): Promise<Chunk[]> {
  const countTokens = await loadTokenCounter();
  const budget = values.chunkTokenNumber;
  const { root } = readStructure(document, { provisions: false, without: findContentsBlocks(document) });
  const segments = listSectionSegments(root);
  const units = listSegmentUnits(segments, document.format, toUnitOptions(values, countTokens));
  const unitsOf = new Map(segments.map((segment, index) => [segment, units[index]!]));
  const tied = keepProceduresTogether(segments, unitsOf, budget);
  return packGroups(groupSections(root, tied, { budget, smallShare: SMALL_SHARE }), values, countTokens);
}
