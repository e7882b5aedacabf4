import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiClient, type FakeProvider, startFakeProvider } from '@lectern/testing';
import { realDocuments, testOnRealDocuments as test } from '@lectern/testing/real-documents';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { findBase, makeBase, upload, waitUntilReady } from './support/base-steps.ts';
import { checkAccessibility } from './support/browser.ts';
import { clientOf, dialogOf, openMenu, replacePassword, signIn } from './support/steps.ts';
import { expectNoFaults, startWalk } from './support/walk.ts';

/**
 * What is done with a base once its documents are in: its graph, how well it is found in, its archive, and what reading
 * it with a model would cost. The graph and the measure need no model.
 */
const password = 'a password of my own';

let models: FakeProvider;
const walk = startWalk('base-tools', async () => {
  models = await startFakeProvider({ chat: { tokens: ['harbour, ship, bridge'] } });
  return { LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${models.port}` };
});
let page: Page;
let client: ApiClient;

beforeAll(async () => {
  page = await walk.openVisitor();
  const { email, password: first } = walk.administrator;
  await signIn(page, walk.url, email, first);
  await page.waitForURL(/\/home$/);
  await replacePassword(page, walk.url, first, password);
  client = await clientOf(page, walk.url);
});
afterAll(() => models?.close());

test('its graph is built without a model, and a name leads to the passage it comes from', async () => {
  await makeBase(walk, page, 'Harbour');
  await upload(page, [
    join(realDocuments, 's01-dpr-paper-2-columns.pdf'),
    join(realDocuments, 's14-slides.pptx'),
  ]);
  await page.getByRole('link', { name: 'Graph', exact: true }).click();
  await checkAccessibility(page, 'no graph yet');
  await page.getByRole('button', { name: 'Build the graph' }).click();
  await page.getByText('Up to date').waitFor({ timeout: 120_000 });
  await checkAccessibility(page, 'graph of a base');
  await walk.checkOnPhone(page, 'graph of a base');
  await page.getByRole('link', { name: 'Open the graph' }).click();
  await page.waitForURL(/\/force/);
  await page.getByText('List', { exact: true }).click();
  await page
    .getByRole('button', { name: /^Show / })
    .first()
    .click();
  const about = page.getByRole('region', { name: 'About the entity' });
  await checkAccessibility(page, 'an entity of the graph');
  const opened = page.waitForEvent('popup');
  await about
    .getByRole('link', { name: /^Open “.*” at the passage$/ })
    .first()
    .click();
  const original = await opened;
  await original.locator('canvas').first().waitFor();
  await original.locator('[class*=marks] > div').first().waitFor();
  await original.close();
});

test('the mind map of a document opens the passage of a heading', async () => {
  const base = await findBase(client, 'Harbour');
  const { items } = (await client.call('GET', `/knowledge-bases/${base.id}/documents?search=s01`)).body;
  await page.goto(`${walk.url}/document/${items[0].id}`);
  await page.getByRole('link', { name: 'Mind map' }).click();
  await page.getByRole('tree').waitFor();
  await checkAccessibility(page, 'mind map');
  await walk.checkOnPhone(page, 'mind map');
  await page
    .getByRole('treeitem', { name: /Introduction/ })
    .first()
    .click();
  await page.locator('[class*=marks] > div').first().waitFor();
});

test('the study guide of a document quotes it, and an entry opens its passage', async () => {
  const base = await findBase(client, 'Harbour');
  const { items } = (await client.call('GET', `/knowledge-bases/${base.id}/documents?search=s01`)).body;
  await page.goto(`${walk.url}/document/${items[0].id}`);
  await page.getByRole('link', { name: 'Study guide' }).click();
  await page.getByRole('heading', { name: 'Key points' }).waitFor();
  await checkAccessibility(page, 'study guide');
  await walk.checkOnPhone(page, 'study guide');
  await page
    .getByRole('button', { name: /^Open the passage/ })
    .first()
    .click();
  await page.locator('[class*=marks] > div').first().waitFor();
});

test('a chunk is split and the split undone', async () => {
  const base = await findBase(client, 'Harbour');
  const { items } = (await client.call('GET', `/knowledge-bases/${base.id}/documents?search=s01`)).body;
  await page.goto(`${walk.url}/knowledge/dataset/chunk?base=${base.id}&document=${items[0].id}`);
  const before = items[0].chunk_count as number;
  await page.getByRole('button', { name: 'Edit chunk 2', exact: true }).click();
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.press('Control+Home');
  for (let line = 0; line < 4; line++) await text.press('ArrowDown');
  await page.getByRole('button', { name: 'Split at the cursor' }).click();
  await page.getByText(`${before + 1} chunks`).waitFor();
  await page.getByRole('button', { name: 'More actions for chunk 2', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Undo the split' }).click();
  await page.getByText(`${before} chunks`).waitFor();
});

test('questions with what they should find are asked with two settings', async () => {
  await page.goto(`${walk.url}/knowledge/dataset?id=${(await findBase(client, 'Harbour')).id}`);
  await page.getByRole('link', { name: 'Evaluation' }).click();
  await page.getByRole('button', { name: 'New question set' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Reading list');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const csv =
    'question,document\nWhich encoder do dense passage retrievers use?,s01-dpr-paper-2-columns.pdf\n';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'questions.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByText('1 question added').waitFor();
  await page.getByRole('button', { name: 'New run' }).click();
  const dialog = dialogOf(page, 'New run');
  await checkAccessibility(page, 'new run');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Hit rate').first().waitFor();
  await expect.poll(() => page.getByText('100%').count(), { timeout: 60_000 }).toBeGreaterThan(0);
  await checkAccessibility(page, 'a run of an evaluation');
  await walk.checkOnPhone(page, 'a run of an evaluation');
});

test('its archive makes the same base again', async () => {
  await walk.open(page, 'knowledge', 'Knowledge');
  await openMenu(page, /Harbour/, 'Export');
  const dialog = dialogOf(page, /^Export/);
  await checkAccessibility(page, 'export');
  await dialog.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download/ }).click({ timeout: 60_000 });
  const file = await (await download).path();
  const before = await findBase(client, 'Harbour');
  await page.locator('input[type=file]').setInputFiles({
    name: 'harbour.lectern',
    mimeType: 'application/zip',
    buffer: readFileSync(file),
  });
  await page.getByRole('button', { name: /^Open “/ }).click({ timeout: 60_000 });
  await page.waitForURL(/knowledge\/dataset/);
  expect(page.url()).not.toContain(before.id);
  await waitUntilReady(page, 2);
});

test('what a model would cost is said before it is asked', async () => {
  const made = await client.call('POST', '/models', {
    provider_id: 'openai-compatible',
    type: 'chat',
    model_name: 'pilot-1',
    base_url: models.baseUrl,
    api_key: 'sk-of-the-harbour',
    input_price: 2_000,
    output_price: 8_000,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await makeBase(walk, page, 'Quay');
  const base = await findBase(client, 'Quay');
  const set = await client.call('PATCH', `/knowledge-bases/${base.id}`, {
    enrichment_options: { ...base.enrichment_options, auto_keywords: 3, chat_model_id: made.body.id },
  });
  expect(set.status, JSON.stringify(set.body)).toBe(200);
  await upload(page, [
    { name: 'quay.txt', mimeType: 'text/plain', buffer: Buffer.from('The quay is long.') },
  ]);
  models.reset();
  await page.getByRole('button', { name: 'Parse quay.txt again' }).click();
  const dialog = dialogOf(page, /quay\.txt/);
  await dialog.getByRole('cell', { name: 'pilot-1', exact: true }).waitFor();
  await dialog.getByRole('cell', { name: /\$/ }).first().waitFor();
  expect(models.requests).toEqual([]);
  await checkAccessibility(page, 'estimate');
  await walk.checkOnPhone(page, 'estimate');
  await dialog.getByRole('button', { name: 'Parse again' }).click();
  await expect.poll(() => models.requests.length, { timeout: 60_000 }).toBeGreaterThan(0);
  await waitUntilReady(page, 1);
});

test('nothing on the way failed in the page', () => expectNoFaults(walk));
