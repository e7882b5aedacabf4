import {
  describeTableQuery,
  formatTableValue,
  type Language,
  nameTableColumn,
  type TableAnswer,
} from '@lectern/contract';

/** Rows that a prompt or an answer shows; people see all of them next to it. */
const mostRows = 50;

type Written = Pick<TableAnswer, 'query' | 'columns' | 'rows'>;

/** The result as a table of Markdown, of its first rows. */
export function writeResultTable(answer: Written, language: Language): string {
  const heads = answer.query.select.map((item) =>
    escapeCell(nameTableColumn(item, answer.columns, language)),
  );
  const rows = answer.rows.slice(0, mostRows).map((row) => writeRow(writeCells(answer, row, language)));
  return [writeRow(heads), writeRow(heads.map(() => '---')), ...rows].join('\n');
}

/** The passage that a model is given: how it was computed, and the result. */
export function writeAnswerPassage(
  answer: Written & Pick<TableAnswer, 'matchedRows' | 'tableName' | 'truncated'>,
  language: Language,
): string {
  const more = answer.truncated || answer.rows.length > mostRows ? '\n(There are more rows than shown.)' : '';
  return `Computed over all rows of the table “${answer.tableName}”, of which ${answer.matchedRows} match: ${describeTableQuery(answer, language)}.\n\n${writeResultTable(answer, language)}${more}`;
}

/** The answer in plain words where the result is one figure, else the result itself, with the marker of its passage. */
export function writeAnswer(answer: Written, number: number, language: Language): string {
  const sentence = `${describeTableQuery(answer, language)} [${number}]`;
  const colon = language === 'fr' ? ' : ' : language === 'en' ? ': ' : '：';
  const [row] = answer.rows;
  if (answer.rows.length === 1 && row?.length === 1)
    return `${sentence}${colon}**${writeCells(answer, row, language)[0]}**`;
  if (answer.rows.length === 0) return `${sentence}${colon}**–**`;
  return `${sentence}${colon}\n\n${writeResultTable(answer, language)}`;
}

function writeCells({ query }: Written, row: TableAnswer['rows'][number], language: Language): string[] {
  return row.map((value, column) =>
    escapeCell(formatTableValue(value, language, (query.select[column]?.aggregate ?? null) !== null)),
  );
}

function writeRow(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Cells are words of a document: none may break out of its place. */
function escapeCell(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/([\\|*_`[\]<>])/g, '\\$1');
}
