import { endpoints } from '@lectern/contract';
import {
  type ApiClient,
  beginVisit,
  buildAssistant,
  buildDocument,
  buildKnowledgeBase,
  exampleCalls,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let owner: ApiClient;
let assistantId: string;
let otherAssistantId: string;
const site = 'https://www.garden.example';
let serial = 0;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
  const { id: knowledgeBaseId } = await buildKnowledgeBase(owner);
  await buildDocument(owner, { knowledge_base_id: knowledgeBaseId });
  assistantId = (await buildAssistant(owner, { knowledge_base_ids: [knowledgeBaseId] })).id;
  otherAssistantId = (await buildAssistant(owner)).id;
});
afterAll(() => server.close());

type Widget = { id: string; public_id: string };

async function buildWidget(fields: Record<string, unknown> = {}, of = assistantId): Promise<Widget> {
  const name = `widget ${++serial}`;
  const { status, body } = await owner.call('POST', `/assistants/${of}/widgets`, { name, sites: [site] });
  expect(status).toBe(201);
  if (Object.keys(fields).length > 0) {
    const changed = await owner.call('PATCH', `/widgets/${body.id}`, fields);
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  }
  return body;
}

const visitorOf = (widget: Widget, visit: Parameters<typeof beginVisit>[2] = { site }) =>
  beginVisit(server, widget.public_id, visit);

const refusalOf = async (widget: Widget, body: Record<string, unknown>) => {
  const answer = await server.anonymous.call('POST', '/visitor/visits', body, {
    authorization: `Bearer ${widget.public_id}`,
  });
  return [answer.status, answer.body.error?.code];
};

async function converse(visitor: ApiClient, content = 'When does the rose bloom?') {
  const { id } = (await visitor.call('POST', '/visitor/conversations')).body;
  const answer = await visitor.call('POST', `/visitor/conversations/${id}/messages`, { content });
  return { id: id as string, answer };
}

test('a visitor asks, reads its own conversations and rates, and the company sees what was asked', async () => {
  const widget = await buildWidget();
  const visitor = await visitorOf(widget);
  const { id } = await converse(visitor);
  const { messages, name } = (await visitor.call('GET', `/visitor/conversations/${id}`)).body;
  expect(name).toBe('When does the rose bloom?');
  const [question, answer] = messages;
  expect(answer.content).toContain('rose');
  expect(answer.citations[0].quote).not.toBe('');
  expect(answer).toMatchObject({ model_name: null, usage: null, duration_ms: null, searched_question: null });
  const rated = await visitor.call('PUT', `/visitor/conversations/${id}/messages/${answer.id}/feedback`, {
    rating: 'down',
    text: 'Too short',
  });
  expect(rated.body.feedback).toEqual({ rating: 'down', text: 'Too short' });
  const { items } = (await owner.call('GET', `/widgets/${widget.id}/conversations`)).body;
  expect(items).toMatchObject([
    { id, site, question_count: 1, disliked_count: 1, visitor: { verified: false } },
  ]);
  const read = (await owner.call('GET', `/widgets/${widget.id}/conversations/${id}`)).body;
  expect(read.messages.map((message: { id: string }) => message.id)).toEqual([question.id, answer.id]);
  // Nobody has them among its own.
  expect((await owner.call('GET', '/conversations')).body.items).toEqual([]);
  expect((await owner.call('GET', `/conversations/${id}`)).status).toBe(404);
  const rows = await server.query(
    "select distinct source from usage_records where assistant_id = $1 and kind in ('request', 'chat')",
    [assistantId],
  );
  expect(rows).toEqual([{ source: 'widget' }]);
});

test('a credential of a visitor opens the calls of visitors alone, and those nobody else', async () => {
  const widget = await buildWidget();
  const visitor = await visitorOf(widget);
  const id = '00000000-0000-4000-8000-000000000000';
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
      const given = exampleCalls[endpoint.id]?.path?.[name];
      return typeof given === 'object' ? given.value : id;
    });
    if (endpoint.access === 'anonymous') continue;
    const answer = exampleCalls[endpoint.id]?.upload
      ? await visitor.upload(path, [{ name: 'a.txt', bytes: 'a' }])
      : await visitor.call(endpoint.method, path, exampleCalls[endpoint.id]?.bodies?.[0]?.({} as never));
    if (endpoint.access === 'visitor') expect(answer.status, endpoint.id).not.toBe(401);
    else expect([answer.status, answer.body.error.code], endpoint.id).toEqual([401, 'auth.required']);
  }
  // The public id is the bearer of the call that begins a visit, and of no other.
  const { status } = await server.anonymous.call('GET', '/visitor/conversations', undefined, {
    authorization: `Bearer ${widget.public_id}`,
  });
  expect(status).toBe(401);
});

