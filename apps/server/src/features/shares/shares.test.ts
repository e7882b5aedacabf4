import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
/** Runs the company and owns assistant and knowledge base. */
let owner: ApiClient;
/** Shares. */
let person: ApiClient;
let baseId: string;
let assistantId: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
  await server.query('update memberships set level = 2 where account_id = $1', [
    (await owner.call('GET', '/me')).body.id,
  ]);
  person = await server.addMember(owner, 'USER');
  baseId = (await buildKnowledgeBase(owner, { permission: 'team' })).id;
  await buildDocument(owner, { knowledge_base_id: baseId });
  assistantId = (await buildAssistant(owner, { knowledge_base_ids: [baseId] })).id;
});
afterAll(() => server.close());

const ask = (id: string, content: string, by = person) =>
  by.call('POST', `/conversations/${id}/messages`, { content });

async function converse(by = person, assistant = assistantId): Promise<string> {
  const { id } = await buildConversation(by, assistant);
  await ask(id, 'When does the rose bloom?', by);
  return id;
}

async function share(id: string, fields: Record<string, unknown> = {}, by = person) {
  const { status, body } = await by.call('POST', `/conversations/${id}/shares`, fields);
  return { status, body, id: body.share?.id as string, token: body.token as string };
}

const open = (token: string, by = server.anonymous) => by.call('GET', `/shared-conversations/${token}`);
const openAs = (token: string, by: ApiClient) => by.call('GET', `/me/shared-conversations/${token}`);

