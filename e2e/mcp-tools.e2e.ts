import { type FakeProvider, startFakeProvider, startMcpServer, type TestMcpServer } from '@lectern/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAccessibility } from './support/browser.ts';
import { choose, clientOf, dialogOf, replacePassword, signIn } from './support/steps.ts';
import { expectNoFaults, startWalk } from './support/walk.ts';

/** A company allows tools of a server of its own, and an assistant uses them. The model is scripted. */
let models: FakeProvider;
let calendar: TestMcpServer;
let booked = 0;
const walk = startWalk('mcp-tools', async () => {
  calendar = await startMcpServer({
    search: { description: 'Finds free rooms', takes: ['day'], readsOnly: true, answer: () => 'Room 4' },
    book: { description: 'Books a room', takes: ['room'], answer: () => `Booking ${++booked}` },
  });
  calendar.token = 'Bearer S3CRET-12345678';
  models = await startFakeProvider({
    chat: {
      calls: (messages) => {
        const told = messages.filter(({ role }) => role === 'tool').length;
        if (told === 0) return [{ name: 'calendar_search', arguments: { day: 'Monday' } }];
        return told === 1 ? [{ name: 'calendar_book', arguments: { room: '4' } }] : [];
      },
      tokens: ['Room 4 ', 'is yours.'],
    },
  });
  return {
    LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${models.port}`,
    LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${calendar.port}`,
  };
});
let page: Page;

beforeAll(async () => {
  page = await walk.openVisitor(1440);
  const { email, password } = walk.administrator;
  await signIn(page, walk.url, email, password);
  await page.waitForURL(/\/home$/);
  await replacePassword(page, walk.url, password, 'a password of my own');
  const client = await clientOf(page, walk.url);
  // Without one, the page leads to knowledge bases first.
  await client.call('POST', '/knowledge-bases', { name: 'Office' });
  await client.call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'secretary-1',
    type: 'chat',
    base_url: models.baseUrl,
  });
});
afterAll(async () => {
  await models?.close();
  await calendar?.close();
});

test('connects a server, reads why its token is refused, and allows tools one by one', async () => {
  await walk.open(page, 'user-setting/mcp_servers', 'MCP servers');
  await checkAccessibility(page, 'no MCP servers');
  await page.getByRole('button', { name: 'Add server' }).click();
  const form = dialogOf(page, 'Add server');
  await form.getByLabel('Name').fill('Calendar');
  await form.getByLabel('URL').fill(calendar.url);
  await form.getByRole('textbox', { name: 'Token' }).fill('wrong');
  await form.getByRole('button', { name: 'Connect' }).click();
  await form.getByText(/refused the token \(401\)/).waitFor();
  await checkAccessibility(page, 'refused MCP server');
  await form.getByRole('textbox', { name: 'Token' }).fill('S3CRET-12345678');
  await form.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Finds free rooms').waitFor();
  await choose(page, 'Use of search', 'Allowed');
  await choose(page, 'Use of book', 'Ask a person first');
  await page.getByText('Tools read').waitFor();
  await checkAccessibility(page, 'MCP server');
  await walk.checkOnPhone(page, 'MCP servers');
});

test('gives them to an assistant', async () => {
  await page.goto(`${walk.url}/chat`);
  await page.getByRole('button', { name: 'New assistant' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').first().fill('Secretary');
  await dialog.getByRole('tab', { name: 'Model' }).click();
  await dialog.getByRole('combobox', { name: 'Chat model' }).click();
  await page.getByRole('option', { name: 'secretary-1' }).click();
  await dialog.getByRole('tab', { name: 'Tools' }).click();
  await dialog.getByRole('combobox', { name: 'Tools of MCP servers' }).click();
  await page.getByRole('option', { name: /^search/ }).click();
  await page.getByRole('option', { name: /^book/ }).click();
  await page.keyboard.press('Tab');
  await checkAccessibility(page, 'tools of an assistant');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('is asked before a room is booked, also after a reload, and sees what was used', async () => {
  await page.getByLabel('Your question').fill('Book me a room on Monday.');
  await page.keyboard.press('Enter');
  await page.getByText('Used Calendar.search').waitFor();
  const card = page.getByRole('alert', { name: 'May the assistant use this tool?' });
  await card.getByText('Calendar.book').waitFor();
  await page.reload();
  await card.getByText('Calendar.book').waitFor();
  expect(booked).toBe(0);
  await checkAccessibility(page, 'a tool that asks first');
  await walk.checkOnPhone(page, 'a tool that asks first');
  await card.getByRole('button', { name: 'Allow' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Room 4 is yours.', { exact: true }).waitFor();
  await page.getByText('Used Calendar.book').waitFor();
  expect(booked).toBe(1);
  expectNoFaults(walk);
});
