import { describe, expect, test } from 'vitest';
import type { ChatPassage } from '../../ports.ts';
import { extractiveChatModel } from './extractive-chat.ts';

async function ask(question: string, texts: string[]) {
  const passages: ChatPassage[] = texts.map((text, i) => ({ number: i + 1, text }));
  const request = { messages: [{ role: 'user' as const, content: question }], parameters: {}, passages };
  const deltas: string[] = [];
  let finishes = 0;
  for await (const event of extractiveChatModel.stream(request)) {
    if (event.type === 'text-delta') deltas.push(event.text);
    if (event.type === 'finish') finishes++;
  }
  expect(finishes).toBe(1);
  return { answer: deltas.join(''), deltas };
}

const returns = `# Returns

Customers may return goods within 30 days of delivery. The goods must be unused. Refunds are paid by bank transfer
within 14 days. The warehouse in Lyon handles all returns. Questions go to Marie Dupont, head of customer service.`;
const history =
  'The company was founded in 1987 in Grenoble. It makes bicycles because its founder loved the mountains.';

describe('quotes the sentence that answers, with its marker', () => {
  test.each([
    ['How many days do customers have to return goods?', 'within 30 days of delivery. [1]'],
    ['When was the company founded?', 'founded in 1987 in Grenoble. [2]'],
    ['Why does the company make bicycles?', 'because its founder loved the mountains. [2]'],
    ['Who is head of customer service?', 'Marie Dupont, head of customer service. [1]'],
  ])('%s', async (question, expected) => {
    const { answer } = await ask(question, [returns, history]);
    expect(answer.split('\n')[0]).toContain(expected);
  });

  test('in French', async () => {
    const text =
      'La durée de conservation est de six mois. Le responsable est nommé par le maire. Le site ferme à midi.';
    const { answer } = await ask('Quelle est la durée de conservation des données ?', [text]);
    expect(answer).toContain('La durée de conservation est de six mois. [1]');
    expect(answer).not.toContain('midi');
  });

  test('in Chinese', async () => {
    const text = '张三于2019年加入公司。公司总部位于上海。员工每年有十五天带薪休假。';
    expect((await ask('公司总部在哪里？', [text])).answer).toContain('公司总部位于上海。 [1]');
    expect((await ask('员工每年有多少天休假？', [text])).answer).toContain('十五天带薪休假。 [1]');
  });

  test('a table row comes with its header', async () => {
    const text =
      'Population:\n\n| city | inhabitants |\n|---|---|\n| Lyon | 522,250 |\n| Paris | 2,102,650 |';
    const { answer } = await ask('How many inhabitants has Paris?', [text]);
    expect(answer).toContain('| city | inhabitants |\n|---|---|\n| Paris | 2,102,650 [1] |');
    expect(answer).not.toContain('Lyon');
  });
});

test('every sentence it writes stands in the passage of its marker', async () => {
  const texts = [returns, history];
  const { answer } = await ask('What about goods, refunds and returns of customers?', texts);
  const quotes = [...answer.matchAll(/(?:^|- |\] )([^[\]]+?) \[(\d)\]/gm)];
  expect(quotes.length).toBeGreaterThan(0);
  for (const [, sentence, number] of quotes) {
    expect(texts[Number(number) - 1]!.replace(/\s+/g, ' ')).toContain(sentence!.trim());
  }
});

test('stays short', async () => {
  const many = Array.from(
    { length: 40 },
    (_, i) => `The return of goods number ${i} takes ${i} days for customers.`,
  ).join(' ');
  const { answer } = await ask('How long does the return of goods take for customers?', [many, many]);
  expect(answer.match(/\[\d\]/g)!.length).toBeLessThanOrEqual(3);
});

test.each([
  ['What is the boiling point of mercury?', /^I found no sentence/],
  ['Quelle est la température de fusion du mercure ?', /^Aucune phrase/],
  ['水银的沸点是多少？', /^检索到的段落/],
  ['水銀的沸點會是多少嗎？', /^檢索到的段落/],
])('says plainly that nothing answers, in the language of the question: %s', async (question, expected) => {
  expect((await ask(question, [returns, history])).answer).toMatch(expected);
});

test('without passages it says that the bases hold nothing', async () => {
  expect((await ask('When was it founded?', [])).answer).toMatch(/hold nothing relevant/);
});

test('comes in deltas and stops when told', async () => {
  expect((await ask('How many days to return goods?', [returns])).deltas.length).toBeGreaterThan(2);
  const stream = extractiveChatModel.stream({ messages: [], parameters: {}, signal: AbortSignal.abort() });
  await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow();
});

describe('what is no question', () => {
  test.each([
    ['Hello!', /^Hello!/],
    ['Merci beaucoup', /^Je vous en prie/],
    ['你好', /^您好/],
    ['Who are you?', /built-in answerer/],
    ['Que peux-tu faire ?', /répondeur intégré/],
  ])('small talk is answered without a quote: %s', async (message, expected) => {
    const { answer } = await ask(message, [returns, history]);
    expect(answer).toMatch(expected);
    expect(answer).not.toMatch(/\[\d\]/);
  });

  test.each([
    ['Summarise the return policy', /^I can only quote your documents/],
    ['Traduis les règles de retour en anglais', /^Je ne peux que citer/],
    ['总结退货规则', /^我只能摘录/],
  ])('a task that takes a model says so and shows the nearest passages: %s', async (message, expected) => {
    const { answer } = await ask(message, [returns, history]);
    expect(answer).toMatch(expected);
    expect(answer).toMatch(/\[1\]/);
  });
});

test('a sentence that only announces comes with what it announces', async () => {
  const passage =
    'ORQA is a model for questions. However, it suffers from two weaknesses. First, pretraining is computationally intensive. Second, the context encoder is not trained. Other models exist.';
  const { answer } = await ask('What are the two weaknesses of ORQA?', [passage]);
  expect(answer).toContain('First, pretraining is computationally intensive. [1]');
  expect(answer).toContain('Second, the context encoder is not trained. [1]');
});

test('a Latin letter before Chinese characters does not hide them', async () => {
  const { answer } = await ask('T恤多少钱？', ['本店的T恤每件售价一百二十元。外套每件售价五百元。']);
  expect(answer).toContain('T恤每件售价一百二十元');
});

describe('what is asked for is in the answer', () => {
  test('no passage that names somebody else answers', async () => {
    const { answer } = await ask('Where did the treaty with Crowley end the war?', [
      'The treaty of Lyon ended the war with the Mongols in the north.',
    ]);
    expect(answer).not.toContain('[1]');
  });

  test('a sentence without a figure does not tell how many', async () => {
    const { answer } = await ask('How many customers of the northern warehouse returned goods?', [
      'Customers may call the warehouse at any time of the day.',
    ]);
    expect(answer).not.toContain('[1]');
  });

  test('a person may have one name, and a French clause with qui asks for nobody', async () => {
    const alliance = 'Au printemps, le mage fait alliance avec Rowena contre le roi.';
    expect((await ask('Qui fait alliance avec le mage ?', [alliance])).answer).toContain('Rowena');
    const actors = "Les acteurs qui travaillent dans l'économie informelle veulent éviter la corruption.";
    const question = "Que veulent les acteurs qui travaillent dans l'économie informelle ?";
    expect((await ask(question, [actors])).answer).toContain('corruption');
  });
});
