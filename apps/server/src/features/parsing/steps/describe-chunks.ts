import type { Coverage, LeftOut } from '@lectern/chunking';
import type { ProgressMessage } from '@lectern/contract';
import { cleanText } from '../../../platform/database/clean-text.ts';
import { newId } from '../../../platform/database/database.ts';
import type { ChunkFileResult, ChunkLine } from '../../../platform/parser-process/requests.ts';
import type { chunks } from '../../documents/chunks/chunk.table.ts';
import type { documentCoverages } from '../../documents/chunks/document-coverage.table.ts';
import { progressMessage } from '../parse-progress.ts';
import type { ParseRun } from '../parse-run.ts';

// What the parser process found, as rows of the database.

const mostWarnings = 50;
/** Entries of what was left out that are kept, and characters of each. */
const mostLeftOut = 200;
const longestLeftOut = 500;

/** What the document says of itself after its file was read, and the messages to add. */
export function describeFacts(
  { found, enrichment }: Pick<ParseRun, 'found' | 'enrichment'>,
  result: ChunkFileResult,
  renderedKey: string | null,
) {
  const { title, metadata } = found.document;
  const messages = [
    ...result.warnings.map((warning) =>
      progressMessage(`warning.${warning.code}`, {
        page: warning.page ?? 0,
        detail: cleanText(warning.detail ?? '').slice(0, 500),
      }),
    ),
    ...describeMissing(result.coverage),
    ...result.notes.map(({ key, details }) => progressMessage(`note.${key}`, cleanDetails(details))),
  ].slice(0, mostWarnings);
  const facts = {
    format: result.format,
    title: title ?? (result.title === undefined ? null : cleanText(result.title)),
    pageCount: result.pageCount || null,
    metadata: { ...cleanEntries(result.metadata), ...cleanEntries(result.facts), ...metadata },
    firstPageText: enrichment.firstPageText ? cleanText(result.firstPageText) || null : null,
    textSha256: result.textSha256,
    renderedKey,
  };
  return { facts, messages };
}

function describeMissing({ leftOut }: Coverage): ProgressMessage[] {
  const missing = leftOut.filter(({ reason }) => reason === 'missing');
  return missing.length === 0
    ? []
    : [progressMessage('warning.words_missing', { count: countWords(missing) })];
}

export function describeCoverage(
  { parse }: Pick<ParseRun, 'parse'>,
  { words, leftOut }: Coverage,
): typeof documentCoverages.$inferInsert {
  const missing = leftOut.filter(({ reason }) => reason === 'missing');
  const { companyId, documentId, version } = parse;
  return {
    companyId,
    documentId,
    version,
    words,
    leftOutWords: countWords(leftOut),
    missingWords: countWords(missing),
    // What is missing comes first, then what is left out of the most places.
    leftOut: leftOut
      .toSorted(
        (a, b) => Number(b.reason === 'missing') - Number(a.reason === 'missing') || b.words - a.words,
      )
      .slice(0, mostLeftOut)
      .map((entry) => ({ ...entry, text: cleanText(entry.text).slice(0, longestLeftOut) })),
  };
}

function countWords(entries: readonly LeftOut[]): number {
  return entries.reduce((sum, { words }) => sum + words, 0);
}

/** `pictures`: by the name of their file. `tableIds`: by the place of the table in the result. */
export function asRow(
  { parse, base }: Pick<ParseRun, 'parse' | 'base'>,
  { chunk, picture }: ChunkLine,
  ordinal: number,
  pictures: ReadonlyMap<string, { key: string }> = new Map(),
  tableIds: readonly string[] = [],
): typeof chunks.$inferInsert {
  return {
    id: newId(),
    companyId: parse.companyId,
    knowledgeBaseId: base.id,
    documentId: parse.documentId,
    version: parse.version,
    ordinal,
    text: cleanText(chunk.text),
    kind: chunk.kind,
    keywords: chunk.keywords.map(cleanText),
    questions: chunk.questions.map(cleanText),
    headingPath: chunk.headingPath.map(cleanText),
    tokens: chunk.tokens,
    page: chunk.page ?? null,
    pageEnd: chunk.pageEnd ?? null,
    boxes: chunk.boxes,
    charStart: chunk.charRange.start,
    charEnd: chunk.charRange.end,
    imageKey: picture === undefined ? null : (pictures.get(picture)?.key ?? null),
    tableId: chunk.tableIndex === undefined ? null : (tableIds[chunk.tableIndex] ?? null),
    fields: chunk.fields
      ? Object.fromEntries(
          Object.entries(chunk.fields).map(([key, value]) => [
            cleanText(key),
            typeof value === 'string' ? cleanText(value) : value,
          ]),
        )
      : null,
  };
}

function cleanEntries(entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries).map(([key, value]) => [cleanText(key), cleanText(value)]),
  );
}

function cleanDetails(details: Record<string, string | number>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => [
      key,
      typeof value === 'string' ? cleanText(value).slice(0, 500) : value,
    ]),
  );
}
