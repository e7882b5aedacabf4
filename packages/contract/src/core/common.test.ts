import { expect, it } from 'vitest';
import { username } from '../accounts/accounts.ts';
import { name } from './common.ts';

it.each([
  ['a direction override', 'invoice\u202efdp'],
  ['an isolate', 'a\u2066b'],
  ['a zero-width space', 'ad\u200bmin'],
  ['a zero-width joiner among Latin letters', 'ad\u200dmin'],
  ['a soft hyphen', 'ad\u00admin'],
  ['a byte order mark', 'admin\ufeff.'],
  ['a Hangul filler', '\u3164'],
  ['a Cyrillic letter in a Latin word', 'pаypal'],
])('a name holds no %s', (_, text) => {
  expect(name.safeParse(text).success).toBe(false);
});

it.each([
  'Ville de Montréal',
  '知识库',
  'نامه\u200cها',
  'क्\u200dष',
  '👩\u200d👧 family',
  '❤\ufe0f',
  'Право 2026',
  'β-test',
  'Москва Office',
])('a name may be %s', (text) => {
  expect(name.parse(text)).toBe(text);
});

it('a username is no address', () => {
  expect(username.safeParse('ada@example.org').success).toBe(false);
  expect(username.parse('ada @ work')).toBe('ada @ work');
});
