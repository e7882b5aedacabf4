import { expect, it } from 'vitest';
import { errorText } from './index.ts';

it('says how long to wait in the unit that fits', () => {
  const wait = (seconds: number, language: 'en' | 'fr' | 'zh' = 'en') =>
    errorText('auth.too_many_attempts', language, { seconds });
  expect(wait(1)).toBe('Too many attempts. Try again in 1 second.');
  expect(wait(42)).toBe('Too many attempts. Try again in 42 seconds.');
  expect(wait(890)).toBe('Too many attempts. Try again in 15 minutes.');
  expect(wait(900, 'fr')).toMatch(/^Trop de tentatives. Réessayez dans 15\sminutes.$/);
  expect(wait(900, 'zh')).toBe('尝试次数过多。请在15分钟后重试。');
});
