import type { ParsedDocument } from '@lectern/parsing';
import { z } from 'zod';
import type { Chunk } from '../chunk.ts';
import { defineChunkMethod } from '../method.ts';
import { optionTexts } from '../option-texts.ts';
import { packChunks } from '../pack-chunks.ts';
import { DEFAULT_DELIMITER, parseDelimiters } from '../split/delimiters.ts';
import { labelImage } from '../split/label-image.ts';
import type { Unit } from '../split/unit.ts';
import { listUnits } from '../split/units.ts';
import { loadTokenCounter } from '../tokens.ts';
import { pictureTexts } from './picture.texts.ts';

const options = z.object({
  /** Most tokens of a chunk: a picture with more text is cut. */
  chunkTokenNumber: z.number().int().min(16).max(2048).default(1024),
});

/**
 * Pictures: what was read on a picture is one chunk that is shown with it; one with several pages has a chunk for each.
 * A picture without a word is named by its title, so that it can be found and described.
 */
export const picture = defineChunkMethod({
  id: 'picture',
  texts: pictureTexts,
  accepts: ['image'],
  options,
  layout: { chunkTokenNumber: { widget: 'number', step: 1, texts: optionTexts.chunkTokenNumber } },
  chunk: chunkPictures,
});

async function chunkPictures(document: ParsedDocument, values: z.output<typeof options>): Promise<Chunk[]> {
  const countTokens = await loadTokenCounter();
  const units = listUnits(document, {
    budget: values.chunkTokenNumber,
    delimiters: parseDelimiters(DEFAULT_DELIMITER),
    countTokens,
    groupByPage: true,
    sheetStyle: 'markdown',
  });
  const chunks: Chunk[] = [];
  for (const run of listPictures(units)) {
    const own = labelImage(run, document, countTokens);
    const imageBlockId = own.find(({ block }) => block.image?.bytes)?.block.id;
    const cut = packChunks(own, {
      budget: values.chunkTokenNumber,
      countTokens,
      firstOrdinal: chunks.length,
    });
    for (const chunk of cut) {
      if (imageBlockId !== undefined) chunks.push({ ...chunk, kind: 'image', imageBlockId });
      // Of very long scans the pages beyond the first are drawn when they are asked for.
      else if (document.format === 'image' && chunk.page !== undefined)
        chunks.push({ ...chunk, kind: 'image', imagePage: chunk.page });
      else chunks.push(chunk);
    }
  }
  return chunks;
}

/** What is on one page. */
function listPictures(units: readonly Unit[]): Unit[][] {
  const runs: Unit[][] = [];
  for (const unit of units) {
    const last = runs.at(-1);
    if (last && last[0]!.page === unit.page) last.push(unit);
    else runs.push([unit]);
  }
  return runs;
}
