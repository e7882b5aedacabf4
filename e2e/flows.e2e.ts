import { buildDocument } from '@lectern/testing';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { checkAccessibility } from './support/browser.ts';
import { clientOf, replacePassword, signIn } from './support/steps.ts';
import { expectNoFaults, startWalk } from './support/walk.ts';

/** A flow from nothing: drawn, tried out, published, changed and rolled back, with the built-in models. */
const password = 'a password of my own';
const walk = startWalk('flows');
let page: Page;

beforeAll(async () => {
  page = await walk.openVisitor();
  const { email, password: first } = walk.administrator;
  await signIn(page, walk.url, email, first);
  await page.waitForURL(/\/home$/);
  await replacePassword(page, walk.url, first, password);
  const client = await clientOf(page, walk.url);
  const text = '# Roses\n\nThe rose blooms in June. It needs six hours of sun every day.';
  await buildDocument(client, { name: 'roses.md', text });
});

const node = (name: string) => page.locator('.react-flow__node').filter({ hasText: name });
const component = (name: string) =>
  page.getByRole('complementary').first().getByRole('button', { name, exact: true });

test('is drawn: what is added goes on from the node that is chosen', async () => {
  await page.goto(`${walk.url}/flow`);
  await page.getByRole('button', { name: 'New flow' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Rose desk');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/flow\/[0-9a-f-]{36}$/);
  await node('Begin').click();
  await component('Retrieval').click();
  await page.getByRole('alert').getByText('“Knowledge bases” is missing.').waitFor();
  await page.getByRole('combobox', { name: 'Knowledge bases' }).click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await component('Generate').click();
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(3);
  const place = () => node('Begin').getAttribute('style');
  const before = await place();
  await page.getByRole('button', { name: 'Arrange nodes' }).click();
  await expect.poll(place, { timeout: 20_000 }).not.toBe(before);
  await page.getByText('Saved', { exact: true }).waitFor();
  await checkAccessibility(page, 'flow editor');
});

test('is tried out: the answer cites its passage, and each step can be looked at', async () => {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('When does the rose bloom?');
  await page.keyboard.press('Enter');
  await page
    .getByText(/The rose blooms in June/)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Source 1: roses.md' }).first().waitFor();
  await page.getByRole('button', { name: /^Retrieval.*Done/ }).click();
  await page.getByText(/count: 1/).waitFor();
  await checkAccessibility(page, 'flow run');
});

test('is published, changed, compared and rolled back', async () => {
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'What changed' }).fill('First');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 1 is published.').waitFor();
  await node('Generate').click();
  await page.keyboard.press('Delete');
  await expect.poll(() => node('Generate').count()).toBe(0);
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions' });
  await versions.getByRole('button', { name: 'Compare with the draft' }).click();
  await versions.getByText('Removed: Generate').waitFor();
  await checkAccessibility(page, 'flow versions');
  await versions.getByRole('button', { name: 'Restore' }).click();
  await page
    .getByRole('dialog', { name: 'Restore version 1?' })
    .getByRole('button', { name: 'Restore' })
    .click();
  await node('Generate').waitFor();
  await page.goto(`${walk.url}/flow`);
  await page.getByText('Version 2').waitFor();
  await checkAccessibility(page, 'flows');
});

