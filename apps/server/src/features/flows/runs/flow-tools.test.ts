import {
  type ApiClient,
  buildDocument,
  buildFlow,
  buildKnowledgeBase,
  createTestDatabase,
  type FakeProvider,
  type MailServer,
  flowNode as node,
  openDatabaseOverTcp,
  startFakeProvider,
  startMailServer,
  startTestServer,
  type TestDatabase,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let server: TestServer;
let provider: FakeProvider;
let smtp: MailServer;
let owner: ApiClient;
let chatModel: string;
let shop: TestDatabase;
let open: Awaited<ReturnType<typeof openDatabaseOverTcp>>;

beforeAll(async () => {
  provider = await startFakeProvider();
  smtp = await startMailServer();
  shop = await createTestDatabase();
  open = await openDatabaseOverTcp(shop.connectionString);
  server = await startTestServer({
    LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: open.host,
    LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}`,
    LECTERN_SMTP_URL: smtp.url,
    LECTERN_VERIFY_EMAIL: 'never',
    LECTERN_FLOW_MAIL_DOMAINS: 'partner.example',
    LECTERN_FLOW_MAILS_PER_DAY: '3',
  });
  owner = await server.signUp();
  await server.query('update memberships set level = 2');
  const { body } = await server.admin.call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'chat-1',
    type: 'chat',
    base_url: provider.baseUrl,
  });
  chatModel = body.id;
});
afterAll(async () => {
  await server.close();
  await provider.close();
  await smtp.stop();
  await open.close();
  await shop.drop();
});
beforeEach(() => provider.reset());

/** Runs `begin`, the component and an answer, and returns the ended run. */
async function runWith(component: string, options: object, question: string) {
  const nodes = [node('begin', 'begin'), node('work', component, options), node('end', 'answer')];
  const flow = await buildFlow(owner, nodes, ['begin > work > end'], {
    name: `${component} ${Math.random()}`,
  });
  const { body: started } = await owner.call('POST', `/flows/${flow.id}/runs`, { question });
  for await (const _ of owner.stream('GET', `/flow-runs/${started.id}/events`));
  const { body: end } = await owner.call('GET', `/flow-runs/${started.id}`);
  return { flow, end, step: end.steps.find((one: { node_id: string }) => one.node_id === 'work') };
}

it('lets a model search, cites what it found, and books each round', async () => {
  const garden = await buildKnowledgeBase(owner, { permission: 'team' });
  const text = '# Garden book\n\nThe rose of this garden blooms in June, when the days are long.';
  await buildDocument(owner, { knowledge_base_id: garden.id, name: 'garden', text });
  provider.setChat({
    calls: (messages) =>
      messages.some(({ role }) => role === 'tool')
        ? []
        : [{ name: 'search_knowledge', arguments: { question: 'When does the rose bloom?' } }],
    tokens: ['It blooms in June [1].'],
  });
  const options = { model_id: chatModel, knowledge_base_ids: [garden.id] };
  const { flow, end, step } = await runWith('agent', options, 'Roses?');
  expect(end.error).toBeNull();
  expect(end.posts[0].text).toBe('It blooms in June [1].');
  expect(end.posts[0].citations[0]).toMatchObject({ document_name: 'garden.md' });
  expect(step.outputs.calls[0]).toMatchObject({ tool: 'search_knowledge', refused: false });
  expect(step.tokens).toBeGreaterThan(0);
  const rows = await server.query(
    'select kind, count(*)::int from usage_records where flow_id = $1 group by kind order by kind',
    [flow.id],
  );
  expect(rows).toEqual([
    { kind: 'chat', count: 2 },
    { kind: 'embedding', count: 1 },
    { kind: 'request', count: 1 },
  ]);
});

it('says that an agent needs a model', async () => {
  const { end } = await runWith('agent', {}, 'Roses?');
  expect(end.error).toMatchObject({ code: 'flow.needs_model' });
});

it('mails members of the company, says whose words it is, and no more than a day allows', async () => {
  const [member] = await server.query('select email from accounts where not is_admin limit 1');
  const email = String(member?.email);
  const send = (to: string, question = 'It left.') =>
    runWith('email', { to, subject: 'Order 7', text: '{{sys.question}}' }, question);
  const { end, flow } = await send(email);
  expect(end.error).toBeNull();
  const mail = await smtp.waitForMail(email);
  expect(mail.subject).toBe('Order 7');
  expect(mail.text).toMatch(/It left\.[\s\S]*Sent by the flow “email/);
  await send('ann@partner.example');
  await smtp.waitForMail('ann@partner.example');
  // A visitor who names the recipient gets no mail of theirs sent to anybody.
  for (const to of [
    'stranger@example.com',
    'x@partner.example.evil.example',
    `${email}, stranger@example.com`,
  ])
    expect(
      (await runWith('email', { to: '{{sys.question}}', subject: 'S', text: 'T' }, to)).end.error,
    ).toMatchObject({
      code: 'flow.mail_recipient',
    });
  await send(email);
  expect((await send(email)).end.error.code).toBe('flow.too_many_mails');
  const rows = await server.query(
    "select id from mails where kind = 'flow' intersect select id from flow_mails",
  );
  expect(rows).toHaveLength(3);
  expect(flow.id).toBeDefined();
});

it('answers over the columns of a table by rules, with the row that it cites', async () => {
  const { id } = await buildKnowledgeBase(owner, { chunk_method: 'table' });
  const text = 'Order;City;Amount\nA-1;Lyon;10\nA-2;Paris;20\nA-3;Lyon;30\n';
  const { body } = await owner.upload(`/knowledge-bases/${id}/documents`, [
    { name: 'orders.csv', bytes: text },
  ]);
  await waitUntilParsed(owner, body.documents[0].id);
  const ask = (question: string) => runWith('table_question', { knowledge_base_ids: [id] }, question);
  const { end, step } = await ask('How many orders are there with city Lyon?');
  expect(end.error).toBeNull();
  expect(step.outputs).toMatchObject({ count: 1, rows: [{ 'count distinct Order': 2 }] });
  expect(end.posts[0].text).toContain('2');
  expect(end.posts[0].citations[0]).toMatchObject({ document_name: 'orders.csv', number: 1 });
  expect((await ask('Who was the first person on the moon?')).step.port).toBe('nothing');
});

it('asks a database of the company, which it cannot change, at the host of its credential only', async () => {
  const credential = async (secret: string, host = '127.0.0.1') =>
    (await owner.call('POST', '/flow-credentials', { name: `shop ${Math.random()}`, host, secret })).body.id;
  const id = await credential(open.url);
  const ask = (sql: string, credentialId = id) =>
    runWith(
      'sql',
      { credential_id: credentialId, sql, parameters: [{ id: '1', value: '{{sys.question}}' }] },
      "Lyon' or '1' = '1",
    );
  const { end, step } = await ask('select $1::text as city, 7 as total');
  expect(end.error).toBeNull();
  expect(step.outputs).toMatchObject({ count: 1, rows: [{ city: "Lyon' or '1' = '1", total: 7 }] });
  const refused = await ask('create table gone as select $1::text');
  expect(refused.end.error).toMatchObject({ code: 'flow.database_failed' });
  const elsewhere = await credential(open.url, 'db.example');
  expect((await ask('select $1::text', elsewhere)).end.error.code).toBe('flow_credential.wrong_host');
  const inward = await credential('postgres://a:S3CRET@10.0.0.1/x', '10.0.0.1');
  const { end: private_ } = await ask('select $1::text', inward);
  expect(private_.error.message).toMatch(/public internet/);
  expect(JSON.stringify(private_)).not.toContain('S3CRET');
});
