import type { ApiClient } from '@lectern/testing';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { checkAccessibility } from './browser.ts';
import { choose } from './steps.ts';
import type { Walk } from './walk.ts';

/** What a file is uploaded as: its path, or its contents. */
type Upload = string | { name: string; mimeType: string; buffer: Buffer };

/** A new base, cut by this method, as its owner sets it up. */
export async function makeBase(walk: Walk, page: Page, name: string, method?: string): Promise<void> {
  await walk.open(page, 'knowledge', 'Knowledge');
  await page.getByRole('button', { name: 'Create knowledge base' }).first().click();
  await page.getByRole('dialog').getByLabel(/Name/).fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/knowledge\/dataset/);
  if (method === undefined) return;
  await page.getByRole('link', { name: 'Configuration' }).click();
  await choose(page, 'Chunk method', method);
  await checkAccessibility(page, `configuration for ${method}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Dataset' }).click();
  await page.waitForURL(/knowledge\/dataset/);
}

/** Into the empty base that is open; returns when it can be asked. */
export async function upload(page: Page, files: Upload[]): Promise<void> {
  await page.getByText('No documents yet').waitFor();
  // The list of bases, should it still be shown, has a field of its own for an archive.
  const field = page.locator('input[type=file][multiple]').first();
  await (typeof files[0] === 'string'
    ? field.setInputFiles(files as string[])
    : field.setInputFiles(files as Exclude<Upload, string>[]));
  await waitUntilReady(page, files.length);
}

export async function waitUntilReady(page: Page, count: number): Promise<void> {
  const ready = page.getByRole('table').getByText('Ready', { exact: true });
  await expect.poll(() => ready.count(), { timeout: 120_000 }).toBe(count);
}

export async function findBase(client: ApiClient, name: string) {
  return (await client.call('GET', `/knowledge-bases?search=${encodeURIComponent(name)}`)).body.items[0];
}
