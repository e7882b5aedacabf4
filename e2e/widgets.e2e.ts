import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildAssistant, buildDocument } from '@lectern/testing';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAccessibility } from './support/browser.ts';
import { clientOf, dialogOf, replacePassword, signIn } from './support/steps.ts';
import { expectNoFaults, startWalk } from './support/walk.ts';

/** A company puts an assistant on its website, which lives at another origin and allows as little as it can. */
const password = 'a password of my own';
const walk = startWalk('widgets');
let page: Page;
let host: Page;
let site: Server;
let origin: string;
/** What the pages of the site hold before their end. */
let snippet = '';

const chatOf = (on: Page): FrameLocator => on.frameLocator('#lectern-widget iframe');

beforeAll(async () => {
  site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src ${walk.url}; connect-src ${walk.url}; frame-src ${walk.url}`,
    );
    response.end(`<!doctype html><html lang="en"><head><title>Garden</title>
      <meta name="viewport" content="width=device-width"></head>
      <body><main><h1>The garden</h1><p>Welcome.</p></main>${snippet}</body></html>`);
  });
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  page = await walk.openVisitor(1440);
  const { email, password: first } = walk.administrator;
  await signIn(page, walk.url, email, first);
  await page.waitForURL(/\/home$/);
  await replacePassword(page, walk.url, first, password);
  const client = await clientOf(page, walk.url);
  const { knowledge_base_id } = await buildDocument(client, {
    name: 'garden.md',
    text: '# Visit\n\nThe garden opens at nine. Dogs are welcome on a lead.',
  });
  const assistant = await buildAssistant(client, {
    name: 'Garden guide',
    opener: 'Ask me about the garden.',
    knowledge_base_ids: [knowledge_base_id],
    retrieval: { similarity_threshold: 0.2 },
  });
  await page.goto(`${walk.url}/assistant/website?id=${assistant.id}`);
});
afterAll(() => {
  site?.close();
});

test('a widget is made for a site, and its line copied', async () => {
  await page.getByRole('button', { name: 'New widget' }).click();
  const dialog = dialogOf(page, 'New widget');
  await dialog.getByLabel('Name').fill('Garden site');
  await dialog.getByLabel('Site').fill(`${origin}/some/page`);
  await dialog.getByRole('button', { name: 'Create widget' }).click();
  await page.getByRole('heading', { level: 1, name: 'Garden site' }).waitFor();
  await page.getByText(origin, { exact: true }).waitFor();
  await page.getByLabel('Button text', { exact: true }).fill('Ask us');
  await page.getByLabel('Suggested questions').fill('When does the garden open?');
  const preview = page.frameLocator('iframe[title="Preview"]');
  await preview.getByText('Ask me about the garden.').waitFor();
  await preview.getByRole('button', { name: 'When does the garden open?' }).waitFor();
  await checkAccessibility(page, 'settings of a widget');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Widget saved').waitFor();
  await page.getByRole('button', { name: 'Embed' }).click();
  const embed = dialogOf(page, 'Embed');
  snippet = await embed.locator('pre').first().innerText();
  expect(snippet).toMatch(/^<script async src="http:[^"]+\/widget\.js" data-id="lwi_[\w-]{43}"><\/script>$/);
  await checkAccessibility(page, 'what embeds a widget');
  await page.keyboard.press('Escape');
});

test('a visitor asks by keyboard, and follows the citation to its passage', async () => {
  host = await walk.openVisitor(1440);
  await host.goto(origin);
  const button = host.getByRole('button', { name: /Ask us/ });
  await button.waitFor();
  await button.focus();
  await host.keyboard.press('Enter');
  const chat = chatOf(host);
  await chat.getByRole('heading', { name: 'Garden guide' }).waitFor();
  expect(await button.getAttribute('aria-expanded')).toBe('true');
  await chat.getByRole('textbox', { name: 'Your question' }).fill('When does the garden open?');
  await host.keyboard.press('Enter');
  const answer = chat.getByRole('article', { name: 'Garden guide' }).last();
  await answer.getByText('opens at nine').waitFor();
  await answer
    .getByRole('button', { name: /garden\.md/ })
    .first()
    .click();
  await chat.getByRole('dialog').locator('mark', { hasText: 'opens at nine' }).waitFor();
  await chat.getByRole('button', { name: 'Close', exact: false }).last().click();
  await chat.getByRole('button', { name: 'Good answer' }).click();
  await chat.getByRole('button', { name: 'Close the chat' }).click();
  expect(await button.evaluate((element) => element.getRootNode().activeElement === element)).toBe(true);
  // Another page of the site goes on where the visitor was.
  await host.goto(`${origin}/other`);
  await host.getByRole('button', { name: /Ask us/ }).click();
  await chatOf(host).getByText('opens at nine').first().waitFor();
});

test('on a phone the chat covers the screen, and does not move the page', async () => {
  const phone = await walk.openVisitor(390);
  await phone.goto(origin);
  await phone.getByRole('button', { name: /Ask us/ }).click();
  await chatOf(phone).getByRole('button', { name: 'When does the garden open?' }).waitFor();
  const box = await phone.locator('#lectern-widget iframe').boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, width: 390 });
  const shift = await phone.evaluate<number>(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
      .observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(sum), 300);
  })`);
  expect(shift).toBe(0);
  await phone.close();
});

test('the company reads what was asked', async () => {
  await page.getByText('Conversations', { exact: true }).click();
  await page.getByRole('button', { name: 'When does the garden open?' }).click();
  const drawer = page.getByRole('dialog', { name: 'Conversation' });
  await drawer.getByText('opens at nine').waitFor();
  await checkAccessibility(page, 'a conversation of a visitor');
  await page.keyboard.press('Escape');
  await walk.checkOnPhone(page, 'conversations of visitors');
});

test('a page of another site cannot show it, and a widget that is switched off is gone', async () => {
  const foreign = await walk.openVisitor(1440);
  const messages: string[] = [];
  foreign.on('console', (message) => messages.push(message.text()));
  await foreign.goto(origin.replace('127.0.0.1', 'localhost'));
  await expect.poll(() => messages.join('\n')).toContain('the chat is not shown');
  expect(await foreign.locator('#lectern-widget').count()).toBe(0);
  await foreign.close();

  await page.getByText('Settings', { exact: true }).click();
  await page.getByRole('switch', { name: 'Show the widget' }).click({ force: true });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Widget saved').first().waitFor();
  await chatOf(host).getByRole('textbox', { name: 'Your question' }).fill('Are dogs welcome?');
  await host.keyboard.press('Enter');
  await chatOf(host).getByRole('heading', { name: 'The chat is not available' }).waitFor();
  await host.goto(origin);
  await host.waitForTimeout(300);
  expect(await host.locator('#lectern-widget').count()).toBe(0);
  expectNoFaults(walk);
});
