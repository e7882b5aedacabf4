import { readFileSync } from 'node:fs';
import {
  type ApiClient,
  buildDocument,
  type FakeProvider,
  type MailServer,
  startFakeProvider,
  startMailServer,
} from '@lectern/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAccessibility } from './support/browser.ts';
import { expectFocus, readFocused, tabTo, takeFromMenu } from './support/keyboard.ts';
import { clientOf, openMenu, readField, replacePassword, signIn } from './support/steps.ts';
import { expectNoFaults, startWalk } from './support/walk.ts';

/** What people do with a conversation besides asking; the built-in answerer answers where no model is named. */
const password = 'a password of my own';
let models: FakeProvider;
let smtp: MailServer;
const walk = startWalk('conversations', async () => {
  models = await startFakeProvider({ chat: { tokens: ['Early ', 'in summer ', '[1].'] } });
  smtp = await startMailServer();
  return {
    LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${models.port}`,
    LECTERN_SMTP_URL: smtp.url,
    LECTERN_MAIL_FROM: 'Lectern <lectern@example.org>',
    LECTERN_VERIFY_EMAIL: 'never',
  };
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
  const { knowledge_base_id } = await buildDocument(client, { name: 'garden.md' });
  await client.call('POST', '/assistants', { name: 'Gardener', knowledge_base_ids: [knowledge_base_id] });
});

afterAll(async () => {
  await models?.close();
  await smtp?.stop();
});

const field = () => page.getByRole('textbox', { name: 'Your question' });

async function ask(question: string, answer: RegExp): Promise<void> {
  await field().fill(question);
  await field().press('Enter');
  await page.getByRole('article', { name: 'Gardener' }).filter({ hasText: answer }).last().waitFor();
  await page.getByRole('button', { name: 'Regenerate' }).waitFor();
}

test('an edited question begins a branch, and both can be walked through', async () => {
  await page.goto(`${walk.url}/chat`);
  await ask('When does the rose bloom?', /June/);
  await page.getByRole('button', { name: 'Edit question' }).first().click();
  const editor = page.getByRole('textbox', { name: 'Edit your question' });
  await editor.fill('When was the apple tree planted?');
  await editor.press('Enter');
  await page.getByRole('article', { name: 'Gardener' }).filter({ hasText: /1921/ }).waitFor();
  await page.getByRole('button', { name: 'Previous version' }).first().click();
  await page.getByRole('article', { name: 'Gardener' }).filter({ hasText: /June/ }).waitFor();
});

test('a file comes with a question, and the answer cites it', async () => {
  await page.getByRole('button', { name: 'New conversation' }).first().click();
  // Files that are added before the page has left the old conversation would go to that one.
  await page.waitForURL((url) => !url.searchParams.has('conversation'));
  const letter = Buffer.from('The contract with Nordlys ends on 30 April 2031.');
  await page
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles([
      { name: 'letter.txt', mimeType: 'text/plain', buffer: letter },
      { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') },
    ]);
  await page.getByRole('alert').filter({ hasText: 'does not match its extension' }).waitFor();
  await walk.checkOnPhone(page, 'files of a question');
  await checkAccessibility(page, 'files of a question');
  await page.getByRole('button', { name: 'Remove broken.pdf' }).click();
  await page.getByText('broken.pdf').waitFor({ state: 'hidden' });
  await ask('When does the contract with Nordlys end?', /30 April 2031/);
  await page.getByRole('link', { name: 'letter.txt' }).waitFor();
  await page
    .getByRole('button', { name: /^Source 1: letter.txt/ })
    .first()
    .click();
  await page
    .getByRole('region', { name: /passage/i })
    .getByText('ends on 30 April 2031')
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
});

test('a conversation is taken along as a file, each answer with its sources', async () => {
  const question = 'When does the contract with Nordlys end?';
  const takeAs = async (format: string, extension: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      openMenu(page, `Actions for ${question}`, `Export as ${format}`),
    ]);
    // No file name has a question mark.
    expect(download.suggestedFilename()).toBe(`${question.replace('?', '-')}.${extension}`);
    return readFileSync(await download.path(), 'utf8');
  };
  const quote = 'The contract with Nordlys ends on 30 April 2031.';

  const markdown = await takeAs('Markdown', 'md');
  expect(markdown.startsWith(`# ${question}\n\n## Question (`)).toBe(true);
  for (const part of [
    '\n## Gardener (',
    'Files: letter.txt',
    '**Sources**',
    `- [1] letter.txt`,
    `> ${quote}`,
  ])
    expect(markdown).toContain(part);

  expect(JSON.parse(await takeAs('JSON', 'json'))).toMatchObject({
    name: question,
    assistant: 'Gardener',
    messages: [
      { role: 'user', content: question, files: ['letter.txt'], citations: [] },
      { role: 'assistant', status: 'complete', citations: [{ number: 1, document: 'letter.txt', quote }] },
    ],
  });

  const [heads, asked, answered] = (await takeAs('CSV', 'csv')).split('\r\n');
  expect(heads).toBe('\uFEFFmessage,role,created_at,content,citation,document,page,quote');
  expect(asked).toMatch(/^1,user,.+,When does the contract with Nordlys end\?,,,,$/);
  expect(answered).toMatch(/^2,assistant,.+,1,letter\.txt,/);
});

test('a link shows what was said, to whom it was meant for', async () => {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByRole('radio', { name: 'Anyone with the link' }).click();
  await checkAccessibility(page, 'sharing a conversation');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await readField(dialog, 'Link');
  await walk.checkOnPhone(page, 'a new link');

  const visitor = await walk.openVisitor();
  await visitor.goto(link);
  await visitor
    .getByText(/ends on 30 April 2031/)
    .first()
    .waitFor();
  await checkAccessibility(visitor, 'a shared conversation');
  await walk.checkOnPhone(visitor, 'a shared conversation');
  await visitor
    .getByRole('button', { name: /^Source 1/ })
    .first()
    .click();
  await visitor.getByText('The document itself opens for those who have access to it.').waitFor();
  await visitor.keyboard.press('Escape');

  await dialog.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByRole('button', { name: 'Revoke link' }).click();
  await page.getByText('Link revoked').waitFor();
  await visitor.reload();
  await visitor.getByRole('heading', { name: 'This link does not work' }).waitFor();
  await page.keyboard.press('Escape');
});

test('a question without an answer is mailed to whoever made the assistant', async () => {
  const [base] = (await client.call('GET', '/knowledge-bases')).body.items;
  const { body: porter } = await client.call('POST', '/assistants', {
    name: 'Porter',
    knowledge_base_ids: [base.id],
    mail_support: true,
    empty_response: 'I know nothing of this.',
    retrieval: { similarity_threshold: 1 },
  });
  await page.goto(`${walk.url}/chat?assistant=${porter.id}`);
  await field().fill('Where do whales sleep?');
  await field().press('Enter');
  await page.getByText('I know nothing of this.', { exact: true }).waitFor();
  await checkAccessibility(page, 'offer to mail a conversation');
  await walk.checkOnPhone(page, 'offer to mail a conversation');
  await page.getByRole('button', { name: 'Email this conversation to the assistant’s creator' }).click();
  await page.getByRole('status').filter({ hasText: 'Conversation emailed' }).waitFor();
  const mail = await smtp.waitForMail(walk.administrator.email, /conversation/);
  for (const part of ['Where do whales sleep?', 'I know nothing of this.', `/chat?assistant=${porter.id}`])
    expect(mail.text).toContain(part);
  expect((await client.call('DELETE', `/assistants/${porter.id}`)).status).toBe(204);
});

test('two models answer side by side, and the conversation goes on with one', async () => {
  await client.call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'gardener-1',
    type: 'chat',
    base_url: models.baseUrl,
    input_price: 1,
    output_price: 2,
  });
  await page.goto(`${walk.url}/chat`);
  await page.getByRole('button', { name: 'Compare models' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare models' });
  await dialog.getByRole('combobox', { name: 'Models' }).click();
  await page.getByRole('option', { name: 'gardener-1' }).click();
  await page.getByRole('option', { name: 'Built-in answerer' }).click();
  await dialog.getByRole('textbox', { name: 'Your question' }).fill('When does the rose bloom?');
  await checkAccessibility(page, 'choice of models to compare');
  await dialog.getByRole('button', { name: 'Ask' }).click();
  await dialog.getByRole('button', { name: 'Go on with this one: gardener-1' }).waitFor();
  await checkAccessibility(page, 'compared answers');
  await walk.checkOnPhone(page, 'compared answers');
  await page.reload();
  await dialog.getByRole('region', { name: 'gardener-1' }).getByText('Early in summer').waitFor();
  await dialog.getByRole('region', { name: 'Built-in answerer' }).getByText(/June/).first().waitFor();
  await dialog.getByRole('button', { name: 'Go on with this one: gardener-1' }).click();
  await page.getByRole('article', { name: 'Gardener' }).filter({ hasText: 'Early in summer' }).waitFor();
  await page.getByRole('button', { name: 'Next version' }).last().waitFor();
});

test('a search is saved and run again, and drawn as a mind map', async () => {
  await page.goto(`${walk.url}/search?q=When+does+the+rose+bloom%3F`);
  await page.getByText('The rose blooms in June').first().waitFor();
  await page.getByRole('button', { name: 'Save search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save search' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Roses');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Search saved').waitFor();
  await page.getByRole('button', { name: 'Mind map' }).click();
  await page.getByRole('treeitem', { name: 'When does the rose bloom?' }).waitFor();
  await checkAccessibility(page, 'mind map of a search');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Saved searches' }).click();
  await checkAccessibility(page, 'saved searches');
  await walk.checkOnPhone(page, 'saved searches');
  await page.getByRole('button', { name: /^Roses/ }).click();
  await page.getByText('The rose blooms in June').first().waitFor();
});

test('a question is spoken, corrected and sent, and its answer read aloud', async () => {
  await page.goto(`${walk.url}/chat`);
  await field().waitFor();
  expect(await page.getByRole('button', { name: 'Speak your question' }).count()).toBe(0);
  for (const type of ['speech_to_text', 'text_to_speech'])
    await client.call('POST', '/models', {
      ...{ provider_id: 'openai-compatible', model_name: type, type, base_url: models.baseUrl },
    });
  models.setSpeech({ segments: [{ start: 0, end: 2, text: 'When does the rows bloom?' }] });
  models.setVoice({ secondsPerCharacter: 0.5 });
  await page.reload();
  await page.getByRole('button', { name: 'New conversation' }).first().click();

  await page.context().clearPermissions();
  await page.getByRole('button', { name: 'Speak your question' }).click();
  await page.getByRole('alert').filter({ hasText: 'The microphone is blocked.' }).waitFor();
  await walk.checkOnPhone(page, 'a blocked microphone');
  await checkAccessibility(page, 'a blocked microphone');

  await page.context().grantPermissions(['microphone'], { origin: walk.url });
  await page.getByRole('button', { name: 'Speak your question' }).click();
  await page
    .getByRole('timer')
    .filter({ hasText: /0:0[1-9]/ })
    .waitFor();
  await walk.checkOnPhone(page, 'recording a question');
  await checkAccessibility(page, 'recording a question');
  await page.keyboard.press('Escape');
  await page.getByRole('timer').waitFor({ state: 'hidden' });
  expect(await field().inputValue()).toBe('');

  await page.getByRole('button', { name: 'Speak your question' }).click();
  await page
    .getByRole('timer')
    .filter({ hasText: /0:0[1-9]/ })
    .waitFor();
  await page.getByRole('button', { name: 'Stop and transcribe' }).click();
  await expect.poll(() => field().inputValue()).toBe('When does the rows bloom?');
  await ask('When does the rose bloom?', /June/);

  await page.getByRole('button', { name: 'Read aloud' }).last().click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  await walk.checkOnPhone(page, 'an answer being read aloud');
  await checkAccessibility(page, 'an answer being read aloud');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Stop reading' }).click();
  await page.getByRole('button', { name: 'Stop reading' }).waitFor({ state: 'hidden' });
  const heard = models.requests.filter(({ call }) => call === 'speech');
  expect(heard[0]?.body.input).toMatch(/June/);
  expect(heard[0]?.body.input).not.toMatch(/\[1\]/);
});

test('the shortcuts are listed, and lead to the question', async () => {
  await page.goto(`${walk.url}/chat`);
  await field().waitFor();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Limit the question to a document').waitFor();
  await checkAccessibility(page, 'keyboard shortcuts');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await page.keyboard.press('/');
  await page.keyboard.type('Why?');
  await expect.poll(() => field().inputValue()).toBe('Why?');
});

test('a conversation is worked by keyboard, and the focus goes on where one was', async () => {
  await page.goto(`${walk.url}/chat`);
  await expectFocus(page, 'Your question');
  await page.keyboard.type('When does the rose bloom?');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Regenerate' }).waitFor();
  await expectFocus(page, 'Your question');

  await tabTo(page, /^More actions/);
  await takeFromMenu(page, 'Explain this answer');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await expectFocus(page, /^More actions/);
  await tabTo(page, /^Bad answer/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await page.keyboard.press('Escape');
  await expectFocus(page, 'Bad answer');
  await tabTo(page, /^Good answer/);
  await page.keyboard.press('Enter');
  await expectFocus(page, /^Take back/);
  await tabTo(page, /^Source 1/);
  await page.keyboard.press('Enter');
  const passage = page.getByRole('region', { name: /passage/i });
  await passage.waitFor();
  await expectFocus(page, /garden/i);
  await page.keyboard.press('Escape');
  await passage.waitFor({ state: 'hidden' });
  await expectFocus(page, /^Source 1/);

  await tabTo(page, /^Edit question/);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Edit your question' }).waitFor();
  await page.keyboard.press('Escape');
  await expectFocus(page, 'Edit question');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('When was the apple tree planted?');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Your question');
  await page.getByRole('button', { name: 'Regenerate' }).waitFor();
  await tabTo(page, /^Previous version/);
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: 'Gardener' }).filter({ hasText: /June/ }).waitFor();
  await expectFocus(page, 'Previous version');
  await tabTo(page, /^Regenerate/, 'Tab');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Your question');
  await page.getByRole('button', { name: 'Regenerate' }).waitFor();

  await tabTo(page, /^Compare models/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Compare models' }).waitFor();
  await page.keyboard.press('Escape');
  await expectFocus(page, 'Compare models');
  await tabTo(page, /^Actions for /);
  const menu = await readFocused(page);
  for (const [entry, title] of [
    ['Rename', 'Rename conversation'],
    ['Delete', /^Delete “/],
  ] as const) {
    await takeFromMenu(page, entry);
    await page.getByRole('dialog', { name: title }).waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(page, menu);
  }
});

test('nothing on the way failed in the page', () => expectNoFaults(walk));
