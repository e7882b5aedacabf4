import { type ApiClient, buildAssistant, buildDocument } from '@lectern/testing';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { checkAccessibility } from './support/browser.ts';
import { clientOf, dialogOf, replacePassword, signIn } from './support/steps.ts';
import { expectNoFaults, startWalk } from './support/walk.ts';

/** What a thumbs down leads to: its owner sees the question, writes a better answer, and the next person gets it. */
const password = 'a password of my own';
const walk = startWalk('improve');
let page: Page;
let client: ApiClient;
let assistantId: string;

async function ask(text: string) {
  const question = page.getByRole('textbox', { name: 'Your question' });
  await question.fill(text);
  await question.press('Enter');
}

beforeAll(async () => {
  page = await walk.openVisitor(1440);
  const { email, password: first } = walk.administrator;
  await signIn(page, walk.url, email, first);
  await page.waitForURL(/\/home$/);
  await replacePassword(page, walk.url, first, password);
  client = await clientOf(page, walk.url);
  const { knowledge_base_id } = await buildDocument(client, {
    name: 'office.md',
    text: '# Office\n\nThe office opens at eight. Parking permits are issued at the front desk.',
  });
  const assistant = await buildAssistant(client, {
    name: 'Front desk',
    knowledge_base_ids: [knowledge_base_id],
    retrieval: { similarity_threshold: 0.3 },
  });
  assistantId = assistant.id;
});

test('an answer gets a thumbs down that says why', async () => {
  await page.goto(`${walk.url}/chat?assistant=${assistantId}`);
  await ask('When does the office open?');
  await page.getByRole('button', { name: 'Bad answer' }).click();
  await page.getByRole('textbox', { name: 'Your feedback' }).fill('It opens at nine on Fridays.');
  await page.getByRole('button', { name: 'Send', exact: true }).last().click();
  await page.getByText('Feedback sent').waitFor();
  await ask('How do I book a meeting room?');
  await page.getByText('I found nothing about this').first().waitFor();
});

test('its owner finds the question in the insights and writes a curated answer', async () => {
  await page.getByRole('button', { name: 'Improve' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Insights' }).waitFor();
  await page.getByRole('img', { name: /2 questions in/ }).waitFor();
  await checkAccessibility(page, 'insights of an assistant');
  await walk.checkOnPhone(page, 'insights of an assistant');
  await page.getByRole('button', { name: 'When does the office open?' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Question and answer' });
  await drawer.getByText('It opens at nine on Fridays.').waitFor();
  await checkAccessibility(page, 'a question in the insights');
  await drawer.getByRole('button', { name: 'Write a curated answer' }).click();
  const dialog = dialogOf(page, 'Add curated answer');
  expect(await dialog.getByLabel('Question').first().inputValue()).toBe('When does the office open?');
  await dialog.getByLabel('Answer').first().fill('At eight, and at nine on Fridays [1].');
  await checkAccessibility(page, 'a curated answer');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Curated answer saved').waitFor();
});

test('makes a question nobody answered a document of the knowledge base', async () => {
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'How do I book a meeting room?' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Question and answer' });
  await drawer.getByRole('button', { name: 'Add to a knowledge base' }).click();
  const dialog = dialogOf(page, 'Add to a knowledge base');
  await dialog.getByLabel('Answer').fill('Meeting rooms are booked at reception.');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Document added. It is being processed.').waitFor();
  await page.keyboard.press('Escape');
});

test('makes a question part of an evaluation', async () => {
  await page.getByRole('button', { name: 'When does the office open?' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Question and answer' });
  await drawer.getByRole('button', { name: 'Add to an evaluation' }).click();
  const dialog = dialogOf(page, 'Add to an evaluation');
  await dialog.getByLabel('Facts of the answer').fill('eight');
  await checkAccessibility(page, 'a question of an evaluation');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Question added to the evaluation').waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
});

test('the curated answers are listed and tried, and the next question gets one', async () => {
  await page.getByRole('link', { name: 'Curated answers' }).click();
  await page.getByRole('heading', { level: 1, name: 'Curated answers' }).waitFor();
  await page.getByRole('textbox', { name: 'Try a question' }).fill('Why does the office open?');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('No curated answer. The assistant composes one.').waitFor();
  await page.getByRole('textbox', { name: 'Try a question' }).fill('Please tell me when the office opens');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('Answered by “When does the office open?”.').waitFor();
  await checkAccessibility(page, 'curated answers');
  await walk.checkOnPhone(page, 'curated answers');
  await page.getByRole('link', { name: 'Back to the chat' }).click();
  await ask('Hello, when does the office open?');
  await page.getByText('At eight, and at nine on Fridays').first().waitFor();
  await page.getByText('Curated answer', { exact: false }).first().waitFor();
});

test('a draft is evaluated beside what is published, and published', async () => {
  const [set] = (await client.call('GET', `/assistants/${assistantId}/evaluation-sets`)).body.items;
  const questions = `/evaluation-sets/${set.id}/questions`;
  await client.call('POST', questions, {
    question: 'Where are parking permits issued?',
    facts: ['front desk'],
  });
  await client.call('POST', questions, { question: 'Who feeds the office cat?', refusal: true });
  await page.goto(`${walk.url}/assistant/evaluation?id=${assistantId}`);
  await page.getByRole('heading', { level: 1, name: 'Evaluation' }).waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('table', { name: 'Figures of the run' }).waitFor();
  // In the heading of the figures and on two questions at least: those are read after the figures.
  await page.getByText('Right', { exact: true }).nth(2).waitFor();

  await client.call('PATCH', `/assistants/${assistantId}`, {
    publish: false,
    retrieval: { similarity_threshold: 0.98 },
  });
  await page.goto(`${walk.url}/chat?assistant=${assistantId}`);
  await page.getByRole('button', { name: 'Configure' }).first().click();
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('link', { name: 'Test first' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Worse', { exact: true }).last().waitFor();
  await page.getByRole('columnheader', { name: 'Difference' }).waitFor();
  await checkAccessibility(page, 'evaluation of answers');
  await walk.checkOnPhone(page, 'evaluation of answers');
  await page.getByRole('button', { name: 'Publish the draft' }).click();
  await page.getByText('Draft published').waitFor();
  await page.getByText('Version 2', { exact: true }).waitFor();
});

test('and rolled back', async () => {
  await page.getByRole('link', { name: 'Back to the chat' }).click();
  await page.getByRole('button', { name: 'Configure' }).first().click();
  await page.getByRole('button', { name: 'Other ways to save' }).click();
  await page.getByRole('menuitem', { name: 'Versions…' }).click();
  const drawer = page.getByRole('dialog', { name: 'Versions' });
  await drawer.getByRole('combobox', { name: 'Version', exact: true }).click();
  await page.getByRole('option', { name: /^Version 1/ }).click();
  await drawer.getByRole('button', { name: 'Restore this version' }).click();
  await dialogOf(page, /Restore version 1/)
    .getByRole('button', { name: 'Restore this version' })
    .click();
  await page.getByText('Version restored').waitFor();
  const assistant = (await client.call('GET', `/assistants/${assistantId}`)).body;
  expect([assistant.version, assistant.retrieval.similarity_threshold]).toEqual([3, 0.3]);
});

test('nothing on the way failed in the page', () => expectNoFaults(walk));
