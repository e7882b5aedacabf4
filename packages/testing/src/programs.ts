import { describe, type TestContext } from 'vitest';

const missing = new Set((process.env.LECTERN_TESTS_WITHOUT ?? '').split(',').filter(Boolean));

/** Whether `npm test` found no such program on this machine and may not install it. */
const lacks = (program: 'Chromium' | 'Tesseract') => missing.has(program);

/** `describe` for what needs a program that not every machine has. */
export const describeWithTesseract = describe.skipIf(lacks('Tesseract'));
export const describeWithChromium = describe.skipIf(lacks('Chromium'));

/** Ends a test as skipped where there is no Tesseract. */
export function requireTesseract({ skip }: TestContext): void {
  skip(lacks('Tesseract'), 'Tesseract is not installed');
}
