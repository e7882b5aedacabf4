import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkAnswer } from '../packages/answering/src/index.ts';
import { loadCollection } from './retrieval-collections.ts';
import { labelClaims } from './support/labelled-claims.ts';
import { keepResult, printTable, round } from './support/report.ts';

/**
 * How well the check of claims by words tells supported statements from others, over passages of the shared
 * collections: statements taken from them, and the same against another passage, with another number, or denied.
 * Thresholds are chosen on the first half of the collections; the second half is held out.
 *   npm run bench:claims [-- --show]
 */
const { claims: paraphrases } = JSON.parse(
  await readFile(join(import.meta.dirname, 'claims/paraphrases.json'), 'utf8'),
) as { claims: { collection: string; id: string; supported: boolean; statement: string }[] };

const development = ['scifact-en', 'piaf-fr', 'stard-zh'];
const heldOut = ['cranfield-en', 'cnil-fr', 'drcd-zht', 'xquad-enzh'];
const passagesOfEach = 60;
const show = process.argv.includes('--show');

type Row = { half: string; collection: string; kind: string; isSupported: boolean; status: string };
const rows: Row[] = [];
for (const name of [...development, ...heldOut]) {
  const { passages } = await loadCollection(name);
  const reworded = paraphrases.flatMap(({ collection, id, supported, statement }) => {
    const source = passages.find((passage) => collection === name && passage.id === id)?.text;
    const kind = supported ? 'in other words' : 'beside the point';
    return source === undefined ? [] : [{ collection, kind, statement, source, isSupported: supported }];
  });
  for (const claim of [...labelClaims(name, passages, passagesOfEach), ...reworded]) {
    const { statements } = await checkAnswer({
      answer: claim.statement,
      citations: [],
      passages: [claim.source],
    });
    const status = worst(statements.map((statement) => statement.status));
    if (status === undefined) continue;
    rows.push({ half: development.includes(name) ? 'development' : 'held out', ...claim, status });
    if (show && (status === 'supported') !== claim.isSupported)
      console.log(`${name} ${claim.kind} ${status}\n  ${claim.statement}\n`);
  }
}

/** An answer of several sentences is as good as its weakest. */
function worst(statuses: string[]): string | undefined {
  return ['unsupported', 'unsourced', 'partly', 'supported'].find((status) => statuses.includes(status));
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : round(part / whole, 3));
const figures = (of: Row[]) => {
  const count = (test: (row: Row) => boolean) => of.filter(test).length;
  const flagged = count(({ status }) => status === 'unsupported');
  const wrong = count(({ isSupported }) => !isSupported);
  const caught = count(({ isSupported, status }) => !isSupported && status === 'unsupported');
  const passed = count(({ status }) => status === 'supported');
  const rightPassed = count(({ isSupported, status }) => isSupported && status === 'supported');
  return {
    statements: of.length,
    /** Of what is marked as not supported, the share that is not. */
    precision: share(caught, flagged),
    /** Of what is not supported, the share that is marked so. */
    recall: share(caught, wrong),
    /** The same for what passes as supported. */
    precisionOfSupported: share(rightPassed, passed),
    recallOfSupported: share(rightPassed, of.length - wrong),
  };
};

const summary = Object.fromEntries(
  ['development', 'held out'].map((half) => [half, figures(rows.filter((row) => row.half === half))]),
);
const kinds = [...new Set(rows.map(({ kind }) => kind))];
const byKind = Object.fromEntries(
  kinds.map((kind) => {
    const of = rows.filter((row) => row.kind === kind);
    const count = (status: string) => of.filter((row) => row.status === status).length;
    return [
      kind,
      {
        statements: of.length,
        supported: count('supported'),
        partly: count('partly'),
        unsupported: count('unsupported'),
      },
    ];
  }),
);
printTable(
  ['half', 'statements', 'precision', 'recall', 'supported: precision', 'recall'],
  Object.entries(summary).map(([half, f]) => [
    half,
    f.statements,
    f.precision,
    f.recall,
    f.precisionOfSupported,
    f.recallOfSupported,
  ]),
);
printTable(
  ['kind', 'statements', 'supported', 'partly', 'unsupported'],
  Object.entries(byKind).map(([kind, f]) => [kind, f.statements, f.supported, f.partly, f.unsupported]),
);
keepResult('claims', { summary, byKind });