test("another visitor's conversation is not there, nor one of a member", async () => {
  const widget = await buildWidget();
  const [one, two] = [await visitorOf(widget), await visitorOf(widget)];
  const { id } = await converse(one);
  const [, answer] = (await one.call('GET', `/visitor/conversations/${id}`)).body.messages;
  const { id: ofOwner } = (await owner.call('POST', `/assistants/${assistantId}/conversations`, {})).body;
  const path = `/visitor/conversations/${id}`;
  for (const [method, foreign, body] of [
    ['GET', path],
    ['POST', `${path}/messages`, { content: 'When?' }],
    ['GET', `${path}/messages/${answer.id}/events`],
    ['POST', `${path}/messages/${answer.id}/stop`],
    ['PUT', `${path}/messages/${answer.id}/feedback`, { rating: 'up' }],
    ['GET', `${path}/messages/${answer.id}/citations/1/document`],
    ['GET', `/visitor/conversations/${ofOwner}`],
    ['POST', `/visitor/conversations/${ofOwner}/messages`, { content: 'When?' }],
  ] as const)
    expect((await two.call(method, foreign, body)).status, `${method} ${foreign}`).toBe(404);
  expect((await two.call('GET', '/visitor/conversations')).body.items).toEqual([]);
});

test('only its sites may show a widget, and an empty list means nowhere', async () => {
  const widget = await buildWidget({ sites: ['https://*.garden.example', 'http://localhost:3000'] });
  const visit = (origin: string | null) => refusalOf(widget, { site: origin });
  expect(await visit('https://shop.garden.example')).toEqual([200, undefined]);
  expect(await visit('http://localhost:3000')).toEqual([200, undefined]);
  for (const origin of [
    'https://garden.example',
    'http://shop.garden.example',
    'https://shop.garden.example.evil.example',
    'https://evilgarden.example',
    'https://shop.garden.example:8443',
    'http://localhost:3001',
    server.url,
    'null',
    '',
  ])
    expect(await visit(origin), origin).toEqual([403, 'widget.site_not_allowed']);
  expect(await visit(null)).toEqual([403, 'widget.link_off']);
  const nowhere = await buildWidget({ sites: [] });
  expect(await refusalOf(nowhere, { site })).toEqual([403, 'widget.site_not_allowed']);

  const button = (origin: string) =>
    fetch(`${server.url}/api/v1/visitor/widgets/${widget.public_id}`, { headers: { origin } });
  const allowed = await button('https://shop.garden.example');
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
    200,
    'https://shop.garden.example',
  ]);
  const refused = await button('https://evil.example');
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  for (const wrong of [
    'https://*.com',
    'javascript:alert(1)',
    'https://a.example/path',
    'https://a.example;script-src *',
  ])
    expect((await owner.call('PATCH', `/widgets/${widget.id}`, { sites: [wrong] })).status, wrong).toBe(422);
});

test('the frame may stand on the sites of its widget, and on no others', async () => {
  const widget = await buildWidget({ sites: [site, 'https://*.garden.example'] });
  const ancestors = async (query: string) => {
    const { headers } = await fetch(`${server.url}/chat/iframe${query}`);
    expect(headers.get('x-frame-options')).toBeNull();
    return /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
  };
  expect(await ancestors(`?shared_id=${widget.public_id}`)).toBe(`'self' ${site} https://*.garden.example`);
  expect(await ancestors('?shared_id=lwi_nothing')).toBe("'self'");
  expect(await ancestors('')).toBe("'self'");
  const other = await fetch(`${server.url}/chat/share?shared_id=${widget.public_id}`);
  expect(other.headers.get('content-security-policy')).toContain("frame-ancestors 'self';");
});

