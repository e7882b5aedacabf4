import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findModelRuntimes, type ModelHub, startModelHub } from '@lectern/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { findBase, makeBase, upload } from './support/base-steps.ts';
import { checkAccessibility } from './support/browser.ts';
import { clientOf, dialogOf, replacePassword, signIn } from './support/steps.ts';
import { expectNoFaults, startWalk } from './support/walk.ts';

/**
 * An administrator takes the embedding model that is offered, and a base that was made before it is re-embedded. The
 * model knows what a few words mean; what runs it comes from the package registry.
 */
const runtimes = await findModelRuntimes();
const folder = mkdtempSync(join(tmpdir(), 'lectern-local-models-'));
let hub: ModelHub;
const walk = startWalk('local-models', async () => {
  hub = await startModelHub();
  return { ...hub.settings(folder), ...(runtimes ? { LECTERN_MODEL_RUNTIME_DIR: runtimes } : {}) };
});
let page: Page;

beforeAll(async () => {
  page = await walk.openVisitor(1440);
  const { email, password } = walk.administrator;
  await signIn(page, walk.url, email, password);
  await page.waitForURL(/\/home$/);
  await replacePassword(page, walk.url, password, 'a password of my own');
});
afterAll(async () => {
  await hub?.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (question: string) => {
  await page.getByRole('textbox', { name: 'Question' }).fill(question);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
};

describe.skipIf(!runtimes)('a model that runs on this server', () => {
  test('a base of the built-in model finds words, not what they mean', async () => {
    await makeBase(walk, page, 'Animals');
    const text = 'A puppy needs eight meals.\n\nThe puppy sleeps near the stove.';
    await upload(page, [{ name: 'young.txt', mimeType: 'text/plain', buffer: Buffer.from(text) }]);
    const { id } = await findBase(await clientOf(page, walk.url), 'Animals');
    await page.goto(`${walk.url}/knowledge/testing?id=${id}`);
    await ask('hound');
    await page.getByText('No passages above the threshold').waitFor();
  });

  test('is offered on the first page, and downloaded with one click', async () => {
    await walk.open(page, 'home', /Welcome/);
    await page.getByText('90 of 100 passages').waitFor();
    await checkAccessibility(page, 'the offer of a model');
    await walk.checkOnPhone(page, 'the offer of a model');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByText('Tiny embedder is installed').waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Search by meaning').waitFor({ state: 'hidden' });
  });

  test('a base made before is re-embedded, and finds what is meant', async () => {
    const { id } = await findBase(await clientOf(page, walk.url), 'Animals');
    await page.goto(`${walk.url}/knowledge/configuration?id=${id}`);
    await page.getByRole('button', { name: 'Re-embed with Tiny embedder' }).click();
    const dialog = dialogOf(page, 'Re-embed “Animals”');
    await dialog.getByText('Runs on this server at no cost').waitFor();
    await checkAccessibility(page, 'the dialog of a re-embedding');
    await dialog.getByRole('button', { name: 'Re-embed', exact: true }).click();
    await page.getByText('Last re-embedded').waitFor({ timeout: 60_000 });
    await page.goto(`${walk.url}/knowledge/testing?id=${id}`);
    await ask('hound');
    await page.getByText('The puppy sleeps').first().waitFor();
  });

  test('nothing on the way failed in the page', () => expectNoFaults(walk));
});
