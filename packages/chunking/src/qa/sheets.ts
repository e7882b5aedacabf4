import type { Block } from '@lectern/parsing';
import { openSheetTable } from '../tables/sheet-table.ts';

const QUESTION_NAME =
  /^(?:questions?|frage|pregunta|domanda|demande|query|prompt|user|问题|問題|问|問|提问|常见问题|q)\s*(?:\(.*\))?[:：]?$/iu;
const ANSWER_NAME =
  /^(?:answers?|responses?|r[ée]ponses?|antwort|respuesta|risposta|reply|solution|completion|答案|回答|答复|答覆|答|a|r)\s*(?:\(.*\))?[:：]?$/iu;
const KEYWORDS_NAME =
  /^(?:tags?|keywords?|mots?[- ]cl[ée]s?|[ée]tiquettes?|schlagworte?|标签|標籤|关键词|關鍵詞)$/iu;

/** A row of a sheet of questions: a pair, words that go on an answer, or neither. */
export type SheetRow = {
  row: number;
  question: string;
  answer: string;
  /** Cells of further columns, as "Name: value". */
  more: string[];
  keywords: string[];
};

/** A table of questions with their answers. `named` tells whether its header says so. */
export type QuestionSheet = { block: Block; named: boolean; rows: SheetRow[]; rowCount: number };

/**
 * Reads a table as questions and answers: the columns whose names say so in any of the languages known, else the first
 * two that are filled. Further columns stand below the answer under their names; tags become keywords.
 */
export function readQuestionSheet(block: Block): QuestionSheet | undefined {
  const sheet = openSheetTable(block);
  if (!sheet || sheet.width < 2) return undefined;
  const texts = Array.from({ length: sheet.rowCount }, (_, row) => sheet.readRow(row));
  const headRow = texts.findIndex(
    (row, index) =>
      index < 4 && row.some((text) => QUESTION_NAME.test(text)) && row.some((text) => ANSWER_NAME.test(text)),
  );
  const named = headRow >= 0;
  const names = named ? texts[headRow]! : [];
  const [question, answer] = named
    ? [names.findIndex((text) => QUESTION_NAME.test(text)), names.findIndex((text) => ANSWER_NAME.test(text))]
    : findFilledColumns(texts, sheet.width);
  if (question === undefined || answer === undefined) return undefined;
  const first = named ? headRow + 1 : namesColumns(texts, question, sheet.firstRow) ? sheet.firstRow : 0;
  const heads = named ? names : first > 0 ? sheet.headers : [];
  const rows = texts.slice(first).flatMap((row, index): SheetRow[] => {
    if (row.every((text) => text === '')) return [];
    const more = row.flatMap((text, column) => {
      const name = heads[column] ?? '';
      if (text === '' || column === question || column === answer || KEYWORDS_NAME.test(name)) return [];
      return [name === '' ? text : `${name}: ${text}`];
    });
    const keywords = row.flatMap((text, column) =>
      KEYWORDS_NAME.test(heads[column] ?? '') ? text.split(/[,;|、，；]/) : [],
    );
    return [
      {
        row: first + index,
        question: row[question] ?? '',
        answer: row[answer] ?? '',
        more,
        keywords: keywords.map((word) => word.trim()).filter((word) => word !== ''),
      },
    ];
  });
  return { block, named, rows, rowCount: sheet.rowCount };
}

/** The two columns at the left that are filled in most rows. */
function findFilledColumns(texts: readonly (readonly string[])[], width: number): (number | undefined)[] {
  const filled = Array.from({ length: width }, (_, column) => texts.filter((row) => row[column]).length);
  const often = filled.flatMap((count, column) => (count * 2 > texts.length ? [column] : []));
  const any = filled.flatMap((count, column) => (count > 0 ? [column] : []));
  return often.length >= 2 ? often : any;
}

/** Readers take a first row of words for names; a question among questions is none. */
function namesColumns(texts: readonly (readonly string[])[], question: number, firstRow: number): boolean {
  const head = texts[0]?.[question] ?? '';
  const below = texts.slice(firstRow).map((row) => row[question] ?? '');
  const asks = below.filter((text) => /[?？]\s*$/.test(text)).length;
  if (/[?？]\s*$/.test(head) || firstRow === 0) return false;
  const usual = below.reduce((sum, text) => sum + text.length, 0) / Math.max(below.length, 1);
  return asks * 2 > below.length || (head.split(/\s+/).length <= 3 && usual > head.length * 2);
}
