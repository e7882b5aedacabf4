import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { queueDueDeliveries, tellFinishedConversations } from './maintain-webhooks.service.ts';
import { type Receiver, startReceiver, verifyReceived } from './testing/start-receiver.ts';

let server: TestServer;
let receiver: Receiver;
let owner: ApiClient;

beforeAll(async () => {
  receiver = await startReceiver();
  server = await startTestServer({ LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${receiver.port}` });
  owner = await server.signUp();
  await server.query('update memberships set level = 2');
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});
beforeEach(async () => {
  await server.query('delete from webhook_endpoints');
  await server.query('delete from webhook_events');
  receiver.received.length = 0;
});

type Endpoint = { id: string; secret: string };

async function add(
  events: string[],
  { path = '/', ...fields } = {} as Record<string, unknown>,
): Promise<Endpoint> {
  const url = `${receiver.url}${path}`;
  const { body } = await owner.call('POST', '/company/webhook-endpoints', { url, events, ...fields });
  return { id: body.endpoint.id, secret: body.secret };
}

const deliver = () => queueDueDeliveries(server.platform);
async function arrived(count: number): Promise<void> {
  await deliver();
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
}

it('tells of answers by ids and a link, and of words only where they are asked for', async () => {
  const types = ['question.unanswered', 'feedback.given', 'conversation.finished'];
  const plain = await add(types, { path: '/plain' });
  const wordy = await add(types, { path: '/wordy', include_text: true });
  const { knowledge_base_id } = await buildDocument(owner);
  const assistant = await buildAssistant(owner, { knowledge_base_ids: [knowledge_base_id] });
  const conversation = await buildConversation(owner, assistant.id);
  const path = `/conversations/${conversation.id}`;
  await owner.call('POST', `${path}/messages`, { content: 'How do I renew a parking permit?' });
  const { messages } = (await owner.call('GET', path)).body;
  const answer = messages.at(-1);
  expect(answer.nothing_found).toBe(true);
  const rate = await owner.call('PUT', `${path}/messages/${answer.id}/feedback`, {
    rating: 'down',
    text: 'Look again',
  });
  expect(rate.status).toBe(200);
  await tellFinishedConversations(server.platform);
  await arrived(4);
  await tellFinishedConversations(server.platform, new Date(Date.now() + 31 * 60_000));
  await tellFinishedConversations(server.platform, new Date(Date.now() + 31 * 60_000));
  await arrived(6);
  const dataAt = (where: string, endpoint: Endpoint) =>
    Object.fromEntries(
      receiver.received
        .filter((one) => one.path === where)
        .map((one) => verifyReceived(endpoint.secret, one))
        .map(({ type, data }) => [type, data]),
    );
  const ids = { assistant_id: assistant.id, conversation_id: conversation.id };
  const found = dataAt('/plain', plain);
  expect(Object.keys(found).sort()).toEqual([...types].sort());
  expect(found['question.unanswered']).toEqual({
    ...ids,
    message_id: answer.id,
    url: expect.stringContaining(`/assistant/insights?id=${assistant.id}`),
  });
  expect(found['feedback.given']).toMatchObject({ ...ids, message_id: answer.id, rating: 'down' });
  expect(found['conversation.finished']).toMatchObject({ ...ids, source: 'app', message_count: 2 });
  expect(JSON.stringify(found)).not.toMatch(/parking|Look again/);
  const said = dataAt('/wordy', wordy);
  expect(said['question.unanswered']).toMatchObject({ question: 'How do I renew a parking permit?' });
  expect(said['feedback.given']).toMatchObject({
    comment: 'Look again',
    question: 'How do I renew a parking permit?',
  });
  expect(said['conversation.finished']!.messages).toMatchObject([
    { role: 'user', content: 'How do I renew a parking permit?' },
    { role: 'assistant' },
  ]);
});

it('tells of questions that programs ask and nothing was found for', async () => {
  const { secret } = await add(['question.unanswered'], { include_text: true });
  const { knowledge_base_id } = await buildDocument(owner);
  const assistant = await buildAssistant(owner, { knowledge_base_ids: [knowledge_base_id] });
  const { token } = (
    await owner.call('POST', '/company/api-tokens', { name: 'program', scopes: ['chat', 'assistants.read'] })
  ).body;
  const content = 'How do I renew a parking permit?';
  const response = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ model: assistant.id, messages: [{ role: 'user', content }] }),
  });
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  await arrived(1);
  expect(verifyReceived(secret, receiver.received[0] as never).data).toMatchObject({
    assistant_id: assistant.id,
    conversation_id: null,
    question: content,
  });
});

it('tells of documents, members and limits', async () => {
  const { secret } = await add([
    'document.parsed',
    'document.failed',
    'member.joined',
    'limit.near',
    'limit.reached',
  ]);
  const told = async (type: string) => {
    await expect
      .poll(
        async () => {
          await deliver();
          return receiver.received.map((one) => verifyReceived(secret, one).type);
        },
        { timeout: 20_000 },
      )
      .toContain(type);
    return receiver.received.map((one) => verifyReceived(secret, one)).find((one) => one.type === type)!.data;
  };
  const document = await buildDocument(owner, { name: 'roses' });
  expect(await told('document.parsed')).toMatchObject({
    document_id: document.id,
    knowledge_base_id: document.knowledge_base_id,
    chunk_count: 1,
  });
  const { body: sent } = await owner.upload(
    `/knowledge-bases/${document.knowledge_base_id}/documents?parse=true`,
    [{ name: 'broken.pdf', bytes: 'no pdf' }],
  );
  expect(await told('document.failed')).toMatchObject({
    document_id: sent.documents[0].id,
    error: { code: expect.stringContaining('parsing.'), message: expect.any(String) },
  });
  const { company } = (await owner.call('GET', '/me')).body;
  const [{ used }] = (await server.query(
    'select count(*)::int as used from assistants where company_id = $1',
    [company.id],
  )) as [{ used: number }];
  await server.query(
    `insert into packages (id, name, max_chatbots) values (gen_random_uuid(), 'small', $1)`,
    [used + 2],
  );
  await server.query(
    `update companies set package_id = (select id from packages where name = 'small') where id = $1`,
    [company.id],
  );
  await buildAssistant(owner);
  await buildAssistant(owner);
  expect(await told('limit.reached')).toMatchObject({ limit: 'assistants', used: used + 2, max: used + 2 });
  const { body: created } = await owner.call('POST', '/company/users', {
    email: 'new@example.org',
    username: 'newcomer',
    level: 0,
  });
  expect(created.member.username).toBe('newcomer');
  expect(await told('member.joined')).toMatchObject({ email: 'new@example.org', username: 'newcomer' });
});

it('is not written where nobody wants to know', async () => {
  await add(['limit.reached']);
  await buildDocument(owner, { name: 'lilies' });
  expect(await server.query('select id from webhook_events')).toEqual([]);
  expect(await server.query('select id from webhook_deliveries')).toEqual([]);
});
