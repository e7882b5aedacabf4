import type { AnswerResult, AnswerRun } from '@lectern/contract';
import { expect, test } from 'vitest';
import { compareAnswers, findBaseline } from './use-answer-runs.ts';

const run = (id: string, rest: Partial<AnswerRun>) =>
  ({
    id,
    evaluationSetId: 'set',
    settings: 'published',
    state: 'finished',
    createdAt: `2026-01-0${id}T00:00:00Z`,
    ...rest,
  }) as AnswerRun;

test('a draft is compared with the last published run of its set', () => {
  const runs = [
    run('5', { settings: 'draft' }),
    run('4', { settings: 'draft' }),
    run('3', { state: 'failed' }),
    run('2', {}),
    run('1', { evaluationSetId: 'other' }),
  ];
  expect(findBaseline(runs[0]!, runs)?.id).toBe('2');
  expect(findBaseline(runs[3]!, runs)).toBeUndefined();
  expect(findBaseline(runs[0]!, [runs[0]!, runs[1]!])?.id).toBe('4');
});

test('questions are paired by their text', () => {
  const result = (question: string, right: boolean | null) =>
    ({ question, outcome: right === null ? null : { right } }) as AnswerResult;
  const compared = compareAnswers(
    [result('a', true), result('b', false), result('c', true), result('d', true), result('e', null)],
    [result('a', false), result('b', true), result('c', true)],
  );
  expect(compared.map(({ change }) => change)).toEqual(['better', 'worse', 'same', 'same', 'same']);
});
