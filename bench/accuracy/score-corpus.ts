import { readDocument, UnreadableFileError } from '@lectern/parsing';
import { printTable, round } from '../support/report.ts';
import { type CorpusDocument, openFolder, readManifest } from './corpus.ts';
import { type CompetitionFigures, compareNeighbours } from './table-competition.ts';
import { compareTables, type TableFigures } from './table-figures.ts';
import { compareHeadings, compareText, type HeadingFigures, type TextFigures } from './text-figures.ts';

type Scored = { document: CorpusDocument; tables: TableFigures; headings: HeadingFigures; text: TextFigures };

/** What the readers make of the documents of the manifest that the folder has. */
export async function scoreCorpus(folder: string): Promise<object> {
  const { documents, tableCompetition } = readManifest();
  const find = openFolder(folder);
  const scored: Scored[] = [];
  const unread: string[] = [];
  for (const document of documents) {
    const file = find(document.sha256);
    if (file === undefined) {
      unread.push(`${document.name}: not in the folder`);
      continue;
    }
    try {
      const parsed = await readDocument({ ...file, name: document.name });
      scored.push({
        document,
        tables: compareTables(parsed, document),
        headings: compareHeadings(parsed, document),
        text: await compareText(parsed, document),
      });
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error;
      unread.push(`${document.name}: ${error.message}`);
    }
  }
  const neighbours: CompetitionFigures = { wanted: 0, found: 0, right: 0 };
  let pages = 0;
  for (const { sha256, truthSha256 } of tableCompetition.files) {
    const [pdf, truth] = [find(sha256), find(truthSha256)];
    if (pdf === undefined || truth === undefined) continue;
    const figures = await compareNeighbours(pdf, truth.bytes);
    pages++;
    neighbours.wanted += figures.wanted;
    neighbours.found += figures.found;
    neighbours.right += figures.right;
  }
  const total = summarise(scored, neighbours, pages);
  printTable(
    ['corpus', ''],
    Object.entries(total).map(([name, value]) => [name, value]),
  );
  for (const line of unread) console.log(`Not read: ${line}`);
  return { ...total, unread, mistakes: listMistakes(scored) };
}

function summarise(scored: readonly Scored[], neighbours: CompetitionFigures, competitionFiles: number) {
  const sum = (value: (each: Scored) => number) => scored.reduce((total, each) => total + value(each), 0);
  const pages = sum(({ tables }) => tables.pages);
  const falseTables = sum(({ tables }) => tables.falseTables.length);
  const headings = sum((each) => each.headings.headings);
  const foundHeadings = sum((each) => each.headings.found);
  const right = sum((each) => each.headings.right);
  return {
    documents: scored.length,
    'judged pages': pages,
    tables: sum(({ tables }) => tables.tables),
    'false tables': falseTables,
    'false tables per 100 pages': round((100 * falseTables) / Math.max(1, pages), 2),
    'missed tables': sum(({ tables }) => tables.missed.length),
    'tables with a wrong row': sum(({ tables }) => tables.wrongRows.length),
    headings,
    'headings precision': round(right / Math.max(1, foundHeadings), 3),
    'headings recall': round(right / Math.max(1, headings), 3),
    'headings F1': f1(headings, foundHeadings, right),
    'competition documents': competitionFiles,
    'competition cells precision': round(neighbours.right / Math.max(1, neighbours.found), 3),
    'competition cells recall': round(neighbours.right / Math.max(1, neighbours.wanted), 3),
    'competition cells F1': f1(neighbours.wanted, neighbours.found, neighbours.right),
    words: sum(({ text }) => text.words),
    'uncovered words': sum(({ text }) => text.uncovered),
    'lost texts': `${sum(({ text }) => text.lost.length)} of ${sum(({ text }) => text.texts)}`,
    'wrong order': `${sum(({ text }) => text.wrongOrder.length)} of ${sum(({ text }) => text.pairs)}`,
    'sheet chunks without column names': `${sum(({ text }) => text.nameless.length)} of ${sum(({ text }) => text.namedChunks)}`,
  };
}

function f1(wanted: number, found: number, right: number): number {
  return round((2 * right) / Math.max(1, wanted + found), 3);
}

function listMistakes(scored: readonly Scored[]) {
  const list = (values: (each: Scored) => readonly string[]) => scored.flatMap((each) => values(each));
  return {
    falseTables: list(({ tables }) => tables.falseTables),
    missedTables: list(({ tables }) => tables.missed),
    wrongRows: list(({ tables }) => tables.wrongRows),
    wrongHeadings: list(({ headings }) => headings.wrong),
    missedHeadings: list(({ headings }) => headings.missed),
    lost: list(({ text }) => text.lost),
    wrongOrder: list(({ text }) => text.wrongOrder),
    nameless: list(({ text }) => text.nameless),
    uncovered: scored
      .filter(({ text }) => text.uncovered > 0)
      .map(({ document, text }) => `${document.name}: ${text.uncovered}`),
  };
}
