import { join } from 'node:path';
import { type ApiClient, buildPage, buildSitemap, startWebsite, type Website } from '@lectern/testing';
import { realDocuments, testOnRealDocuments as test } from '@lectern/testing/real-documents';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { findBase, makeBase, upload, waitUntilReady } from './support/base-steps.ts';
import { checkAccessibility } from './support/browser.ts';
import { clientOf, dialogOf, openMenu, replacePassword, signIn } from './support/steps.ts';
import { expectNoFaults, startWalk } from './support/walk.ts';

/**
 * Each kind of source from the original to an answer that cites it: a PDF with tables, a scan, a website,
 * a spreadsheet, slides. Nothing is configured but the site's address, which lies on this machine.
 */
const password = 'a password of my own';

const walk = startWalk('sources', async () => ({ LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' }));
let page: Page;
let client: ApiClient;
let site: Website;

beforeAll(async () => {
  site = await startWebsite();
  page = await walk.openVisitor();
  const { email, password: first } = walk.administrator;
  await signIn(page, walk.url, email, first);
  await page.waitForURL(/\/home$/);
  await replacePassword(page, walk.url, first, password);
  client = await clientOf(page, walk.url);
});
afterAll(() => site?.close());

/** Asks an assistant over this base alone, in the browser. */
async function ask(base: string, question: string): Promise<void> {
  const made = await client.call('POST', '/assistants', {
    name: `${base}: ${question}`,
    knowledge_base_ids: [(await findBase(client, base)).id],
  });
  expect(made.status).toBe(201);
  await page.goto(`${walk.url}/chat?assistant=${made.body.id}`);
  await page.getByLabel('Your question').fill(question);
  await page.keyboard.press('Enter');
}

/** The first citation of a document of this name, opened. */
async function openCitation(document: RegExp) {
  await page.getByRole('button', { name: document }).first().click();
  return page.getByRole('region', { name: 'Cited passage' });
}

test('a PDF with tables: the answer quotes a row, the citation opens the table', async () => {
  await makeBase(walk, page, 'Retail', 'Manual');
  await upload(page, [join(realDocuments, 's05-eu-retail-tables.pdf')]);
  await ask('Retail', 'Around how many tables is the overview structured?');
  await page.getByText('The overview is structured around 12 tables').first().waitFor();
  const original = await openCitation(/^Source \d+: s05/);
  await original.locator('canvas').first().waitFor();
  await original.locator('[class*=marks] > div').first().waitFor();
});

test('a scan: its text is recognised, found and marked where it stands', async () => {
  await makeBase(walk, page, 'Scans');
  await upload(page, [join(realDocuments, 's08-ocr-rotated.pdf')]);
  await ask('Scans', 'What does Docling bundle?');
  await page.getByText('PDF document conversion to').first().waitFor();
  const original = await openCitation(/^Source \d+: s08/);
  await original.locator('[class*=marks] > div').first().waitFor();
  await checkAccessibility(page, 'cited scan');
});

test('a website: imported by its sitemap, read again where it changed, cited with its address', async () => {
  site.set('/garden', buildPage('The garden', 'The rose blooms in June beside the western wall.'));
  site.set('/pond', buildPage('The pond', 'The pond was dug in 1950 by the gardeners.'));
  site.set('/sitemap.xml', buildSitemap([`${site.url}/garden`, `${site.url}/pond`]));
  await makeBase(walk, page, 'Park');
  await page.getByRole('button', { name: 'Import website' }).first().click();
  const dialog = dialogOf(page, 'Import a website');
  await dialog.getByRole('button', { name: 'Begin import' }).click();
  await dialog.getByText('Please input a link').waitFor();
  await dialog.getByRole('textbox', { name: 'Link', exact: true }).fill('no link');
  await dialog.getByRole('button', { name: 'Begin import' }).click();
  await dialog.getByText('Please enter a valid link').waitFor();
  await dialog.getByRole('textbox', { name: 'Link', exact: true }).fill(`${site.url}/sitemap.xml`);
  await dialog.getByText('Sitemap', { exact: true }).click();
  await checkAccessibility(page, 'website import');
  await dialog.getByRole('button', { name: 'Begin import' }).click();
  await page.getByText('Website import begun').waitFor();
  await page.getByText('Finished', { exact: true }).first().waitFor({ timeout: 120_000 });
  await waitUntilReady(page, 2);
  await walk.checkOnPhone(page, 'dataset with a website');

  await ask('Park', 'When does the rose bloom?');
  await page.getByText('The rose blooms in June').first().waitFor();
  const original = await openCitation(/^Source \d+: /);
  await original.getByText('beside the western wall').first().waitFor();

  site.set('/pond', buildPage('The pond', 'The pond was filled in 1987 and is a meadow now.'));
  await page.goto(`${walk.url}/knowledge/dataset?id=${(await findBase(client, 'Park')).id}`);
  await page.getByRole('button', { name: /^Show the pages of/ }).click();
  const details = dialogOf(page, 'Website import');
  await details.getByRole('button', { name: 'Run again' }).click();
  await details.getByText('Updated', { exact: true }).waitFor({ timeout: 60_000 });
  await details.getByText('Unchanged', { exact: true }).waitFor();
  await checkAccessibility(page, 'pages of a website');
  await page.keyboard.press('Escape');
  await waitUntilReady(page, 2);
  await ask('Park', 'What is the pond now?');
  await page.getByText('filled in 1987').first().waitFor();
});

test('a spreadsheet: a question over its columns is computed, with the rows behind it', async () => {
  await makeBase(walk, page, 'Prices', 'Table');
  const rows = ['Product,Price,City', 'Screw,0.10,Lyon', 'Nut,0.20,Lyon', 'Washer,0.90,Nice'];
  await upload(page, [{ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }]);
  await ask('Prices', 'What is the average price in Lyon?');
  await page.getByText('0.15').first().waitFor();
  await checkAccessibility(page, 'computed answer');
});

test('slides: one chunk each, cited at the slide', async () => {
  await makeBase(walk, page, 'Talks', 'Presentation');
  await upload(page, [join(realDocuments, 's14-slides.pptx')]);
  await ask('Talks', 'What stands in the rectangle shape?');
  await page.getByText('A rectangle shape with this text inside').first().waitFor();
  const original = await openCitation(/^Source \d+: s14/);
  // On a drawn slide the line ends here.
  await original
    .getByText(/A rectangle shape with this text/)
    .first()
    .waitFor();
});

test('files: a folder, an upload, a link to a base, and what deleting takes along', async () => {
  await walk.open(page, 'file', /File/);
  await page.getByRole('button', { name: 'New folder' }).first().click();
  await page.getByRole('dialog').getByLabel(/Name/).fill('Plans');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page
    .getByRole('button', { name: 'Plans' })
    .or(page.getByRole('link', { name: 'Plans' }))
    .first()
    .click();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'roof.txt', mimeType: 'text/plain', buffer: Buffer.from('The roof is green.') });
  await page.getByText('roof.txt').first().waitFor();
  await page.getByRole('button', { name: 'Open roof.txt' }).click();
  await page.getByRole('dialog').getByText('The roof is green.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await checkAccessibility(page, 'files');
  await walk.checkOnPhone(page, 'files');
  const base = await findBase(client, 'Talks');
  const [file] = (await client.call('GET', '/files?search=roof')).body.items;
  await client.call('POST', '/files/link', { file_ids: [file.id], knowledge_base_ids: [base.id] });
  await page.reload();
  await page.getByText('Talks').first().waitFor();
  await openMenu(page, 'Actions for roof.txt', 'Delete');
  await page.getByRole('dialog').getByText('Talks').first().waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => page.getByText('roof.txt').count()).toBe(0);
});

test('nothing on the way failed in the page', () => expectNoFaults(walk));
