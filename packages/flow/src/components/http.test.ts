import { describe, expect, it } from 'vitest';
import { runOne, scriptedFetch } from '../testing/run-one.ts';
import { graphOf, runTestFlow } from '../testing/run-test-flow.ts';

const credentialId = '018f2f6a-0000-7000-8000-000000000001';
const secret = {
  readSecret: async ({ host }: { host: string }) => {
    expect(host).toBe('api.example');
    return 'S3CRET';
  },
};

describe('HTTP request', () => {
  it('is recorded before it starts where it changes something', async () => {
    const commits = async (method: string) => {
      const { fetch } = scriptedFetch({ 'https://api.example': {} });
      const options = { method, url: 'https://api.example/' };
      const first = { ...options, method: 'GET' };
      const nodes: Parameters<typeof graphOf>[0] = {
        begin: ['begin'],
        first: ['http', first],
        call: ['http', options],
      };
      const graph = graphOf(nodes, ['begin > first', 'first > call']);
      return (await runTestFlow(graph, 'q', { give: { fetch } })).stored.commits;
    };
    expect([await commits('GET'), await commits('POST')]).toEqual([3, 4]);
  });

  it('sends what it is told to, with a key that stays the same, and reads the answer', async () => {
    const { asked, fetch } = scriptedFetch({
      'https://api.example/orders': { status: 201, text: '{"id":7}' },
    });
    const { outputs, port } = await runOne(
      'http',
      {
        method: 'POST',
        url: 'https://api.example/orders?a=1',
        query: [{ id: '1', name: 'q', value: '{{sys.question}}' }],
        headers: [{ id: '1', name: 'X-Trace', value: 'one\r\nEvil: two' }],
        credentialId,
        body: '{"n": 1}',
      },
      'tea & milk',
      { fetch, ...secret },
    );
    expect([outputs, port]).toEqual([{ text: '{"id":7}', status: 201, json: { id: 7 } }, 'out']);
    expect(asked[0]).toMatchObject({
      method: 'POST',
      body: '{"n": 1}',
      redirect: 'error',
      headers: {
        'x-trace': 'one Evil: two',
        'idempotency-key': 'run:node#1',
        'content-type': 'application/json',
        authorization: 'Bearer S3CRET',
      },
    });
    expect(asked[0]?.url.search).toBe('?a=1&q=tea+%26+milk');
  });
  it('cleans web pages, writes forms, and goes its own way where the service says no', async () => {
    const html =
      '<html><head><title>T</title></head><body><h1>Rose</h1><script>x()</script><p>A  flower</p></body></html>';
    const { asked, fetch } = scriptedFetch({ 'https://a.example': { text: html } });
    const get = await runOne('http', { url: 'https://a.example', cleanHtml: true }, 'q', { fetch });
    expect(get.outputs).toEqual({ text: 'Rose\nA flower', status: 200, json: null });
    expect(asked[0]?.headers).toEqual({});
    const form = { method: 'PUT', url: 'https://b.example', bodyType: 'form', body: 'a=1\nb=x=y' };
    const put = await runOne('http', form, 'q', { fetch });
    expect([put.port, put.outputs.status, asked[1]?.body]).toEqual(['failed', 404, 'a=1&b=x%3Dy']);
  });
  it('refuses other schemes, and tells of addresses that may not be reached', async () => {
    for (const url of ['file:///etc/passwd', 'nonsense'])
      expect((await runOne('http', { url }, 'q')).end).toMatchObject({ failure: { detail: 'url' } });
    const refused = Object.assign(new Error('private'), { code: 'outbound_refused' });
    expect(
      (await runOne('http', { url: 'http://10.0.0.1' }, 'q', scriptedFetch({ 'http://10.0.0.1': refused })))
        .end,
    ).toMatchObject({ failure: { code: 'flow.service_failed', detail: '10.0.0.1: outbound refused' } });
  });
});
