import type { ApiClient } from '@lectern/testing';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findBase, makeBase, waitUntilReady } from './support/base-steps.ts';
import { checkAccessibility } from './support/browser.ts';
import { clientOf, dialogOf, replacePassword, signIn } from './support/steps.ts';
import { expectNoFaults, startWalk } from './support/walk.ts';

/** Around the documents: tags and fields from the upload to an answer, and versions of a file that is replaced. */
const password = 'a password of my own';
const walk = startWalk('documents');
let page: Page;
let client: ApiClient;

const textFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/markdown',
  buffer: Buffer.from(text),
});
const garden = textFile('garden.md', '# Garden\n\nThe rose of the garden blooms in June.');
const meadow = textFile('meadow.md', '# Meadow\n\nThe rose of the meadow blooms in July.');

beforeAll(async () => {
  page = await walk.openVisitor();
  const { email, password: first } = walk.administrator;
  await signIn(page, walk.url, email, first);
  await page.waitForURL(/\/home$/);
  await replacePassword(page, walk.url, first, password);
  client = await clientOf(page, walk.url);
});

async function openDataset(): Promise<void> {
  await page.goto(`${walk.url}/knowledge/dataset?id=${(await findBase(client, 'Roses')).id}`);
  await page.getByRole('table').waitFor();
}

test('a base declares a field, and files get tags and values as they are uploaded', async () => {
  await makeBase(walk, page, 'Roses');
  await page.getByRole('link', { name: 'Configuration' }).click();
  await page.getByRole('button', { name: 'Add field' }).click();
  await page.getByLabel('Name', { exact: true }).last().fill('Year');
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Number' }).click();
  await checkAccessibility(page, 'configuration with a metadata field');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Dataset' }).click();
  await page.getByText('No documents yet').waitFor();
  await page.locator('input[type=file][multiple]').first().setInputFiles([meadow]);
  await waitUntilReady(page, 1);
  await page.getByRole('button', { name: 'More ways to upload' }).first().click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload with tags and fields…' }).click();
  await (await chooser).setFiles([garden]);
  const dialog = dialogOf(page, 'Upload 1 file');
  await dialog
    .getByRole('combobox', { name: 'Tags' })
    .or(dialog.getByRole('textbox', { name: 'Tags' }))
    .first()
    .fill('garden,');
  await dialog.getByRole('textbox', { name: 'Year' }).fill('2024');
  await checkAccessibility(page, 'upload with tags and fields');
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await waitUntilReady(page, 2);
  await page.getByRole('table').getByText('garden', { exact: true }).waitFor();
});

test('the list and the search are filtered by them', async () => {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page
    .getByRole('textbox', { name: 'Values' })
    .or(page.getByRole('combobox', { name: 'Values' }))
    .first()
    .click();
  await page.getByRole('option', { name: 'garden' }).click();
  await page.getByText('meadow.md').waitFor({ state: 'hidden' });
  await checkAccessibility(page, 'list with a filter');
  const filter = new URL(page.url()).searchParams.get('filter') ?? '';
  await page.goto(`${walk.url}/search?q=${encodeURIComponent('When does the rose bloom?')}`);
  await page.getByText('meadow.md').first().waitFor();
  await page.goto(
    `${walk.url}/search?q=${encodeURIComponent('When does the rose bloom?')}&filter=${encodeURIComponent(filter)}`,
  );
  await page.getByText('garden.md').first().waitFor();
  expect(await page.getByText('meadow.md').count()).toBe(0);
  await page.getByRole('button', { name: 'Filter (1)' }).waitFor();
});

test('an assistant derives its filter from the question, and tells so', async () => {
  const base = await findBase(client, 'Roses');
  const made = await client.call('POST', '/assistants', {
    name: 'Gardener',
    knowledge_base_ids: [base.id],
    derive_filter: true,
  });
  expect(made.status).toBe(201);
  await page.goto(`${walk.url}/chat?assistant=${made.body.id}`);
  await page.getByLabel('Your question').fill('When does the rose bloom in the garden in 2024?');
  await page.keyboard.press('Enter');
  await page.getByText('blooms in June').first().waitFor();
  await page
    .getByRole('button', { name: /statements? supported$/ })
    .first()
    .click();
  await page.getByText('Filter derived from the words of the question:').waitFor();
  await page.getByText('1 document matches the filter').waitFor();
  await checkAccessibility(page, 'explanation with a filter');
  await page.keyboard.press('Escape');
});

test('a document that is named in the question is the only one it is answered from', async () => {
  await page.getByLabel('Your question').fill('When does the rose bloom? @mea');
  await page.getByRole('option', { name: /meadow\.md/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'The question is limited to' }).getByText('@meadow.md').waitFor();
  await checkAccessibility(page, 'question with a named document');
  await page.keyboard.press('Enter');
  await page.getByText('blooms in July').first().waitFor();
});

test('a replaced file changes the answer, and the earlier version brings it back', async () => {
  await openDataset();
  const replacement = textFile('garden.md', '# Garden\n\nThe rose of the garden blooms in May.');
  await page.locator('input[type=file][multiple]').first().setInputFiles([replacement]);
  const question = dialogOf(page, 'Files with the same name');
  await question.getByText('garden.md').waitFor();
  await checkAccessibility(page, 'files with the same name');
  await question.getByRole('button', { name: 'Upload' }).click();
  const ask = async () => {
    const base = await findBase(client, 'Roses');
    const { body } = await client.call('POST', '/retrieval', {
      question: 'When does the rose of the garden bloom?',
      knowledge_base_ids: [base.id],
    });
    return body.hits[0]?.text ?? '';
  };
  await expect.poll(ask, { timeout: 60_000 }).toContain('May');
  await page.getByRole('button', { name: 'Actions for garden.md' }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  const versions = dialogOf(page, 'Versions of “garden.md”');
  await versions.getByRole('button', { name: 'Compare' }).click();
  await versions.locator('del', { hasText: 'June' }).waitFor();
  await checkAccessibility(page, 'versions of a document');
  await versions.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(ask, { timeout: 60_000 }).toContain('June');
});

test('nothing on the way failed in the page', () => expectNoFaults(walk));
