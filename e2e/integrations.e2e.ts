import { buildDocument } from '@lectern/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { checkAccessibility } from './support/browser.ts';
import { startChatPage } from './support/chat-page.ts';
import { clientOf, dialogOf, expectShownOnce, readField, replacePassword, signIn } from './support/steps.ts';
import { expectNoFaults, startWalk } from './support/walk.ts';

/** What other programs are given: events of a company, and its knowledge over MCP. */
const walk = startWalk('integrations');
let page: Page;
let baseId: string;

beforeAll(async () => {
  page = await walk.openVisitor(1440);
  const { email, password } = walk.administrator;
  await signIn(page, walk.url, email, password);
  await page.waitForURL(/\/home$/);
  await replacePassword(page, walk.url, password, 'a password of my own');
  const client = await clientOf(page, walk.url);
  baseId = (await buildDocument(client, { name: 'office.md', text: 'The office opens at eight.' }))
    .knowledge_base_id;
});

test('has events sent to an address, sees how a delivery went, and takes the address away', async () => {
  await walk.open(page, 'user-setting/webhooks', 'Webhooks');
  await checkAccessibility(page, 'no webhooks');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('URL').fill('http://192.168.0.1/hook');
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await form.getByText('Choose at least one.').waitFor();
  await form.getByRole('checkbox', { name: 'Feedback given' }).check();
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await form.getByText(/it is on a private network/).waitFor();
  await form.getByLabel('URL').fill('https://hooks.invalid/lectern');
  await checkAccessibility(page, 'new webhook');
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  const shown = dialogOf(page, 'Copy the secret now');
  const secret = await readField(shown, 'Signing secret');
  expect(secret).toMatch(/^whsec_/);
  await checkAccessibility(page, 'secret of a webhook');
  await shown.getByRole('button', { name: 'Done' }).click();
  await expectShownOnce(page, secret);

  await page.getByRole('button', { name: 'Send test event' }).click();
  const deliveries = dialogOf(page, 'Deliveries');
  await deliveries.getByText(/\d attempt/).waitFor();
  await checkAccessibility(page, 'deliveries of a webhook');
  await deliveries.getByRole('button', { name: /^Test event/ }).click();
  const delivery = dialogOf(page, 'Delivery');
  // On a slow machine it has been tried again by now.
  await delivery.getByText('Unreachable').first().waitFor();
  await checkAccessibility(page, 'delivery of a webhook');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await walk.checkOnPhone(page, 'webhooks');
  await page.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialogOf(page, 'Delete this endpoint?').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No webhooks yet').waitFor();
});

test('shows how programs are connected over MCP, and answers one with links that open the passage', async () => {
  await walk.open(page, 'user-setting/company_tokens?tab=api', 'Usage and API tokens');
  await page.getByRole('heading', { name: 'Connect AI programs' }).waitFor();
  for (const program of ['Claude Desktop', 'Cursor', 'VS Code'])
    await page.getByRole('tab', { name: program }).click();
  await checkAccessibility(page, 'connecting programs');
  const address = await readField(page, 'Address');
  await page.getByRole('button', { name: 'Create token' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Agent');
  for (const scope of ['Read knowledge', 'Search'])
    await dialog.getByRole('checkbox', { name: scope, exact: true }).check();
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  const token = await readField(dialog, 'Token');
  await dialog.getByRole('button', { name: 'Done' }).click();

  const program = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await program.connect(
    new StreamableHTTPClientTransport(new URL(address), { authProvider: { token: async () => token } }),
  );
  const { tools } = await program.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['list_knowledge_bases', 'retrieve', 'read_document']);
  const found = await program.callTool({
    name: 'retrieve',
    arguments: { query: 'When does the office open?', knowledge_base_ids: [baseId] },
  });
  await program.close();
  const { passages } = found.structuredContent as { passages: { url: string }[] };
  await page.goto(passages[0]?.url ?? '');
  await page.getByText('The office opens at eight.').first().waitFor();
});

test('answers a chat page made with the AI SDK, whose citation opens the passage', async () => {
  const client = await clientOf(page, walk.url);
  await client.call('POST', '/assistants', { name: 'Handbook', knowledge_base_ids: [baseId] });
  const { body } = await client.call('POST', '/company/api-tokens', { name: 'Chat page', scopes: ['chat'] });
  const chatPage = await startChatPage({ LECTERN_URL: walk.url, LECTERN_TOKEN: body.token });
  try {
    await page.goto(chatPage.url);
    await page.getByLabel('Question').fill('When does the office open?');
    await page.getByRole('button', { name: 'Ask' }).click();
    const answer = page.getByRole('article', { name: 'assistant' });
    await answer.getByText('The office opens at eight').waitFor();
    await answer.getByRole('link', { name: 'office.md' }).click();
    await page.waitForURL((url) => url.href.startsWith(walk.url));
    await page.getByText('The office opens at eight.').first().waitFor();
  } finally {
    await chatPage.stop();
  }
});

test('nothing on the way failed in the page', () => expectNoFaults(walk));