test('is chatted with like an assistant', async () => {
  await page.getByRole('link', { name: 'Rose desk' }).click();
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  await page.waitForURL(/\/chat\?assistant=/);
  await page.getByRole('textbox', { name: 'Question' }).fill('When does the rose bloom?');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('article', { name: 'Rose desk' }).last();
  await answer.getByText(/The rose blooms in June/).waitFor();
  await answer
    .getByRole('button', { name: /Source 1/ })
    .first()
    .waitFor();
  await checkAccessibility(page, 'chat with a flow');
  await answer.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Open its run' }).click();
  await page.waitForURL(/\/flow\/[0-9a-f-]{36}\?run=/);
  await page.getByRole('button', { name: /^Retrieval.*Done/ }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Configure' }).click();
  await page.getByRole('combobox', { name: 'Answered by' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
});

test('is evaluated from its editor', async () => {
  await page.goto(`${walk.url}/flow`);
  await page.getByRole('link', { name: 'Rose desk' }).click();
  await page.getByRole('button', { name: 'Evaluate' }).click();
  await page.waitForURL(/\/assistant\/evaluation\?id=/);
  await page.getByRole('heading', { level: 1, name: 'Evaluation' }).waitFor();
  await page.getByRole('link', { name: 'Create a question set' }).waitFor();
});

test('is started by a schedule and by a webhook, whose secret is shown once', async () => {
  await page.goto(`${walk.url}/flow`);
  await page.getByRole('button', { name: 'Actions of Rose desk' }).click();
  await page.getByRole('menuitem', { name: 'Triggers' }).click();
  const triggers = page.getByRole('dialog', { name: 'Triggers' });
  const add = async (kind: string, name: string) => {
    await triggers.getByRole('button', { name: 'Add a trigger' }).click();
    const form = page.getByRole('dialog', { name: 'Add a trigger' });
    await form.getByText(kind, { exact: true }).click();
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    await checkAccessibility(page, `new ${name}`);
    await form.getByRole('button', { name: 'Add a trigger' }).click();
  };
  await add('Schedule', 'Every morning');
  await triggers.getByText(/^Every day at 06:00/).waitFor();
  await add('Webhook', 'Shop');
  const shown = page.getByRole('dialog', { name: 'Secret of the webhook' });
  expect(await shown.getByRole('textbox', { name: 'Secret' }).inputValue()).toMatch(/^whsec_/);
  await checkAccessibility(page, 'secret of a webhook');
  await shown.getByRole('button', { name: 'Done' }).click();
  await triggers.getByText(/^Up to 60 calls a minute/).waitFor();
  await triggers.getByRole('button', { name: 'Edit' }).first().click();
  const edited = page.getByRole('dialog', { name: 'Edit “Every morning”' });
  await edited.getByLabel('Time', { exact: true }).fill('07:30');
  await checkAccessibility(page, 'edited trigger');
  await edited.getByRole('button', { name: 'Save' }).click();
  await triggers.getByText(/^Every day at 07:30/).waitFor();
  await checkAccessibility(page, 'triggers');
  await walk.checkOnPhone(page, 'triggers');
});

test('begins with a template that is given what it works with, and runs', async () => {
  await page.goto(`${walk.url}/flow`);
  await page.getByRole('button', { name: 'New flow' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New flow' });
  await dialog.getByRole('radio', { name: 'Support desk' }).click();
  await dialog.getByRole('img', { name: 'Sketch of the flow' }).waitFor();
  await checkAccessibility(page, 'new flow');
  await walk.checkOnPhone(page, 'new flow on a phone');
  await dialog.getByRole('combobox', { name: 'Knowledge bases' }).click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'New flow' }).click();
  await page.waitForURL(/\/flow\/[0-9a-f-]{36}$/);
  await page.getByRole('heading', { level: 1, name: 'Support desk' }).waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('When does the rose bloom?');
  await page.keyboard.press('Enter');
  await page
    .getByText(/The rose blooms in June/)
    .first()
    .waitFor();
});

test('comes from a file of RAGFlow, which tells what is left to choose', async () => {
  await page.goto(`${walk.url}/flow`);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles('packages/flow/src/imports/fixtures/ragflow/v0.13.0-websearch-assistant.json');
  const report = page.getByRole('dialog', { name: 'Imported from RAGFlow' });
  await report.getByText(/^(\d+) of \1 parts were imported/).waitFor();
  await report.getByText('Choose its knowledge bases.').waitFor();
  await checkAccessibility(page, 'import report');
  await walk.checkOnPhone(page, 'import report');
  await report.getByRole('button', { name: 'Open the flow' }).click();
  await page.waitForURL(/\/flow\/[0-9a-f-]{36}$/);
  await page.getByRole('heading', { level: 1, name: 'WebSearch Assistant' }).waitFor();
  await node('Retrieval').first().waitFor();
});

test('nothing on the way failed in the page', () => expectNoFaults(walk));
