import type { Block, ParsedDocument } from '@lectern/parsing';
import { z } from 'zod';
import type { Chunk, ChunkResult } from '../chunk.ts';
import { defineChunkMethod } from '../method.ts';
import { optionTexts } from '../option-texts.ts';
import { packChunks } from '../pack-chunks.ts';
import { LONGEST_QUESTION } from '../qa/pair.ts';
import { readEntries } from '../qa/read-entries.ts';
import { type QuestionSheet, readQuestionSheet, type SheetRow } from '../qa/sheets.ts';
import { joinTexts, listAnswerUnits, writeParts, writeQuestion } from '../qa/write-units.ts';
import { DEFAULT_DELIMITER, parseDelimiters } from '../split/delimiters.ts';
import { listSegments, type Segment } from '../split/segments.ts';
import { findRowOffsets } from '../split/split-table.ts';
import type { Unit, UnitOptions } from '../split/unit.ts';
import { listSegmentUnits } from '../split/units.ts';
import { loadTokenCounter } from '../tokens.ts';
import { qaTexts } from './qa.texts.ts';

const options = z.object({
  /** Most tokens of a chunk: a longer answer is cut, with the question at the head of each part. */
  chunkTokenNumber: z.number().int().min(32).max(2048).default(1024),
});

/**
 * Questions with their answers: each pair is a chunk, found by its question like by a title. In sheets the columns are
 * found by their names, else the first two; in text a pair is marked by "Q:" and "A:" or parted by a tab or a comma; in
 * documents headings, lines with a question mark or numbers ask what is below them. Lines that continue belong to the
 * answer before them. What makes no pair is cut as text and counted.
 */
export const qa = defineChunkMethod({
  id: 'qa',
  texts: qaTexts,
  accepts: [
    'xlsx',
    'xls',
    'xlsb',
    'ods',
    'csv',
    'text',
    'markdown',
    'docx',
    'doc',
    'odt',
    'rtf',
    'html',
    'pdf',
  ],
  options,
  layout: { chunkTokenNumber: { widget: 'number', step: 1, texts: optionTexts.chunkTokenNumber } },
  chunk: chunkPairs,
});

const SHEETS = new Set(['xlsx', 'xls', 'xlsb', 'ods', 'csv']);

async function chunkPairs(document: ParsedDocument, values: z.output<typeof options>): Promise<ChunkResult> {
  const countTokens = await loadTokenCounter();
  const unitOptions: UnitOptions = {
    budget: values.chunkTokenNumber,
    delimiters: parseDelimiters(DEFAULT_DELIMITER),
    countTokens,
    groupByPage: false,
    sheetStyle: 'lines',
  };
  const chunks: Chunk[] = [];
  let bad = 0;
  let rest: Unit[] = [];
  const pack = (units: Unit[], lead: Unit[] = []) =>
    packChunks(units, { budget: unitOptions.budget, countTokens, lead, firstOrdinal: chunks.length });
  const flush = () => {
    if (rest.length > 0) chunks.push(...pack(rest));
    rest = [];
  };
  const leave = (segments: readonly Segment[]) =>
    rest.push(...listSegmentUnits(segments, document.format, unitOptions).flat());
  const keep = (question: Unit, answer: Unit[], more: Partial<Chunk>) => {
    // The headings of a group are in the path of its pairs.
    while (rest.at(-1)?.isTitle && more.headingPath?.includes(rest.at(-1)!.headingPath.at(-1) ?? ''))
      rest.pop();
    flush();
    for (const chunk of pack([question, ...answer], [question]))
      chunks.push({ ...chunk, kind: 'question_answer', ...more });
  };
  for (const part of listParts(document)) {
    if ('sheet' in part) {
      const offsets = findRowOffsets(part.sheet.block, part.sheet.rowCount);
      for (const row of joinAnswers(part.sheet.rows())) {
        const place = {
          block: part.sheet.block,
          headingPath: part.headingPath,
          ...offsets(row.row, row.lastRow + 1),
        };
        const isPair = row.question !== '' && row.answer !== '' && row.question.length <= LONGEST_QUESTION;
        const question = isPair ? writeQuestion(row.question, place, unitOptions) : undefined;
        const text = joinTexts([...(question ? [] : [row.question]), row.answer, ...row.more]);
        const units = writeParts(text, place, unitOptions, question);
        if (question) {
          const { keywords } = row;
          keep(question, units, { questions: [row.question], keywords, headingPath: part.headingPath });
        } else {
          bad++;
          rest.push(...units);
        }
      }
      continue;
    }
    if (SHEETS.has(document.format)) {
      leave(part.segments);
      continue;
    }
    for (const entry of readEntries(part.segments, document.format)) {
      if ('rest' in entry) {
        if (entry.isBad) bad++;
        leave([entry.rest]);
        continue;
      }
      const { pair } = entry;
      const question = writeQuestion(pair.question, pair.asked, unitOptions);
      if (question.tokens * 2 > unitOptions.budget) {
        bad++;
        leave([pair.asked, ...pair.answer]);
        continue;
      }
      keep(question, listAnswerUnits(pair, question, document.format, unitOptions), {
        questions: [pair.question],
        headingPath: pair.headingPath,
      });
    }
  }
  flush();
  return { chunks, ...(bad > 0 ? { notes: [{ key: 'qa_without_pair', details: { count: bad } }] } : {}) };
}

type Part = { segments: Segment[] } | { sheet: QuestionSheet; headingPath: string[] };

/** Tables of questions, and what is between them. The name of a sheet is in the path of its rows. */
function listParts(document: ParsedDocument): Part[] {
  const parts: Part[] = [];
  let between: Segment[] = [];
  const flush = () => {
    if (between.length > 0) parts.push({ segments: between });
    between = [];
  };
  const segments = listSegments(document);
  const sheets = new Map(
    segments.flatMap(({ block }) => {
      const sheet = block.table ? readQuestionSheet(block) : undefined;
      return sheet ? [[block, sheet] as const] : [];
    }),
  );
  // Where one table says that it asks and answers, others do neither.
  const mayGuess = SHEETS.has(document.format) && ![...sheets.values()].some(({ named }) => named);
  for (const segment of segments) {
    const sheet = sheets.get(segment.block);
    if (!sheet || !(sheet.named || mayGuess)) {
      between.push(segment);
      continue;
    }
    while (isAbove(between.at(-1)?.block, segment.block)) between.pop();
    flush();
    parts.push({ sheet, headingPath: segment.headingPath });
  }
  flush();
  return parts;
}

function isAbove(heading: Block | undefined, block: Block): boolean {
  return heading?.type === 'heading' && block.sectionPath.includes(heading.id);
}

/** Rows without a question continue the answer above. */
function* joinAnswers(rows: Iterable<SheetRow>): Iterable<SheetRow & { lastRow: number }> {
  let last: (SheetRow & { lastRow: number }) | undefined;
  for (const row of rows) {
    if (last && row.question === '' && row.answer !== '') {
      last.answer = last.answer === '' ? row.answer : `${last.answer}\n\n${row.answer}`;
      last.more = [...new Set([...last.more, ...row.more])];
      last.keywords = [...new Set([...last.keywords, ...row.keywords])];
      last.lastRow = row.row;
      continue;
    }
    if (last) yield last;
    last = { ...row, lastRow: row.row };
  }
  if (last) yield last;
}
