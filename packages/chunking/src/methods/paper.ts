import type { ParsedDocument } from '@lectern/parsing';
import { z } from 'zod';
import type { ChunkResult } from '../chunk.ts';
import { defineChunkMethod } from '../method.ts';
import { optionTexts } from '../option-texts.ts';
import { sizeLayout, sizeOptions, toUnitOptions } from '../options.ts';
import { listSegmentUnits } from '../split/units.ts';
import { findContentsBlocks } from '../structure/contents.ts';
import { groupSections } from '../structure/group-sections.ts';
import { packGroups } from '../structure/pack-groups.ts';
import { findPaperParts, type PaperParts, readAuthors, sectionText } from '../structure/paper-parts.ts';
import { listSectionSegments, readStructure, type Section } from '../structure/sections.ts';
import { loadTokenCounter } from '../tokens.ts';
import { paperTexts } from './paper.texts.ts';

const options = z.object({
  ...sizeOptions,
  /** The list of references is cut into chunks of its own; off: left out. */
  keepReferences: z.boolean().default(true),
});

/** Sections below this share of the token number are packed with their neighbours. */
const SMALL_SHARE = 0.4;

/**
 * Scientific papers: title, authors and affiliations are one chunk, the abstract is one with the keyword "abstract",
 * and the rest is cut by its sections: one that fits the token number is a chunk, a longer one is cut into its
 * subsections. References are never mixed with the text. Title, authors and abstract are kept as facts.
 */
export const paper = defineChunkMethod({
  id: 'paper',
  texts: paperTexts,
  accepts: ['pdf', 'docx', 'doc', 'odt', 'rtf', 'html', 'markdown', 'text'],
  options,
  layout: { ...sizeLayout, keepReferences: { widget: 'switch', texts: optionTexts.keepReferences } },
  chunk: chunkPaper,
});

async function chunkPaper(document: ParsedDocument, values: z.output<typeof options>): Promise<ChunkResult> {
  const countTokens = await loadTokenCounter();
  const budget = values.chunkTokenNumber;
  const { root } = readStructure(document, { provisions: false, without: findContentsBlocks(document) });
  const parts = findPaperParts(root);
  const segments = listSectionSegments(root);
  const units = listSegmentUnits(segments, document.format, toUnitOptions(values, countTokens));
  const unitsOf = new Map(segments.map((segment, index) => [segment, units[index]!]));
  if (!values.keepReferences) for (const segment of listAll(parts.references)) unitsOf.delete(segment);
  const apart = new Set([...(parts.abstract ? [parts.abstract] : []), ...parts.references]);
  const groups = groupSections(root, unitsOf, { budget, smallShare: SMALL_SHARE, apart });
  const chunks = packGroups(groups, values, countTokens);
  const abstractBlocks = new Set(
    listAll(parts.abstract ? [parts.abstract] : []).map(({ block }) => block.id),
  );
  const referenceBlocks = new Set(listAll(parts.references).map(({ block }) => block.id));
  for (const chunk of chunks) {
    if (chunk.blockIds.some((id) => abstractBlocks.has(id))) chunk.keywords.push('abstract');
    if (chunk.blockIds.every((id) => referenceBlocks.has(id))) chunk.keywords.push('references');
  }
  return { chunks, facts: readFacts(document, parts) };
}

function listAll(sections: readonly Section[]) {
  return sections.flatMap(listSectionSegments);
}

function readFacts(document: ParsedDocument, { front, abstract }: PaperParts): Record<string, string> {
  const { authors, affiliation } = readAuthors(front);
  const title = front.title || document.title || '';
  const names = authors.length > 0 ? authors.join(', ') : (document.metadata.author ?? '');
  return {
    ...(title === '' ? {} : { title }),
    ...(names === '' ? {} : { authors: names }),
    ...(affiliation === undefined ? {} : { affiliation }),
    ...(abstract ? { abstract: sectionText(abstract) } : {}),
  };
}
