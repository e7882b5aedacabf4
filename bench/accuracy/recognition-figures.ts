import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openRecogniser, type RecognitionEngine } from '@lectern/adapters';
import { documentText, readDocument, recognisePages } from '@lectern/parsing';
import { countWordPairs, sharePairs } from '../support/word-pairs.ts';

export type RecognitionScore = {
  page: string;
  by: string;
  language: string;
  /** Share of the pairs of neighbouring words, in Chinese of three characters, that are not as on the page. */
  wrong: number;
  seconds: number;
};

const PAGES = [
  { file: 's01-dpr-paper-2-columns.pdf', page: 2, language: 'en' },
  { file: 's02-irs-publication-15.pdf', page: 12, language: 'en' },
  { file: 's05-eu-retail-tables.pdf', page: 3, language: 'en' },
  { file: 's03-plan-transport-actif-fr.pdf', page: 5, language: 'fr' },
  { file: 's03-plan-transport-actif-fr.pdf', page: 24, language: 'fr' },
  { file: 's07-scan-zh.pdf', page: 2, language: 'zh' },
] as const;

/** Pages whose text layer is known to be right, drawn and recognised as if they had none. */
export async function scoreRecognition(
  engine: RecognitionEngine,
  by: string,
  folder: string,
): Promise<RecognitionScore[]> {
  const scores: RecognitionScore[] = [];
  for (const { file, page, language } of PAGES) {
    const input = { name: file, bytes: await readFile(join(folder, file)) };
    const recogniser = openRecogniser(engine, [language]);
    if (recogniser === undefined) continue;
    const begin = performance.now();
    const [reading] = await recognisePages(input, [page], recogniser);
    const seconds = (performance.now() - begin) / 1000;
    const truth = await readDocument(input, { pages: [{ from: page, to: page + 1 }] });
    const lines = reading?.lines?.map((line) => line.text).join('\n') ?? '';
    const wrong = 1 - sharePairs(countWordPairs(documentText(truth)), countWordPairs(lines));
    scores.push({ page: `${file} ${page}`, by, language, wrong, seconds });
  }
  return scores;
}
