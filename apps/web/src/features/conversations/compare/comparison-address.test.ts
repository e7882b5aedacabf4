import { expect, test } from 'vitest';
import { readComparison, writeComparison } from './comparison-address.ts';

test('what was written is read again', () => {
  const address = {
    conversationId: '01a205cc-21b2-7338-95ae-36813d5dda4c',
    lanes: [
      { answerId: 'first', modelId: 'built-in/answerer' },
      { answerId: 'second', modelId: '01a205cc-21a7-7650-a93b-0883bb4bb51c' },
    ],
  };
  expect(readComparison(writeComparison(address))).toEqual(address);
});

test.each([undefined, '', 'conversation', 'conversation,one~model', 'conversation,one,two', ',a~b,c~d'])(
  'anything else is no comparison: %s',
  (text) => expect(readComparison(text)).toBeUndefined(),
);
