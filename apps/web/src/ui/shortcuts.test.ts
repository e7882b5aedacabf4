import { expect, it } from 'vitest';
import { isPressed, shortcuts } from './shortcuts.ts';

const press = (
  key: string,
  code: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {},
) => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

it('knows a shortcut on every keyboard', () => {
  const { palette, sheet } = shortcuts.everywhere;
  const { newConversation, focusQuestion } = shortcuts.chat;
  expect(isPressed(palette, press('k', 'KeyK', { ctrlKey: true }))).toBe(true);
  expect(isPressed(palette, press('k', 'KeyK', { metaKey: true }))).toBe(true);
  expect(isPressed(palette, press('k', 'KeyK'))).toBe(false);
  // A question mark needs Shift on one keyboard and not on another.
  expect(isPressed(sheet, press('?', 'Slash'))).toBe(true);
  expect(isPressed(sheet, press('?', 'KeyM'))).toBe(true);
  expect(isPressed(focusQuestion, press('/', 'Slash', { ctrlKey: true }))).toBe(false);
  // On a Mac, Option and N write another character.
  expect(isPressed(newConversation, press('˜', 'KeyN', { altKey: true }))).toBe(true);
});
