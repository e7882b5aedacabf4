import { expect, test } from 'vitest';
import { countUndrawn } from './use-drawn-messages.ts';

const messages = Array.from({ length: 50 }, (_, n) => ({ id: `m${n}` }));

test('a conversation is drawn from its end, and what is drawn stays drawn when more is known', () => {
  expect(countUndrawn(messages, undefined)).toBe(44);
  expect(countUndrawn(messages, 'm20')).toBe(20);
  const earlier = Array.from({ length: 50 }, (_, n) => ({ id: `earlier${n}` }));
  expect(countUndrawn([...earlier, ...messages], 'm0')).toBe(50);
  expect(countUndrawn([...messages, { id: 'new' }], 'm0')).toBe(0);
});

test('another branch and a short conversation begin anew', () => {
  expect(countUndrawn(messages, 'of another branch')).toBe(44);
  expect(countUndrawn(messages.slice(0, 3), undefined)).toBe(0);
  expect(countUndrawn([], undefined)).toBe(0);
});
