import { expect, test } from 'vitest';
import { chooseSuggestions } from './suggested-questions.service.ts';

const prose =
  'The employer must file the return by the last day of the month that follows the end of the quarter, and keep it.';
const source = (heading: string, more: object = {}) => ({
  documentName: 'handbook.pdf',
  title: 'Staff handbook',
  questions: [],
  headingPath: ['Staff handbook', heading],
  text: prose,
  ...more,
});
const ask = (...sources: ReturnType<typeof source>[]) =>
  chooseSuggestions(sources).map(({ question }) => question);

test('a heading over prose becomes a question in the language of the document', () => {
  expect(ask(source('3.2 Filing a return:'))).toEqual([
    'What does the document say about “Filing a return”?',
  ]);
  const french =
    'Le locateur peut mettre fin au bail par un avis écrit, dans les trois mois qui précèdent la fin du bail, sauf pour une personne âgée.';
  expect(ask(source('Partie 4 – La fin du bail', { text: french }))).toEqual([
    'Que dit le document sur « La fin du bail » ?',
  ]);
  const chinese =
    '员工每年享有十天带薪年假，新员工在入职满六个月之后方可申请，未使用的年假可以顺延至次年三月。';
  expect(ask(source('第三章 年假规定', { text: chinese }))[0]).toContain('年假规定');
});

test('questions that a document asks come first, and are taken as they stand', () => {
  const asked = { questions: ['Who may work from home?'] };
  expect(ask(source('Filing a return'), source('Working from home', asked))[0]).toBe(
    'Who may work from home?',
  );
});

test('titles, general headings and tables make no question', () => {
  expect(
    ask(source('Staff handbook'), source('Table of contents'), source('2.1'), source('Überblick')),
  ).toEqual([]);
  expect(ask(source('Filing a return', { text: '| a | b |\n| 1 | 2 |' }))).toEqual([]);
});

test('one document does not take all places', () => {
  expect(
    ask(source('Filing a return'), source('Keeping of records'), source('Payment of wages')),
  ).toHaveLength(2);
});
