import { describe, expect, test } from 'vitest';
import { createMarkerReader } from './markers.ts';

/** Reads `text` in deltas of `size` characters and checks what must hold for every reader. */
function read(text: string, size = 1, known = [1, 2, 3]) {
  const reader = createMarkerReader(known);
  let answer = '';
  const markers = [];
  for (let at = 0; at < text.length; at += size) {
    const output = reader.push(text.slice(at, at + size));
    answer += output.text;
    markers.push(...output.markers);
  }
  const rest = reader.finish();
  answer += rest.text;
  markers.push(...rest.markers);
  for (const { number, start, end } of markers) expect(answer.slice(start, end)).toBe(`[${number}]`);
  return { answer, numbers: markers.map(({ number }) => number) };
}

describe.each([1, 2, 3, 5, 8, 1000])('in deltas of %i characters', (size) => {
  test.each([
    ['Paris [1].', 'Paris [1].', [1]],
    ['Both [1][2] agree [3]', 'Both [1][2] agree [3]', [1, 2, 3]],
    ['Lists [1, 2] and [1; 3]', 'Lists [1][2] and [1][3]', [1, 2, 1, 3]],
    ['Range [1-3].', 'Range [1][2][3].', [1, 2, 3]],
    ['Forms 【2】 [^1] [Source 3] [ID: 1]', 'Forms [2] [1] [3] [1]', [2, 1, 3, 1]],
    ['Unknown [9]. Mixed [1, 9].', 'Unknown. Mixed [1].', [1]],
    ['A link [1](http://example.org) stays', 'A link [1](http://example.org) stays', []],
    ['Not markers: [x] [a1] [] [ 2 items', 'Not markers: [x] [a1] [] [ 2 items', []],
    ['Inline `list[1]` code [1]', 'Inline `list[1]` code [1]', [1]],
    ['Fence\n```js\nlist[1]\n```\nafter [2]', 'Fence\n```js\nlist[1]\n```\nafter [2]', [2]],
    ['Tildes\n~~~\n[1] ``` [2]\n~~~\n[3]', 'Tildes\n~~~\n[1] ``` [2]\n~~~\n[3]', [3]],
    ['A stray ` tick.\n\nNext [1]', 'A stray ` tick.\n\nNext [1]', [1]],
    ['中文【1】和[2、3]。', '中文[1]和[2][3]。', [1, 2, 3]],
    ['Ends open [1', 'Ends open [1', []],
    ['  indented   text  ', '  indented   text  ', []],
  ])('%j', (text, answer, numbers) => {
    expect(read(text, size)).toEqual({ answer, numbers });
  });
});

test('holds back nothing but what may become a marker', () => {
  const reader = createMarkerReader([1]);
  expect(reader.push('Hello world').text).toBe('Hello world');
  expect(reader.push(' is it').text).toBe(' is it');
  expect(reader.push(' [').text).toBe('');
  // A parenthesis would make it a link.
  expect(reader.push('1]').text).toBe('');
  expect(reader.push('.')).toMatchObject({ text: ' [1].', markers: [{ number: 1 }] });
});
