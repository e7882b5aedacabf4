import { join } from 'node:path';
import { realDocuments, testOnRealDocuments as test } from '@lectern/testing/real-documents';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed } from 'vitest';
import { checkAccessibility, openBrowser, openPage } from './support/browser.ts';
import { type NewProduct, startNewProduct } from './support/product.ts';

/**
 * A newcomer's walk: from the password that the first start printed to an answer whose citation opens
 * the original at the passage. Real documents, nothing configured.
 */
const files = ['s01-dpr-paper-2-columns.pdf', 's05-eu-retail-tables.pdf', 's11-summer.docx'];
const password = 'a password of my own';

let product: NewProduct;
let browser: Browser;
let page: Page;
let faults: string[];

beforeAll(async () => {
  product = await startNewProduct();
  browser = await openBrowser();
  ({ page, faults } = await openPage(browser));
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

beforeEach(() => {
  onTestFailed(async () => {
    await page.screenshot({ path: join(import.meta.dirname, '../.build/reports/newcomer.png') });
  });
});

test('signs in with the printed password and must choose another', async () => {
  await page.goto(product.url);
  await page.getByLabel('E-mail or username').waitFor();
  await checkAccessibility(page, 'login');
  await page.getByLabel('E-mail or username').fill(product.administrator.email);
  await page.getByLabel('Password', { exact: true }).fill(product.administrator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Choose a new password').waitFor();
  await checkAccessibility(page, 'home before the change');

  // Until then every other screen leads back here.
  await page.goto(`${product.url}/knowledge`);
  await page.waitForURL(/\/home$/);
  await page.goto(`${product.url}/user-setting/password`);
  await page.getByLabel('Current password').fill(product.administrator.password);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel(/Confirm/).fill(password);
  await checkAccessibility(page, 'password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password was modified.').waitFor();
});

test('needs at most twenty requests for the home page', async () => {
  const asked: string[] = [];
  const note = (request: Request) => {
    if (request.resourceType() !== 'eventsource' && request.url().startsWith('http'))
      asked.push(request.url());
  };
  // What the page before still asks for is not counted.
  await page.goto('about:blank');
  page.on('request', note);
  await page.goto(`${product.url}/home`);
  await page.waitForLoadState('networkidle');
  page.off('request', note);
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(20);
});

test('makes a knowledge base and watches documents being read', async () => {
  await page.goto(`${product.url}/knowledge`);
  const create = page.getByRole('button', { name: 'Create knowledge base' }).first();
  await create.waitFor();
  await checkAccessibility(page, 'no knowledge base yet');
  await create.click();
  await page.getByRole('dialog').getByLabel(/Name/).fill('Reading room');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/knowledge\/dataset/);

  // The list that is left has a field of its own, for an archive.
  await page
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles(files.map((name) => join(realDocuments, name)));
  for (const name of files) await page.getByRole('link', { name }).first().waitFor();
  await expect
    .poll(() => page.getByRole('table').getByText('Ready', { exact: true }).count(), { timeout: 90_000 })
    .toBe(files.length);
  await checkAccessibility(page, 'dataset');
});

test('sees the chunks beside the original', async () => {
  await page
    .getByRole('link', { name: files[1] as string })
    .first()
    .click();
  await page.waitForURL(/dataset\/chunk/);
  await page.locator('canvas').first().waitFor({ timeout: 60_000 });
  await page.getByText('The overview is structured around 12 tables').first().click();
  await page.locator('[class*=marks] > div').first().waitFor();
  await checkAccessibility(page, 'chunks');
});

test('tests retrieval', async () => {
  await page.goBack();
  await page.getByRole('link', { name: 'Retrieval testing' }).click();
  await page
    .getByRole('textbox', { name: 'Question' })
    .fill('How many tables is the overview structured around?');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('The overview is structured around 12 tables').first().waitFor();
  await checkAccessibility(page, 'retrieval testing');
});

test('makes an assistant, asks, and opens the citation at the passage', async () => {
  await page.goto(`${product.url}/chat`);
  await page.getByRole('button', { name: 'New assistant' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name/).first().fill('Librarian');
  await dialog.getByRole('tab', { name: 'Knowledge' }).click();
  await dialog.getByText('Reading room').first().click();
  await checkAccessibility(page, 'assistant');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.waitFor({ state: 'hidden' });

  await page.getByLabel('Your question').fill('Around how many tables is the overview structured?');
  await page.keyboard.press('Enter');
  const marker = page.getByRole('button', { name: /^Source \d+: s05/ }).first();
  await marker.waitFor();
  await page.getByText('The overview is structured around 12 tables').first().waitFor();
  await checkAccessibility(page, 'chat');

  await marker.click();
  const original = page.getByRole('region', { name: 'Cited passage' });
  await original.locator('canvas').first().waitFor();
  await original.locator('[class*=marks] > div').first().waitFor();
  await original.getByRole('button', { name: 'Find in the document' }).click();
  await original.getByRole('textbox', { name: 'Find in the document' }).fill('tables');
  await original.getByText(/^\d+ of \d+$/).waitFor();
  await original.getByRole('button', { name: 'Page overview' }).click();
  await original.getByRole('navigation', { name: 'Page overview' }).getByRole('button').first().waitFor();
  await checkAccessibility(page, 'cited original');
});

test('searches the documents, narrows what was found, and opens a hit at the passage', async () => {
  await page.getByRole('button', { name: 'Go to' }).click();
  await page.getByPlaceholder('Go to a screen').fill('How many tables is the overview structured around?');
  await page.getByText('Search documents for').click();
  await page.getByPlaceholder('Go to a screen').waitFor({ state: 'detached' });
  await page.waitForURL(/\/search\?q=/);
  await page.getByRole('heading', { name: /^\d+ documents?, in/ }).waitFor();
  const summary = page.getByRole('region', { name: 'Summary' });
  await summary
    .getByRole('button', { name: /^Source \d+: s05/ })
    .first()
    .waitFor();
  await summary.getByText(/statements? supported/).waitFor();
  await checkAccessibility(page, 'search');

  const results = page.getByRole('region', { name: 'Documents found' });
  await results.getByRole('button', { name: 'File type' }).click();
  await page.getByRole('checkbox', { name: /^PDF/ }).check();
  await page.keyboard.press('Escape');
  await page.waitForURL(/type=/);
  await results.getByText('s11-summer').waitFor({ state: 'detached' });

  await results
    .getByRole('button', { name: /The overview is structured around 12 tables/ })
    .first()
    .click();
  const original = page.getByRole('region', { name: 'Cited passage' });
  await original.locator('[class*=marks] > div').first().waitFor();
  await checkAccessibility(page, 'hit in its original');
});

test('nothing on the way failed in the page', () => {
  expect(faults).toEqual([]);
});