test('limits hold for one visitor and for all, also for questions at once', async () => {
  const widget = await buildWidget({ questions_per_visitor: 2, questions_per_day: 3 });
  const visitor = await visitorOf(widget);
  const ids = await Promise.all(
    [1, 2, 3].map(async () => (await visitor.call('POST', '/visitor/conversations')).body.id),
  );
  const answers = await Promise.all(
    ids.map((id) => visitor.call('POST', `/visitor/conversations/${id}/messages`, { content: 'When?' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
  const over = answers.find(({ status }) => status === 429);
  expect(over?.body.error.code).toBe('widget.visitor_limit_reached');
  expect(Number(over?.headers.get('retry-after'))).toBeGreaterThan(0);
  const [another, third] = [await visitorOf(widget), await visitorOf(widget)];
  expect((await converse(another)).answer.status).toBe(200);
  const { answer } = await converse(third);
  expect([answer.status, answer.body.error.code]).toEqual([429, 'widget.day_limit_reached']);
  // What was refused is not there, and was not counted.
  expect((await owner.call('GET', `/assistants/${assistantId}/widgets`)).body.items.at(-1).asked_today).toBe(
    3,
  );
  await server.query('update widgets set counted_day = counted_day - 1 where id = $1', [widget.id]);
  expect((await converse(third)).answer.status).toBe(200);
});

test('a visitor cannot widen what the widget allows', async () => {
  const visitor = await visitorOf(await buildWidget());
  const { id } = (await visitor.call('POST', '/visitor/conversations')).body;
  const path = `/visitor/conversations/${id}/messages`;
  for (const body of [
    { content: 'x'.repeat(4_001) },
    { content: 'When?', model_id: 'built-in/extractive' },
    { content: 'When?', document_ids: [id] },
    { content: 'When?', file_ids: [id] },
    { content: 'When?', assistant_id: otherAssistantId },
    { content: ' ' },
  ])
    expect((await visitor.call('POST', path, body)).status, JSON.stringify(body).slice(0, 60)).toBe(422);
});

test('switched off, or deleted with its assistant, a widget ends at once', async () => {
  const widget = await buildWidget();
  const visitor = await visitorOf(widget);
  const { id } = await converse(visitor);
  await owner.call('PATCH', `/widgets/${widget.id}`, { enabled: false });
  expect((await visitor.call('GET', `/visitor/conversations/${id}`)).status).toBe(401);
  expect(await refusalOf(widget, { site })).toEqual([404, 'widget.not_found']);
  await owner.call('PATCH', `/widgets/${widget.id}`, { enabled: true });
  expect((await visitor.call('GET', `/visitor/conversations/${id}`)).status).toBe(200);
  expect((await owner.call('DELETE', `/widgets/${widget.id}`)).status).toBe(204);
  expect(await server.query('select id from conversations where id = $1', [id])).toEqual([]);
  expect(await server.query('select id from widget_visitors where widget_id = $1', [widget.id])).toEqual([]);

  const { id: doomed } = await buildAssistant(owner);
  const last = await buildWidget({}, doomed);
  await owner.call('DELETE', `/assistants/${doomed}`);
  expect(await refusalOf(last, { site })).toEqual([404, 'widget.not_found']);
  expect(await server.query('select id from widgets where id = $1', [last.id])).toEqual([]);
});

test('details that are asked for come before the first question', async () => {
  const widget = await buildWidget({ ask_name: 'optional', ask_email: 'required' });
  const visitor = await visitorOf(widget);
  const refused = await visitor.call('POST', '/visitor/conversations');
  expect([refused.status, refused.body.error.code]).toEqual([422, 'widget.details_required']);
  expect((await visitor.call('PUT', '/visitor/details', { name: 'Ada' })).status).toBe(422);
  expect((await visitor.call('PUT', '/visitor/details', { email: 'no address' })).status).toBe(422);
  const told = await visitor.call('PUT', '/visitor/details', { name: 'Ada', email: 'ada@example.com' });
  expect(told.body).toMatchObject({ name: 'Ada', email: 'ada@example.com', verified: false });
  await converse(visitor);
  const { items } = (await owner.call('GET', `/widgets/${widget.id}/conversations?search=ada@`)).body;
  expect(items[0].visitor).toMatchObject({ name: 'Ada', email: 'ada@example.com' });
});

async function sign(secret: string, claims: Record<string, unknown> = {}, seconds = 300): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({ sub: 'user-1', iat: now, exp: now + seconds, jti: String(++serial), ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret));
}

test('a signed visitor is the same person everywhere; forged, stale and used identities let nobody in', async () => {
  const widget = await buildWidget();
  const { secret } = (await owner.call('POST', `/widgets/${widget.id}/identity-secret`)).body;
  const other = await buildWidget();
  const { secret: otherSecret } = (await owner.call('POST', `/widgets/${other.id}/identity-secret`)).body;
  await owner.call('PATCH', `/widgets/${widget.id}`, { identity: 'required' });
  expect(JSON.stringify(await server.query('select * from widgets'))).not.toContain(secret);

  const identity = await sign(secret, { name: 'Ada', email: 'ada@example.com' });
  const phone = await visitorOf(widget, { site, identity });
  const { id } = await converse(phone);
  expect(await refusalOf(widget, { site, identity })).toEqual([403, 'widget.identity_used']);
  // The page was loaded again in the browser that it let in.
  await visitorOf(widget, { site, identity, token: phone.token as string });
  const laptop = await visitorOf(widget, { site, identity: await sign(secret) });
  expect((await laptop.call('GET', '/visitor/conversations')).body.items).toMatchObject([{ id }]);
  const renamed = await laptop.call('PUT', '/visitor/details', { name: 'Eve' });
  expect(renamed.body.error.code).toBe('widget.details_signed');

  expect(await refusalOf(widget, { site })).toEqual([403, 'widget.identity_required']);
  const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"user-1"}')}.`.replaceAll('=', '');
  for (const forged of [
    await sign('another secret that is long enough'),
    await sign(otherSecret),
    await sign(secret, {}, 3_600),
    await sign(secret, { iat: 1_000, exp: 1_300 }),
    await sign(secret, { sub: '' }),
    unsigned,
    'not a token',
  ])
    expect(await refusalOf(widget, { site, identity: forged })).toEqual([403, 'widget.identity_invalid']);
  await owner.call('POST', `/widgets/${widget.id}/identity-secret`);
  expect(await refusalOf(widget, { site, identity: await sign(secret) })).toEqual([
    403,
    'widget.identity_invalid',
  ]);
});

test('visitors see of a source what the widget shows', async () => {
  const widget = await buildWidget({ sources: 'quotes' });
  const visitor = await visitorOf(widget);
  const { id } = await converse(visitor);
  const read = async () => (await visitor.call('GET', `/visitor/conversations/${id}`)).body.messages[1];
  const { citations, id: messageId } = await read();
  expect(citations[0].chunk_text).toBe(citations[0].quote);
  const document = `/visitor/conversations/${id}/messages/${messageId}/citations/1/document`;
  expect((await visitor.call('GET', document)).body.error.code).toBe('widget.documents_closed');
  await owner.call('PATCH', `/widgets/${widget.id}`, { sources: 'documents' });
  expect((await read()).citations[0].chunk_text.length).toBeGreaterThan(citations[0].quote.length);
  expect((await visitor.call('GET', document)).status).toBe(200);
  expect((await visitor.call('GET', document.replace('/1/', '/99/'))).status).toBe(404);
});

test('widgets take places of the package beside tokens, and are for those who may change the assistant', async () => {
  const user = await server.addMember(owner, 'ELEVATED_USER');
  const refused = await user.call('POST', `/assistants/${assistantId}/widgets`, { name: 'Mine' });
  expect([refused.status, refused.body.error.code]).toEqual([403, 'assistant.forbidden']);
  expect((await user.call('GET', `/assistants/${assistantId}/widgets`)).status).toBe(403);
  const countUsed = async () => {
    const { body } = await owner.call('GET', '/me/company/limits');
    return body.limits.find(({ quota }: { quota: string }) => quota === 'iframes').used;
  };
  const before = await countUsed();
  await buildWidget();
  expect(await countUsed()).toBe(before + 1);
});

test('questions of visitors are told apart in the insights, and their costs are counted', async () => {
  const visitor = await visitorOf(await buildWidget({}, otherAssistantId));
  await converse(visitor, 'Who may park in the yard?');
  const path = `/assistants/${otherAssistantId}/insights`;
  const { items } = (await owner.call('GET', `${path}/questions`)).body;
  expect(items[0].items).toMatchObject([{ question: 'Who may park in the yard?', source: 'widget' }]);
  const answer = await owner.call('GET', `${path}/answers/${items[0].items[0].message_id}`);
  expect(answer.body).toMatchObject({ source: 'widget', conversation_id: null });
  const { tokens } = (await owner.call('GET', path)).body;
  const [spent] = await server.query(
    'select sum(prompt_tokens + completion_tokens + embedding_tokens)::int as tokens from usage_records where assistant_id = $1',
    [otherAssistantId],
  );
  expect(tokens).toBeGreaterThan(0);
  expect(tokens).toBe(spent?.tokens);
});

test('conversations are kept as long as the widget says, and others are not touched', async () => {
  const [brief, lasting] = [await buildWidget({ keep_days: 30 }), await buildWidget()];
  const [visitor, other] = [await visitorOf(brief), await visitorOf(lasting)];
  const old = await converse(visitor);
  const recent = await converse(visitor);
  const kept = await converse(other);
  await server.query("update conversations set updated_at = now() - interval '31 days' where id = any($1)", [
    [old.id, kept.id],
  ]);
  expect((await owner.call('PATCH', `/widgets/${brief.id}`, { keep_days: 0 })).status).toBe(422);
  // Maintenance runs soon after a start.
  await server.restart();
  const ids = [old.id, recent.id, kept.id];
  const readKept = async () =>
    (await server.query('select id from conversations where id = any($1)', [ids])).map(({ id }) => id).sort();
  await expect.poll(readKept, { timeout: 60_000 }).toEqual([recent.id, kept.id].sort());
});
