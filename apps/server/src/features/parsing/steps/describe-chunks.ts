import type { Coverage } from '@lectern/chunking';
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

function describeMissing({ missingWords }: Coverage): ProgressMessage[] {
  return missingWords === 0 ? [] : [progressMessage('warning.words_missing', { count: missingWords })];
}

export function describeCoverage(
  { parse }: Pick<ParseRun, 'parse'>,
  coverage: Coverage,
): typeof documentCoverages.$inferInsert {
  const { companyId, documentId, version } = parse;
  const leftOut = coverage.leftOut.map((entry) => ({ ...entry, text: cleanText(entry.text) }));
  return { companyId, documentId, version, ...coverage, leftOut };
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
