import type { AnswerSupport, Citation } from '@lectern/contract';
import type { AskModel } from '../ask-model.ts';
import { checkByModel } from './check-by-model.ts';
import { type ClaimVerdict, checkByWords } from './check-by-words.ts';
import { listStatements, type Statement } from './list-statements.ts';

const worth = { supported: 1, partly: 0.5, unsupported: 0, unsourced: 0 } as const;

/**
 * Holds each statement of an answer against the passages that it cites. With `ask` a model judges; what it gives no
 * verdict on, and everything without `ask`, is checked by words. `score` is null where the answer states nothing.
 */
export async function checkAnswer(input: {
  answer: string;
  citations: readonly Citation[];
  /** Where the answer shows no citations: every passage that the model was given. */
  passages?: readonly string[];
  /** The answerer frames its quotes in sentences of its own, which claim nothing. */
  onlyCited?: boolean;
  ask?: AskModel;
}): Promise<AnswerSupport> {
  const { answer, citations, passages, onlyCited = false, ask } = input;
  const sources = passages ?? citations.map(({ chunkText }) => chunkText);
  const sourcesOf = ({ citations: cited }: Statement) =>
    passages
      ? passages.map((_, i) => i)
      : citations.flatMap(({ number }, i) => (cited.includes(number) ? [i] : []));
  const claims = listStatements(answer)
    .map((statement) => ({ statement, sources: sourcesOf(statement) }))
    .filter(({ sources: cited }) => !onlyCited || cited.length > 0);
  const sourced = claims.filter(({ sources: cited }) => cited.length > 0);
  const judged = ask
    ? await checkByModel(
        sourced.map(({ statement, sources: cited }) => ({ text: statement.text, sources: cited })),
        sources,
        ask,
      )
    : [];
  const verdicts = new Map<Statement, ClaimVerdict>(
    sourced.map(({ statement, sources: cited }, i) => [
      statement,
      judged[i] ??
        checkByWords(
          statement.text,
          cited.map((n) => sources[n]!),
        ),
    ]),
  );
  const statements = claims.map(({ statement: { start, end, citations: numbers }, statement }) => {
    const { status, reason } = verdicts.get(statement) ?? { status: 'unsourced' as const, reason: null };
    return { start, end, status, reason, citations: numbers };
  });
  const total = statements.reduce((sum, { status }) => sum + worth[status], 0);
  return {
    checker: judged.some(Boolean) ? 'model' : 'words',
    score: statements.length === 0 ? null : Math.round((total / statements.length) * 100) / 100,
    statements,
  };
}
