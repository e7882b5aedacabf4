import type { Block } from '@lectern/parsing';
import { openSheetTable, type SheetTable } from '../tables/sheet-table.ts';

const QUESTION_NAME =
  /^(?:questions?|frage|pregunta|domanda|demande|query|prompt|user|问题|問題|问|問|提问|常见问题|q)\s*(?:\(.*\))?[:：]?$/iu;
const ANSWER_NAME =
  /^(?:answers?|responses?|r[ée]ponses?|antwort|respuesta|risposta|reply|solution|completion|答案|回答|答复|答覆|答|a|r)\s*(?:\(.*\))?[:：]?$/iu;
const KEYWORDS_NAME =
  /^(?:tags?|keywords?|mots?[- ]cl[ée]s?|[ée]tiquettes?|schlagworte?|标签|標籤|关键词|關鍵詞)$/iu;

/** Names of columns are in one of the first rows. */
const HEAD_ROWS = 4;

/** A row of a sheet of questions: a pair, words that continue an answer, or neither. */
export type SheetRow = {
  row: number;
  question: string;
  answer: string;
  /** Cells of further columns, as "Name: value". */
  more: string[];
  keywords: string[];
};

/**
 * A table of questions with their answers. `named` tells whether its header says so. Rows are read again each time, so
 * that a hundred thousand of them are never held next to what is made of them.
 */
export type QuestionSheet = {
  block: Block;
  named: boolean;
  rows: () => Iterable<SheetRow>;
  rowCount: number;
};

/**
 * Reads a table as questions and answers: the columns whose names say so in any of the languages known, else the first
 * two that are filled. Further columns are below the answer under their names; tags become keywords.
 */
export function readQuestionSheet(block: Block): QuestionSheet | undefined {
  const sheet = openSheetTable(block);
  if (!sheet || sheet.width < 2) return undefined;
  const texts = Array.from({ length: Math.min(sheet.rowCount, HEAD_ROWS) }, (_, row) => sheet.readRow(row));
  const headRow = texts.findIndex(
    (row) => row.some((text) => QUESTION_NAME.test(text)) && row.some((text) => ANSWER_NAME.test(text)),
  );
  const named = headRow >= 0;
  const names = named ? texts[headRow]! : [];
  const [question, answer] = named
    ? [names.findIndex((text) => QUESTION_NAME.test(text)), names.findIndex((text) => ANSWER_NAME.test(text))]
    : findFilledColumns(sheet);
  if (question === undefined || answer === undefined) return undefined;
  const first = named ? headRow + 1 : namesColumns(sheet, question) ? sheet.firstRow : 0;
  const heads = named ? names : first > 0 ? sheet.headers : [];
  const columns = { question, answer, heads, keywords: heads.map((name) => KEYWORDS_NAME.test(name)) };
  return { block, named, rows: () => listRows(sheet, first, columns), rowCount: sheet.rowCount };
}

type Columns = { question: number; answer: number; heads: readonly string[]; keywords: readonly boolean[] };

/** What most rows have none of is one and the same nothing. */
const NOTHING: string[] = [];

function* listRows(sheet: SheetTable, first: number, columns: Columns): Iterable<SheetRow> {
  const { question, answer, heads, keywords } = columns;
  for (let row = first; row < sheet.rowCount; row++) {
    const texts = sheet.readRow(row);
    if (texts.every((text) => text === '')) continue;
    const more = texts.flatMap((text, column) => {
      const name = heads[column] ?? '';
      if (text === '' || column === question || column === answer || keywords[column]) return NOTHING;
      return [name === '' ? text : `${name}: ${text}`];
    });
    const words = texts.flatMap((text, column) =>
      keywords[column] ? text.split(/[,;|、，；]/).map((word) => word.trim()) : NOTHING,
    );
    yield {
      row,
      question: texts[question] ?? '',
      answer: texts[answer] ?? '',
      more: more.length > 0 ? more : NOTHING,
      keywords: words.length > 0 ? words.filter((word) => word !== '') : NOTHING,
    };
  }
}

/** The two columns at the left that are filled in most rows. */
function findFilledColumns({ rowCount, width, readRow }: SheetTable): (number | undefined)[] {
  const filled = Array.from({ length: width }, () => 0);
  for (let row = 0; row < rowCount; row++) {
    const texts = readRow(row);
    for (let column = 0; column < width; column++) if (texts[column]) filled[column]!++;
  }
  const often = filled.flatMap((count, column) => (count * 2 > rowCount ? [column] : []));
  const any = filled.flatMap((count, column) => (count > 0 ? [column] : []));
  return often.length >= 2 ? often : any;
}

/** Readers take a first row of words for names; a question among questions is none. */
function namesColumns({ rowCount, firstRow, readRow }: SheetTable, question: number): boolean {
  const head = readRow(0)[question] ?? '';
  if (/[?？]\s*$/.test(head) || firstRow === 0) return false;
  const below = rowCount - firstRow;
  let asks = 0;
  let length = 0;
  for (let row = firstRow; row < rowCount; row++) {
    const text = readRow(row)[question] ?? '';
    if (/[?？]\s*$/.test(text)) asks++;
    length += text.length;
  }
  return asks * 2 > below || (head.split(/\s+/).length <= 3 && length / Math.max(below, 1) > head.length * 2);
}
