import { expect, test } from 'vitest';
import { groupQuestions } from './group-questions.ts';

const group = (...questions: string[]) =>
  groupQuestions(questions.map((question) => ({ question }))).map((items) =>
    items.map(({ question }) => question),
  );

test('questions on one subject come together, the most frequent first', () => {
  expect(
    group(
      'Where can I park?',
      'How do I reset my password?',
      'How many days of leave do I have?',
      'reset the password please',
      'How can I reset my passwords?',
      'Number of leave days?',
    ),
  ).toEqual([
    ['How do I reset my password?', 'reset the password please', 'How can I reset my passwords?'],
    ['How many days of leave do I have?', 'Number of leave days?'],
    ['Where can I park?'],
  ]);
});

test('French and Chinese are grouped by their words as well', () => {
  expect(
    group(
      'Quel est le délai de préavis ?',
      '如何重置密码？',
      'Délais du préavis',
      '密码怎么重置',
      '停车场在哪里？',
    ),
  ).toEqual([
    ['Quel est le délai de préavis ?', 'Délais du préavis'],
    ['如何重置密码？', '密码怎么重置'],
    ['停车场在哪里？'],
  ]);
});

test('one common word makes no group, and the same text always does', () => {
  expect(
    group('Contract of Berg', 'Contract of Holm', 'Contract of Carter', 'Contract of Meier').length,
  ).toBe(4);
  expect(group('Why?', 'why', 'WHY ???', 'And?').map((items) => items.length)).toEqual([3, 1]);
  expect(group()).toEqual([]);
});

test('a thousand questions are grouped', () => {
  const questions = Array.from(
    { length: 1_000 },
    (_, i) => `Question about item ${i % 50} of shelf ${i % 7}`,
  );
  expect(group(...questions).length).toBeLessThanOrEqual(350);
});