test('a link for anyone shows the messages of that time, and later ones once it is updated', async () => {
  const id = await converse();
  const { status, body, token, id: shareId } = await share(id, { audience: 'anyone' });
  expect(status).toBe(201);
  expect(token).toMatch(/^lsh_[\w-]{43}$/);
  const stored = JSON.stringify(await server.query('select * from conversation_shares'));
  expect(stored).not.toContain(token);
  const log = await server.query("select * from audit_log where action = 'createShare'");
  expect(JSON.stringify(log)).not.toContain(token);
  expect(body.share).toMatchObject({ audience: 'anyone', message_count: 2, conversation_id: id });

  const shown = (await open(token)).body;
  expect(shown.messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant']);
  const [citation] = shown.messages[1].citations;
  expect(citation.quote).toContain('June');
  // No more of the passage than its quote.
  expect(citation.chunk_text).toBe(citation.quote);
  expect(shown).toMatchObject({ cut: false, openable_knowledge_base_ids: [], audience: 'anyone' });

  await ask(id, 'When was the apple tree planted?');
  expect((await open(token)).body.messages).toHaveLength(2);
  expect((await person.call('PUT', `/shares/${shareId}`)).body.message_count).toBe(4);
  expect((await open(token)).body.messages).toHaveLength(4);

  // What is deleted is gone from the link too.
  const first = shown.messages[0].id;
  await person.call('DELETE', `/conversations/${id}/messages/${first}`);
  expect((await open(token)).body.messages).toEqual([]);
});

test('a link ends when it is revoked, has expired, or its conversation is deleted', async () => {
  const id = await converse();
  const links = [];
  for (let n = 0; n < 3; n++) links.push(await share(id, { audience: 'anyone' }));
  const [revoked, expired, left] = links as [(typeof links)[0], (typeof links)[0], (typeof links)[0]];
  await person.call('DELETE', `/shares/${revoked.id}`);
  await server.query(
    "update conversation_shares set expires_at = now() - interval '1 second' where id = $1",
    [expired.id],
  );
  expect((await open(revoked.token)).body.error.code).toBe('share.not_found');
  expect((await open(expired.token)).status).toBe(404);
  expect((await open(left.token)).status).toBe(200);
  const { items } = (await person.call('GET', `/conversations/${id}/shares`)).body;
  expect(items.map((item: { id: string }) => item.id)).toEqual([left.id]);
  await person.call('DELETE', `/conversations/${id}`);
  expect((await open(left.token)).status).toBe(404);
});

test('a link for the company opens for its members alone', async () => {
  const { token } = await share(await converse());
  const stranger = await server.signUp();
  expect((await open(token)).body.error.code).toBe('share.company_only');
  expect((await openAs(token, stranger)).body.error.code).toBe('share.company_only');
  const colleague = await server.addMember(owner, 'USER');
  const shown = (await openAs(token, colleague)).body;
  expect(shown.messages).toHaveLength(2);
  expect(shown.openable_knowledge_base_ids).toEqual([baseId]);
});

test('a member who may not open the documents reads the quotes alone', async () => {
  const chosen = await buildAssistant(owner, {
    knowledge_base_ids: [(await buildDocument(owner)).knowledge_base_id],
  });
  const me = (await person.call('GET', '/me')).body.id;
  await owner.call('PUT', `/company/assistant-rights/${chosen.id}`, {
    audience: 'chosen',
    account_ids: [me],
  });
  const { token } = await share(await converse(person, chosen.id));
  const colleague = await server.addMember(owner, 'USER');
  const shown = (await openAs(token, colleague)).body;
  expect(shown.messages[1].citations[0].quote).toContain('June');
  expect(shown.openable_knowledge_base_ids).toEqual([]);
});

test('the company decides whether there are links for anyone, also for those that exist', async () => {
  const id = await converse();
  const { token } = await share(id, { audience: 'anyone' });
  await owner.call('PATCH', '/company', { public_links: false });
  expect((await open(token)).status).toBe(404);
  expect((await share(id, { audience: 'anyone' })).body.error.code).toBe('share.public_forbidden');
  expect((await person.call('GET', `/conversations/${id}/shares`)).body.public_allowed).toBe(false);
  await owner.call('PATCH', '/company', { public_links: true });
  expect((await open(token)).status).toBe(200);
});

test('a link shows nothing that the sharer may not see any more', async () => {
  const base = (await buildKnowledgeBase(owner, { permission: 'team' })).id;
  await buildDocument(owner, { knowledge_base_id: base });
  for (const show_quote of [true, false]) {
    const assistant = await buildAssistant(owner, { knowledge_base_ids: [baseId], show_quote });
    const id = await converse(person, assistant.id);
    // From now on it answers from the other base.
    await owner.call('PATCH', `/assistants/${assistant.id}`, { knowledge_base_ids: [base] });
    await owner.call('POST', `/assistants/${assistant.id}/draft/publish`, {});
    await ask(id, 'When was the apple tree planted?');
    const { token } = await share(id, { audience: 'anyone' });
    expect((await open(token)).body).toMatchObject({ cut: false });
    await owner.call('PATCH', `/knowledge-bases/${base}`, { permission: 'me' });
    await server.query('delete from assistant_knowledge_bases where knowledge_base_id = $1', [base]);
    const { messages, cut } = (await open(token)).body;
    expect([cut, messages.map(({ role }: { role: string }) => role)]).toEqual([
      true,
      ['user', 'assistant', 'user'],
    ]);
    expect(JSON.stringify(messages)).not.toContain('1921');
    await owner.call('PATCH', `/knowledge-bases/${base}`, { permission: 'team' });

    await owner.call('PUT', `/company/assistant-rights/${assistant.id}`, {
      audience: 'chosen',
      account_ids: [],
    });
    expect((await open(token)).status).toBe(404);
  }
});

test('a link ends with the membership of who shared, and does not come back with it', async () => {
  const leaver = await server.addMember(owner, 'USER');
  const { token } = await share(await converse(leaver), { audience: 'anyone' }, leaver);
  expect((await open(token)).status).toBe(200);
  const { email, id } = (await leaver.call('GET', '/me')).body;
  await server.query('update accounts set active = false where id = $1', [id]);
  expect((await open(token)).status).toBe(404);
  await server.query('update accounts set active = true where id = $1', [id]);
  const { items } = (await owner.call('GET', `/company/members?search=${email}`)).body;
  await owner.call('DELETE', `/company/members/${items[0].id}`);
  expect((await open(token)).status).toBe(404);
  expect(await server.query('select id from conversation_shares where account_id = $1', [id])).toEqual([]);
});

test('links are their maker’s alone, and there is something to share', async () => {
  const id = await converse();
  const made = await share(id);
  for (const other of [owner, await server.signUp()]) {
    expect((await other.call('GET', `/conversations/${id}/shares`)).status).toBe(404);
    expect((await share(id, {}, other)).status).toBe(404);
    expect((await other.call('PUT', `/shares/${made.id}`)).status).toBe(404);
    expect((await other.call('DELETE', `/shares/${made.id}`)).status).toBe(404);
    expect(JSON.stringify((await other.call('GET', '/shares')).body)).not.toContain(made.id);
  }
  expect(JSON.stringify((await person.call('GET', '/shares')).body)).toContain(made.id);
  const empty = await buildConversation(person, assistantId);
  expect((await share(empty.id)).body.error.code).toBe('share.nothing_said');
});
