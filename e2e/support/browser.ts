import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { beforeEach, expect, onTestFailed } from 'vitest';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A microphone that beeps; whether a page may use it is up to the journey.
  '--use-fake-device-for-media-stream',
];

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.LECTERN_CHROMIUM ?? '/usr/bin/chromium',
    args: flags,
  });
}

/** A page that fails the journey on any error of its own. */
export async function openPage(
  browser: Browser,
  options: { width?: number; colorScheme?: 'light' | 'dark' } = {},
) {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: 900 },
    colorScheme: options.colorScheme ?? 'light',
    locale: 'en-US',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  return { page, faults };
}

/**
 * Takes screenshots of every open page when a step fails, into the reports, and skips the steps after it: a journey is
 * one long walk, and they would say nothing.
 */
export function photographFailures(journey: string, browser: () => Browser): void {
  let hasFailed = false;
  beforeEach(({ skip }) => {
    skip(hasFailed, 'an earlier step failed');
    onTestFailed(async () => {
      hasFailed = true;
      const pages = browser()
        .contexts()
        .flatMap((context) => context.pages());
      for (const [index, page] of pages.entries())
        await page.screenshot({
          path: join(import.meta.dirname, `../../.build/reports/${journey}-${index + 1}.png`),
        });
    });
  });
}

/** Dialogs fade in: until they have, their colours are not what people see. */
const untilStill = `Promise.allSettled(
  document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished),
).then(() => undefined)`;

async function findSerious(page: Page, screen: string): Promise<string[]> {
  await page.evaluate(untilStill);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${screen}: ${id} at ${nodes[0]?.html}`);
}

/** No serious finding of axe on what is shown now, nothing that scrolls sideways, and no scrollbar over nothing. */
export async function checkAccessibility(page: Page, screen: string): Promise<void> {
  let serious = await findSerious(page, screen);
  // A notice may have begun to fade while axe was looking: what is wrong is wrong the second time too.
  if (serious.length > 0) serious = await findSerious(page, screen);
  expect(serious).toEqual([]);
  const sideways = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
  expect(sideways, `${screen} scrolls sideways`).toBeLessThanOrEqual(0);
  const below = await page.evaluate<number>('document.documentElement.scrollHeight - window.innerHeight');
  expect(below <= 0 || below > 8, `${screen} scrolls over ${below} pixels`).toBe(true);
}
