import { expect, test } from 'vitest';
import { type ExpectedAnswer, type GivenAnswer, judgeAnswer, saysFact } from './judge-answer.ts';

const given = (text: string, rest: Partial<GivenAnswer> = {}): GivenAnswer => ({
  text,
  cites: true,
  nothingFound: false,
  citesExpected: false,
  ...rest,
});
const expects = (rest: Partial<ExpectedAnswer>): ExpectedAnswer => ({
  facts: [],
  refusal: false,
  hasSources: false,
  ...rest,
});

test.each([
  ['The rose blooms in **June** [1].', 'June', true],
  ['It costs 1,200 euros.', '1200 euros', true],
  ['It costs 1,300 euros.', '1200 euros', false],
  ['You get three weeks.', '3 weeks', true],
  ['The office opens at eight on weekdays.', 'The office opens at eight.', true],
  ['The office does not open at eight.', 'The office opens at eight.', false],
  ['The apple tree was planted in 1921.', 'The apple tree was planted in 1922.', false],
  ['Le délai de préavis est de trois mois.', 'Le préavis est de 3 mois', true],
  ['通知期为三个月。', '三个月', true],
  ['通知期为两个月。', '三个月', false],
])('%s says “%s”: %s', (answer, fact, says) => {
  expect(saysFact(answer, fact)).toBe(says);
});

test('an answer is right if it says every fact, whatever it cites', async () => {
  const facts = expects({ facts: ['June', 'six hours of sun'], hasSources: true });
  const right = await judgeAnswer(given('It blooms in June [1] and needs six hours of sun [2].'), facts);
  expect(right).toEqual({ right: true, facts: [true, true], sources: false, refused: false, by: 'words' });
  expect(await judgeAnswer(given('It blooms in June [1].'), facts)).toMatchObject({
    right: false,
    facts: [true, false],
  });
});

test('without facts it is right if it cites what is expected', async () => {
  const sourced = expects({ hasSources: true });
  expect((await judgeAnswer(given('In June [1].', { citesExpected: true }), sourced)).right).toBe(true);
  expect((await judgeAnswer(given('In June [1].'), sourced)).right).toBe(false);
});

test('a refusal is right where nothing is known, and only there', async () => {
  const unknown = expects({ refusal: true });
  const refusals = [
    given('I found nothing.', { nothingFound: true, cites: false }),
    given('The passages do not mention parking [1].'),
    given('Les passages ne mentionnent pas de parking.', { cites: false }),
    given('资料中没有提到停车。', { cites: false }),
  ];
  for (const one of refusals) {
    expect(await judgeAnswer(one, unknown), one.text).toMatchObject({ right: true, refused: true });
    expect((await judgeAnswer(one, expects({ facts: ['front desk'] }))).right, one.text).toBe(false);
  }
  expect(await judgeAnswer(given('At the front desk [1].'), unknown)).toMatchObject({
    right: false,
    refused: false,
  });
});

test('a model judges the facts, and words do what it leaves out', async () => {
  const facts = expects({ facts: ['The rose flowers at the start of summer', 'June', 'Tulips'] });
  const ask = async () => '1 y\n3 n';
  const judged = await judgeAnswer(given('It blooms in June [1].'), facts, ask);
  expect(judged).toMatchObject({ facts: [true, true, false], right: false, by: 'model' });
  expect((await judgeAnswer(given('It blooms in June [1].'), facts, async () => undefined)).by).toBe('words');
});
