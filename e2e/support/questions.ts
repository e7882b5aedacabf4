import { type ApiClient, waitUntilParsed } from '@lectern/testing';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** An assistant that answers from a document about a harbour, by the built-in model or the one of this name. */
export async function makePilot(client: ApiClient, modelName?: string): Promise<void> {
  const base = await client.call('POST', '/knowledge-bases', { name: 'Harbour' });
  const document = await client.call('POST', `/knowledge-bases/${base.body.id}/documents/text`, {
    name: 'harbour',
    text: '# Harbour\n\nThe harbour opens at six.',
  });
  expect((await waitUntilParsed(client, document.body.id)).status).toBe(3);
  const models: { id: string; name: string }[] =
    modelName === undefined ? [] : (await client.call('GET', '/company/models')).body.items;
  const model = models.find(({ name }) => name === modelName);
  const assistant = await client.call('POST', '/assistants', {
    name: 'Pilot',
    knowledge_base_ids: [base.body.id],
    ...(model ? { chat_model_id: model.id } : {}),
  });
  expect(assistant.status).toBe(201);
}

/** Asks the first assistant that the client may use, and reads the answer to its end. */
export async function askByApi(client: ApiClient): Promise<void> {
  const [assistant] = (await client.call('GET', '/assistants')).body.items;
  const conversation = await client.call('POST', `/assistants/${assistant.id}/conversations`, {});
  let last: { message?: { status: string } } | undefined;
  const events = client.stream('POST', `/conversations/${conversation.body.id}/messages`, {
    content: 'When does the harbour open?',
  });
  for await (const { data } of events) last = data;
  expect(last?.message?.status).toBe('complete');
}

/** Asks in a conversation of its own and waits for the end of the answer: until then no other question is taken. */
export async function askInChat(page: Page, url: string, question: string, answer: string): Promise<void> {
  await page.goto(`${url}/chat`);
  await page.getByLabel('Your question').fill(question);
  await page.keyboard.press('Enter');
  await page.getByText(answer).first().waitFor();
  await page
    .getByRole('button', { name: /^Source 1: harbour/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
}
