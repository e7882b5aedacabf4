import {
  type ApiClient,
  buildDocument,
  buildKnowledgeBase,
  type FakeProvider,
  type MailServer,
  startFakeProvider,
  startMailServer,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let server: TestServer;
let provider: FakeProvider;
let smtp: MailServer;
let owner: ApiClient;
let chatModel: string;

beforeAll(async () => {
  provider = await startFakeProvider();
  smtp = await startMailServer();
  server = await startTestServer({
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
});
beforeEach(() => provider.reset());

const node = (id: string, component: string, options: object = {}) => ({
  id,
  component,
  name: id,
  options,
  position: { x: 0, y: 0 },
});

/** Runs `begin`, the component and an answer, and returns the ended run. */
async function runWith(component: string, options: object, question: string) {
  const nodes = [node('begin', 'begin'), node('work', component, options), node('end', 'answer')];
  const edges = [
    { id: 'a', source: 'begin', target: 'work' },
    { id: 'b', source: 'work', target: 'end' },
  ];
  const { body: flow } = await owner.call('POST', '/flows', {
    name: `${component} ${Math.random()}`,
    graph: { nodes, edges },
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
