import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The name of what has the focus; a button must be seen to have it. */
export async function readFocused(page: Page): Promise<string> {
  const { name, isSeen } = await page.evaluate<{ name: string; isSeen: boolean }>(`(() => {
    const one = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return {
      name: (one.getAttribute('aria-label') ?? one.innerText ?? '').trim(),
      isSeen: one.tagName !== 'BUTTON' || (outlineStyle !== 'none' && outlineWidth !== '0px'),
    };
  })()`);
  expect(isSeen, `the focus on ${name} is seen`).toBe(true);
  return name;
}

export const expectFocus = (page: Page, name: string | RegExp) =>
  expect.poll(() => readFocused(page), { timeout: 10_000 }).toMatch(name);

/** Moves the focus on until it is at what has this name. */
export async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Shift+Tab'): Promise<void> {
  const passed: string[] = [];
  while (!name.test(passed.at(-1) ?? '')) {
    expect(passed.length, `${name} is not among ${passed.join(', ')}`).toBeLessThan(60);
    await page.keyboard.press(key);
    passed.push(await readFocused(page));
  }
}

/** Opens a menu that has the focus, and takes an entry of it. */
export async function takeFromMenu(page: Page, entry: string): Promise<void> {
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: entry, exact: true }).waitFor();
  for (let n = 0; n < 10 && (await readFocused(page)) !== entry; n++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}
