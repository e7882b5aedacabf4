import type { Block, ParsedDocument } from '@lectern/parsing';
import { z } from 'zod';
import type { Chunk } from '../chunk.ts';
import { defineChunkMethod } from '../method.ts';
import { optionTexts } from '../option-texts.ts';
import { packChunks } from '../pack-chunks.ts';
import { DEFAULT_DELIMITER, parseDelimiters } from '../split/delimiters.ts';
import { labelImage } from '../split/label-image.ts';
import { headingTitle } from '../split/segments.ts';
import type { Unit } from '../split/unit.ts';
import { listUnits } from '../split/units.ts';
import { loadTokenCounter } from '../tokens.ts';
import { presentationTexts } from './presentation.texts.ts';

const options = z.object({
  /** Most tokens of a chunk: a slide that has more is cut, with its title at the head of each part. */
  chunkTokenNumber: z.number().int().min(16).max(2048).default(1024),
  /** What the speaker wrote below the slide goes with it. */
  includeNotes: z.boolean().default(true),
});

/**
 * Slides: each slide or page is a chunk of its own, whatever its length, shown with its picture. Its title heads the
 * chunk and is its heading path; a table stays whole where it fits the token number. Lines that only number something
 * or have one or two letters are left out, for they are page numbers, axis labels and the like.
 */
export const presentation = defineChunkMethod({
  id: 'presentation',
  texts: presentationTexts,
  accepts: ['pptx', 'ppt', 'odp', 'pdf'],
  options,
  layout: {
    chunkTokenNumber: { widget: 'number', step: 1, texts: optionTexts.chunkTokenNumber },
    includeNotes: { widget: 'switch', texts: optionTexts.includeNotes },
  },
  chunk: chunkSlides,
});

async function chunkSlides(document: ParsedDocument, values: z.output<typeof options>): Promise<Chunk[]> {
  const countTokens = await loadTokenCounter();
  const units = listUnits(document, {
    budget: values.chunkTokenNumber,
    delimiters: parseDelimiters(DEFAULT_DELIMITER),
    countTokens,
    groupByPage: true,
    sheetStyle: 'markdown',
  });
  const chunks: Chunk[] = [];
  for (const slide of listSlides(units)) {
    const said = values.includeNotes ? slide : slide.filter(({ block }) => block.type !== 'slide_notes');
    const meant = said.filter(({ block }) => !isNoise(block));
    const own = labelImage(meant.length > 0 ? meant : said, document, countTokens);
    const title = findTitle(own);
    const cut = packChunks(own, {
      budget: values.chunkTokenNumber,
      countTokens,
      lead: title ? [title] : [],
      firstOrdinal: chunks.length,
    });
    const page = own[0]?.page;
    for (const chunk of cut) {
      chunks.push({
        ...chunk,
        kind: 'slide',
        // A slide stands for itself: the title of the one before is not above it.
        headingPath: title ? [headingTitle(title.block)] : [],
        ...(page === undefined ? {} : { imagePage: page }),
      });
    }
  }
  return chunks;
}

/** Runs of units on the same page; what has no page goes with what is before it. */
function listSlides(units: readonly Unit[]): Unit[][] {
  const slides: Unit[][] = [];
  let page: number | undefined;
  for (const unit of units) {
    const isNew = unit.page !== undefined && unit.page !== page;
    if (isNew || slides.length === 0) slides.push([]);
    page = unit.page ?? page;
    slides.at(-1)!.push(unit);
  }
  return slides;
}

/** A heading further down names a part of the page rather than all of it. */
const TITLE_AMONG = 3;

function findTitle(slide: readonly Unit[]): Unit | undefined {
  return slide.slice(0, TITLE_AMONG).find(({ block }) => block.type === 'heading');
}

const TEXT_TYPES = new Set<Block['type']>(['paragraph', 'list_item', 'footnote', 'caption']);

const WORD_OF_TWO = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u;

/** A bare number of at most four digits, or a line of one or two letters; two Chinese characters are a word. */
function isNoise(block: Block): boolean {
  if (!TEXT_TYPES.has(block.type)) return false;
  const text = block.text.trim();
  const isBareNumber = /^[\d\s.,/()#–-]*$/.test(text) && text.replace(/\D/g, '').length <= 4;
  return isBareNumber || (text.length < 3 && !WORD_OF_TWO.test(text));
}
