import { expect, test } from 'vitest';
import { cutMention, findMention } from './find-mention.ts';

test('an @ at the beginning of a word names a document', () => {
  expect(findMention('@ro', 3)).toEqual({ start: 0, search: 'ro' });
  expect(findMention('What says @annual rep', 21)).toEqual({ start: 10, search: 'annual rep' });
  expect(findMention('Ask @', 5)).toEqual({ start: 4, search: '' });
  // Only what stands before the cursor.
  expect(findMention('@roses and more', 3)).toEqual({ start: 0, search: 'ro' });
});

test('an address, a new line and two spaces name none', () => {
  expect(findMention('write to me@example.net', 23)).toBeUndefined();
  expect(findMention('@ro\nmore', 8)).toBeUndefined();
  expect(findMention('@ro  more', 9)).toBeUndefined();
  expect(findMention('@ meanwhile', 11)).toBeUndefined();
});

test('what was typed of the name goes', () => {
  expect(cutMention('What says @ann about it?', { start: 10, search: 'ann' })).toEqual({
    text: 'What says about it?',
    cursor: 10,
  });
});
