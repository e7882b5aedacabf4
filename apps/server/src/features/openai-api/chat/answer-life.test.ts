import {
  buildOpenApiCompany,
  createApiClient,
  makeToken,
  type OpenApiCompany,
  type OpenApiServer,
  openClient,
  startOpenApiServer,
} from '@lectern/testing';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: OpenApiServer;
let company: OpenApiCompany;
let model: string;

beforeAll(async () => {
  server = await startOpenApiServer();
  company = await buildOpenApiCompany(server);
  model = `assistant-${company.assistantId}`;
});
afterAll(async () => {
  await server.close();
  await server.provider.close();
});
beforeEach(() => {
  server.provider.reset();
  server.provider.setChat({ tokens: ['The rose ', 'blooms ', 'in June ', '[1]', '.'] });
});

const question = { role: 'user' as const, content: 'When does the rose bloom?' };

describe('an answer is counted, watched and ended like any other', () => {
  const ledger = (person: OpenApiCompany) =>
    server.query(
      `select kind, source, assistant_id, outcome from usage_records
       where company_id = (select company_id from assistants where id = $1) and kind in ('request', 'chat', 'answer')
       order by kind`,
      [person.assistantId],
    );

  test('as one request of the API', async () => {
    const own = await buildOpenApiCompany(server);
    const messages = [question];
    await own.client.chat.completions.create({ model: `assistant-${own.assistantId}`, messages });
    const assistant = { source: 'api', assistant_id: own.assistantId };
    expect(await ledger(own)).toMatchObject([
      { kind: 'answer', outcome: 'complete', ...assistant },
      { kind: 'chat', ...assistant },
      { kind: 'request', ...assistant },
    ]);
    expect((await own.owner.call('GET', '/conversations')).body.items).toEqual([]);
    const kept = await server.query(
      'select count(*)::int as count from conversations where assistant_id = $1',
      [own.assistantId],
    );
    expect(kept[0]?.count).toBe(0);
  });

  test('within the monthly requests of the company', async () => {
    const own = await buildOpenApiCompany(server);
    await server.query('update packages set max_requests = 0');
    const error = await own.client.chat.completions
      .create({ model: `assistant-${own.assistantId}`, messages: [question] })
      .catch((thrown) => thrown);
    await server.query('update packages set max_requests = null');
    expect(error).toBeInstanceOf(OpenAI.RateLimitError);
    expect(error).toMatchObject({ type: 'insufficient_quota', code: 'insufficient_quota' });
    expect(error.headers.get('x-should-retry')).toBe('false');
  });

  test('tells how many requests are left', async () => {
    const { response } = await company.client.models.list().withResponse();
    expect(Number(response.headers.get('x-ratelimit-limit-requests'))).toBe(100_000);
    expect(Number(response.headers.get('x-ratelimit-remaining-requests'))).toBeLessThan(100_000);
    expect(response.headers.get('x-ratelimit-reset-requests')).toMatch(/^\d+s$/);
  });

  const slowly = () =>
    server.provider.setChat({ tokens: Array.from({ length: 2_000 }, (_, n) => `word${n} `), tokenDelay: 20 });

  test('whoever goes away stops the model', async () => {
    slowly();
    const stream = await company.client.chat.completions.create({
      model,
      messages: [question],
      stream: true,
    });
    for await (const _ of stream) break;
    stream.controller.abort();
    await expect.poll(() => server.provider.openStreams).toBe(0);
    const waiting = new AbortController();
    const whole = company.client.chat.completions
      .create({ model, messages: [question] }, { signal: waiting.signal })
      .catch((thrown) => thrown);
    await expect.poll(() => server.provider.openStreams).toBe(1);
    waiting.abort();
    await whole;
    await expect.poll(() => server.provider.openStreams).toBe(0);
  });

  test('a token that is revoked ends what was begun with it', async () => {
    slowly();
    const key = await makeToken(company.owner);
    const stream = await (await openClient(server, key)).chat.completions.create({
      model,
      messages: [question],
      stream: true,
    });
    const reading = (async () => {
      for await (const _ of stream);
    })();
    const { items } = (await company.owner.call('GET', '/company/api-tokens')).body;
    const { id } = items.find(({ hint }: { hint: string }) => hint.endsWith(key.slice(-4)));
    await company.owner.call('DELETE', `/company/api-tokens/${id}`);
    await expect(reading).rejects.toMatchObject({ code: 'auth.session_expired' });
    await expect.poll(() => server.provider.openStreams).toBe(0);
    expect((await createApiClient(server.url, key).call('GET', '/assistants')).status).toBe(401);
  });
});
