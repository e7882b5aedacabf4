import type { ParsedDocument } from '@lectern/parsing';
import { z } from 'zod';
import type { Chunk, ChunkResult } from '../chunk.ts';
import { defineChunkMethod } from '../method.ts';
import { optionTexts } from '../option-texts.ts';
import { packChunks } from '../pack-chunks.ts';
import { listEntries, type ResumeEntry } from '../resume/entries.ts';
import { createFields, readFacts, writeHeadline } from '../resume/facts.ts';
import { listResumeLines, type ResumeLine } from '../resume/lines.ts';
import { refinement } from '../resume/refinement.ts';
import { DEFAULT_DELIMITER, parseDelimiters } from '../split/delimiters.ts';
import type { Unit, UnitOptions } from '../split/unit.ts';
import { listSegmentUnits, listUnits } from '../split/units.ts';
import { loadTokenCounter } from '../tokens.ts';
import { resumeTexts } from './resume.texts.ts';

const options = z.object({
  /** Most tokens of a chunk: a longer job or section is cut. */
  chunkTokenNumber: z.number().int().min(64).max(2048).default(512),
});

/**
 * Résumés: who the person is makes one chunk, each job, course and project one, and each further section one. They are
 * found by their headings and times in English, French or Chinese; name, e-mail, employers, degrees and the like are
 * read as fields. Every chunk begins with the name, position and degree, so that it says by itself whom it is about. A
 * chat model, where there is one, corrects where parts begin and what is read of them. What is no résumé is cut as text.
 */
export const resume = defineChunkMethod({
  id: 'resume',
  texts: resumeTexts,
  accepts: ['pdf', 'docx', 'doc', 'odt', 'rtf', 'html', 'markdown', 'text', 'image'],
  options,
  layout: { chunkTokenNumber: { widget: 'number', step: 1, texts: optionTexts.chunkTokenNumber } },
  chunk: chunkResume,
  refinement,
});

async function chunkResume(document: ParsedDocument, values: z.output<typeof options>): Promise<ChunkResult> {
  const countTokens = await loadTokenCounter();
  const budget = values.chunkTokenNumber;
  const unitOptions: UnitOptions = {
    budget,
    delimiters: parseDelimiters(DEFAULT_DELIMITER),
    countTokens,
    groupByPage: false,
    sheetStyle: 'lines',
  };
  const lines = listResumeLines(document);
  const { entries, knownSections } = listEntries(lines);
  const facts = readFacts(entries, { now: new Date() });
  if (!isResume(knownSections, facts))
    return {
      chunks: packChunks(listUnits(document, unitOptions), { budget, countTokens }),
      notes: [{ key: 'not_a_resume', details: {} }],
    };
  const headline = writeHeadline(facts);
  const chunks: Chunk[] = [];
  for (const entry of entries) {
    const first = entry.lines[0]!;
    const lead = headline === '' ? [] : [createLead(headline, first, countTokens(headline))];
    const leadTokens = headline === '' ? 0 : lead[0]!.tokens + 1;
    const fitting = { ...unitOptions, budget: leadTokens * 2 > budget ? budget : budget - leadTokens };
    const cut = packChunks(listLineUnits(entry.lines, document.format, fitting), {
      budget,
      countTokens,
      lead,
      leadsFirst: true,
      firstOrdinal: chunks.length,
    });
    for (const chunk of cut) {
      chunks.push({
        ...chunk,
        kind: 'profile',
        headingPath: [facts.name, entry.title].filter((title) => title !== undefined),
        fields: createFields(entry, facts, headline),
      });
    }
  }
  return { chunks, facts };
}

/** Two of its headings are known; or one, where somebody can be reached besides. */
function isResume(knownSections: number, facts: Record<string, string>): boolean {
  const isReachable = facts.email !== undefined || facts.phone !== undefined;
  return knownSections >= 3 || (knownSections >= 1 && facts.name !== undefined && isReachable);
}

function createLead(headline: string, { segment }: ResumeLine, tokens: number): Unit {
  const { block, from, to, headingPath } = segment;
  return {
    block,
    from,
    to,
    headingPath,
    prefix: '',
    rendered: headline,
    tokens,
    cutBefore: 0,
    startsChunk: false,
  };
}

/** Lines of a block that follow each other are cut together; a row of a table is written by its cells. */
function listLineUnits(lines: ResumeEntry['lines'], format: string, unitOptions: UnitOptions): Unit[] {
  return lines.reduce<{ units: Unit[]; pending: ResumeLine[] }>(
    (state, line, index) => {
      if (line.rendered !== undefined) {
        const { block, from, to, headingPath } = line.segment;
        const tokens = unitOptions.countTokens(line.rendered);
        const unit = {
          block,
          from,
          to,
          headingPath,
          prefix: '',
          rendered: line.rendered,
          tokens,
          cutBefore: 0.5,
          startsChunk: false,
        };
        state.units.push({ ...unit, ...(block.page === undefined ? {} : { page: block.page }) });
        return state;
      }
      state.pending.push(line);
      const next = lines[index + 1];
      if (next && next.rendered === undefined && next.segment.block === line.segment.block) return state;
      const segment = { ...state.pending[0]!.segment, to: line.segment.to };
      state.units.push(...listSegmentUnits([segment], format, unitOptions).flat());
      state.pending = [];
      return state;
    },
    { units: [], pending: [] },
  ).units;
}
