import { type ApiClient, buildDocument, type FakeProvider, startFakeProvider } from '@lectern/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAccessibility } from './support/browser.ts';
import { clientOf, replacePassword, signIn } from './support/steps.ts';
import { expectNoFaults, startWalk } from './support/walk.ts';

/**
 * An assistant with every switch on: what its model gets wrong is marked, and the explanation says how the answer came
 * about. The model is scripted; everything else is real.
 */
const password = 'a password of my own';
const answer =
  'The rose blooms in **June** [1]. It needs nine hours of sun every day [1]. Gardeners all over the world love it.';

let models: FakeProvider;
const walk = startWalk('assistants', async () => {
  models = await startFakeProvider({
    chat: {
      tokens: (messages) => {
        const system = messages[0]?.content ?? '';
        if (system.startsWith('You rewrite')) return ['How much sun does the rose need?'];
        if (system.startsWith('You decide')) return ['1, 2'];
        if (system.startsWith('List up to five')) return ['rose, sun'];
        if (system.startsWith('Translate')) return ['floraison de la rose'];
        if (system.startsWith('You check')) return ['1 s\n2 n'];
        return answer.match(/\S+\s*/g) ?? [];
      },
    },
  });
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
  await client.call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'gardener-1',
    type: 'chat',
    base_url: models.baseUrl,
    input_price: 1,
    output_price: 2,
  });
  const text = '# Roses\n\nThe rose blooms in June. It needs six hours of sun every day.';
  const { knowledge_base_id } = await buildDocument(client, { name: 'roses.md', text });
  await buildDocument(client, {
    knowledge_base_id,
    name: 'tulips.md',
    text: '# Tulips\n\nThe tulip blooms in April, and its bulbs need sun.',
  });
});
afterAll(() => models?.close());

test('is set up section by section, each setting with its effect and cost', async () => {
  await page.goto(`${walk.url}/chat`);
  await page.getByRole('button', { name: 'New assistant' }).first().click();
  const dialog = page.getByRole('dialog');
  const section = (name: string) => dialog.getByRole('tab', { name }).click();
  await dialog.getByLabel('Name').first().fill('Gardener');
  await section('Knowledge');
  await dialog.getByRole('checkbox').first().check();
  await section('Model');
  await dialog.getByRole('combobox', { name: 'Chat model' }).click();
  await page.getByRole('option', { name: 'gardener-1' }).click();
  await section('Search');
  for (const name of ['Self-RAG', 'Keyword extraction']) await dialog.getByLabel(name).check({ force: true });
  await dialog.getByRole('combobox', { name: 'Search in other languages' }).click();
  await page.getByRole('option', { name: 'French' }).click();
  await page.keyboard.press('Escape');
  await checkAccessibility(page, 'search settings of an assistant');
  await section('Answer');
  await dialog.getByRole('radio', { name: 'By the model' }).check({ force: true });
  await dialog.getByLabel('Mail support').check({ force: true });
  await checkAccessibility(page, 'answer settings of an assistant');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('Assistant created').waitFor();
});

test('marks what the sources do not support, and explains the answer', async () => {
  const question = page.getByRole('textbox', { name: 'Your question' });
  await question.fill('When does the rose bloom?');
  await question.press('Enter');
  await page.getByRole('button', { name: '1 of 3 statements supported' }).waitFor();
  await question.fill('And how much sun does it need?');
  await question.press('Enter');
  await page.getByText('Searched for “How much sun does the rose need?”').waitFor();
  const badge = page.getByRole('button', { name: '1 of 3 statements supported' }).last();
  await badge.waitFor();
  const marked = page.locator('mark').last();
  expect(await marked.innerText()).toContain('nine hours of sun');
  await checkAccessibility(page, 'an answer with an unsupported statement');

  await badge.click();
  const drawer = page.getByRole('dialog', { name: 'How this answer came about' });
  for (const text of ['Rewritten by the model:', 'Keywords:', 'Translation:', 'Not supported', 'gardener-1'])
    await drawer.getByText(text).first().waitFor();
  expect(await drawer.getByText('Cited').count()).toBeGreaterThan(0);
  await checkAccessibility(page, 'explanation of an answer');
  await walk.checkOnPhone(page, 'explanation of an answer');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
});

test('nothing on the way failed in the page', () => expectNoFaults(walk));
