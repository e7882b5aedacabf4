import { expect, test } from 'vitest';
import { countTerm, decodeProfile, encodeProfile, hashTerm } from './profile.ts';

test('counts of body and header survive encoding, at any byte offset', () => {
  const encoded = encodeProfile(['title', 'both'], ['word', 'word', 'both', '生态']);
  const shifted = new Uint8Array(encoded.length + 1);
  shifted.set(encoded, 1);
  for (const bytes of [encoded, shifted.subarray(1)]) {
    const profile = decodeProfile(bytes);
    expect(profile.length).toBe(4);
    expect(countTerm(profile, hashTerm('word'))).toEqual({ body: 2, header: false, background: false });
    expect(countTerm(profile, hashTerm('both'))).toEqual({ body: 1, header: true, background: false });
    expect(countTerm(profile, hashTerm('title'))).toEqual({ body: 0, header: true, background: false });
    expect(countTerm(profile, hashTerm('生态'))).toEqual({ body: 1, header: false, background: false });
    expect(countTerm(profile, hashTerm('absent'))).toEqual({ body: 0, header: false, background: false });
  }
});

test('a count stays in its bits, an empty chunk is a chunk', () => {
  const profile = decodeProfile(
    encodeProfile(
      ['x'],
      Array.from({ length: 500 }, () => 'x'),
    ),
  );
  expect(countTerm(profile, hashTerm('x'))).toEqual({ body: 127, header: true, background: false });
  expect(profile.length).toBe(500);
  expect(decodeProfile(encodeProfile([], [])).length).toBe(0);
});

test('bytes of another format are refused', () => {
  expect(() => decodeProfile(new Uint8Array(16))).toThrow(/format/);
});

test('hashes of many terms rarely meet', () => {
  const hashes = new Set(Array.from({ length: 100_000 }, (_, i) => hashTerm(`term${i}`)));
  expect(hashes.size).toBeGreaterThan(99_990);
});

test('a term of the background counts only where neither body nor header has it', () => {
  const profile = decodeProfile(encodeProfile(['title'], ['word'], ['title', 'word', 'date']));
  const terms = ['title', 'word', 'date', 'absent'].map((term) => countTerm(profile, hashTerm(term)));
  expect(terms.map(({ background }) => background)).toEqual([false, false, true, false]);
  expect(profile.length).toBe(1);
});
