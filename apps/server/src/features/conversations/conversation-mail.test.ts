import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  type MailServer,
  startMailServer,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let smtp: MailServer;
let server: TestServer;
let owner: ApiClient;
let person: ApiClient;
let baseId: string;

beforeAll(async () => {
  smtp = await startMailServer();
  server = await startTestServer({
    LECTERN_SMTP_URL: smtp.url,
    LECTERN_VERIFY_EMAIL: 'never',
    LECTERN_MAIL_FROM: 'Lectern <lectern@example.org>',
  });
  owner = await server.signUp();
  person = await server.addMember(owner, 'USER');
  await owner.call('PATCH', '/me', { language: 'fr' });
  baseId = (await buildDocument(owner, { text: 'The rose blooms in June.' })).knowledge_base_id;
});
afterAll(async () => {
  await server.close();
  await smtp.stop();
});

const asked = 'Where do <b>whales</b> sleep?';

async function askInVain(fields: Record<string, unknown> = {}) {
  const assistant = await buildAssistant(owner, {
    name: `Garden ${Math.random()}`,
    knowledge_base_ids: [baseId],
    mail_support: true,
    empty_response: 'I know nothing of this.',
    retrieval: { similarity_threshold: 1 },
    ...fields,
  });
  await owner.call('PUT', `/assistants/${assistant.id}/rights`, { audience: 'everyone', members: [] });
  const { id } = await buildConversation(person, assistant.id);
  await person.call('POST', `/conversations/${id}/messages`, { content: asked });
  return { id, assistant };
}

test('a conversation in which nothing was found goes to the creator of the assistant, and nobody else reads it', async () => {
  const { id, assistant } = await askInVain();
  const listed = (await person.call('GET', '/assistants')).body.items;
  expect(listed.find((one: { id: string }) => one.id === assistant.id).mail_support).toBe(true);
  const sent = await person.call('POST', `/conversations/${id}/mail`);
  expect([sent.status, sent.body.mailed_at]).toEqual([200, expect.any(String)]);
  expect((await person.call('GET', `/conversations/${id}`)).body.mailed_at).toBe(sent.body.mailed_at);

  const { email } = (await owner.call('GET', '/me')).body;
  const mail = await smtp.waitForMail(email, /conversation/);
  expect(mail.subject).not.toContain('whales');
  expect(mail.text).toContain(asked);
  expect(mail.text).toContain('I know nothing of this.');
  expect(mail.text).toContain(`/chat?assistant=${assistant.id}`);
  expect(mail.text).toContain('vous envoie');
  expect(mail.html).toContain('&lt;b&gt;whales');
  await expect
    .poll(
      async () => (await server.query("select state, text, html from mails where kind = 'conversation'"))[0],
    )
    .toEqual({ state: 'sent', text: null, html: null });

  // Nor where it waits for a mail server that was taken away.
  await server.query("update mails set state = 'stored', text = 'words' where kind = 'conversation'");
  const [row] = await server.query("select id from mails where kind = 'conversation'");
  expect((await server.admin.call('GET', `/admin/mails/${row?.id}`)).body.text).toBeNull();
});

test('it is refused where it is not offered, and limited', async () => {
  const off = await askInVain({ mail_support: false });
  const refused = await person.call('POST', `/conversations/${off.id}/mail`);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'conversation.mail_not_offered']);
  const found = await askInVain({ retrieval: { similarity_threshold: 0 } });
  expect((await person.call('POST', `/conversations/${found.id}/mail`)).status).toBe(409);

  const { id } = await askInVain();
  const statuses = [];
  for (let n = 0; n < 6; n++) statuses.push((await person.call('POST', `/conversations/${id}/mail`)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await owner.call('POST', `/conversations/${id}/mail`)).status).toBe(404);
});
