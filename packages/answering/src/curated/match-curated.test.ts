import { expect, test } from 'vitest';
import type { NumberedHit } from '../passages.ts';
import { citeCurated } from './cite-curated.ts';
import { likenessOf, matchCurated, signQuestion } from './match-curated.ts';

const like = (a: string, b: string) => likenessOf(signQuestion(a), signQuestion(b));

test.each([
  // English
  ['How do I reset my password?', 'how do i reset my password'],
  ['How do I reset my password?', 'How can I reset a password?'],
  ['How do I reset my password?', 'Hello, could you please tell me how to reset my password? Thanks!'],
  ['When is the library open?', 'when are the libraries open'],
  ['Who approves travel expenses?', 'Please tell me who approves the travel expenses.'],
  ['What is the notice period?', 'What’s the notice period?'],
  ['Can I cancel?', 'may I cancel?'],
  ['What was the revenue in 2023?', 'What was the revenue for 2023?'],
  [
    'How many days of leave do I get in the first year of employment?',
    'How many days of paid leave do I get in the first year of employment?',
  ],
  // French
  [
    'Comment réinitialiser mon mot de passe ?',
    'Bonjour, pouvez-vous me dire comment réinitialiser mon mot de passe ?',
  ],
  ['Quel est le délai de préavis ?', 'Quels sont les délais de préavis ?'],
  ['Puis-je annuler ma commande ?', 'Peut-on annuler une commande ?'],
  // Chinese, simplified and traditional
  ['如何重置密码？', '请问怎么重置密码'],
  ['我可以取消订单吗？', '我能不能取消订单？'],
  ['图书馆什么时候开门？', '圖書館什麼時候開門'],
  ['请假需要多少天？', '你好，我想知道请假需要多少天'],
])('%s = %s', (a, b) => {
  expect(like(a, b)).toBeGreaterThan(0);
  expect(like(b, a)).toBe(like(a, b));
});

test.each([
  // Negation
  ['Can I cancel?', 'Can I not cancel?'],
  ['Can I cancel my order?', 'Why can’t I cancel my order?'],
  ['Which files are supported?', 'Which files are not supported?'],
  ['Puis-je annuler ma commande ?', 'Ne puis-je pas annuler ma commande ?'],
  ['我可以取消订单吗？', '我不可以取消订单吗？'],
  ['哪些文件支持？', '哪些文件不支持？'],
  // Numbers
  ['What was the revenue in 2023?', 'What was the revenue in 2024?'],
  ['What changes after three months?', 'What changes after six months?'],
  ['Quel était le chiffre d’affaires en 2023 ?', 'Quel était le chiffre d’affaires en 2024 ?'],
  ['2023年的收入是多少？', '2024年的收入是多少？'],
  ['What was the revenue?', 'What was the revenue in 2024?'],
  // Another question word
  ['Who signed the contract?', 'When was the contract signed?'],
  ['Who signs the contract?', 'When is the contract signed?'],
  ['How do I cancel my order?', 'Can I cancel my order?'],
  ['How many invoices are open?', 'Which invoices are open?'],
  ['Qui signe le contrat ?', 'Quand signe-t-on le contrat ?'],
  ['Comment annuler une commande ?', 'Pourquoi annuler une commande ?'],
  ['谁签了合同？', '什么时候签了合同？'],
  ['合同在哪里签？', '合同为什么签？'],
  // Words that a search leaves out
  ['Can I cancel before delivery?', 'Can I cancel after delivery?'],
  ['Puis-je annuler avant la livraison ?', 'Puis-je annuler après la livraison ?'],
  ['发货之前可以取消吗？', '发货之后可以取消吗？'],
  ['Who is the director?', 'Who was the director?'],
  ['Must I cancel?', 'Can I cancel?'],
  ['Orders above the limit?', 'Orders below the limit?'],
  ['What is your name?', 'What is my name?'],
  // Other words, one word more that narrows, and another order
  ['How do I export invoices as PDF?', 'How do I export invoices as CSV?'],
  [
    'How do I export the open invoices of customers as PDF?',
    'How do I export the open invoices of customers as CSV?',
  ],
  ['How do I reset my password?', 'How do I reset my password in Outlook?'],
  ['How do I get from Paris to Rome?', 'How do I get from Rome to Paris?'],
  ['Can my manager see my documents?', 'Can I see the documents of my manager?'],
  ['如何重置密码？', '如何修改密码？'],
  // Nothing to go by
  ['What is it?', 'Who are you?'],
  ['', 'Can I cancel?'],
])('%s ≠ %s', (a, b) => {
  expect(like(a, b)).toBe(0);
  expect(like(b, a)).toBe(0);
});

test('the closest of several phrasings is taken', () => {
  const kept = (id: string, ...questions: string[]) => ({ id, phrasings: questions.map(signQuestion) });
  const candidates = [
    kept('leave', 'How many days of paid leave do I get in the first year of employment?'),
    kept('other', 'Where do I park?', 'How many days of leave do I get in the first year of employment?'),
  ];
  const match = matchCurated('How many days of leave do I get in the first year of employment', candidates);
  expect(match).toEqual({ candidate: candidates[1], phrasing: 1, likeness: 1 });
  expect(matchCurated('How do I get a parking permit?', candidates)).toBeUndefined();
});

const hit = (number: number, text: string) =>
  ({
    number,
    text,
    chunkId: `c${number}`,
    documentId: 'd',
    documentName: 'a.md',
    headingPath: [],
    page: null,
    boxes: [],
    score: 1,
  }) as unknown as NumberedHit;

test('a curated answer is cited where its markers stand, or at its end', () => {
  const hits = [hit(1, 'The rose blooms in June.'), hit(3, 'It needs sun.')];
  const marked = citeCurated('It needs sun [3]. In June [1][2].', hits);
  expect(marked.content).toBe('It needs sun [1]. In June [2].');
  expect(marked.citations.map(({ chunkId }) => chunkId)).toEqual(['c3', 'c1']);
  expect(citeCurated('In June.', hits).content).toBe('In June. [1][2]');
  expect(citeCurated('| a |\n| - |\n| b |', hits).content).toMatch(/\| b \|\n\n\[1\]/);
  expect(citeCurated('In June [1].', [])).toEqual({ content: 'In June.', citations: [] });
});
