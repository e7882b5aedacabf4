import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { isPublicAddress, readAllowedHosts } from './address-rules.ts';
import { createOutboundClient, type OutboundClient, type OutboundOptions } from './outbound-client.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function open(options: OutboundOptions = {}): OutboundClient {
  const client = createOutboundClient(options);
  closing.push(() => client.close());
  return client;
}

/** A server on loopback, and how often it was reached. */
async function serve(listener: RequestListener): Promise<{ port: number; requests: string[] }> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requests };
}

describe('public addresses', () => {
  it.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])('knows %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '::1',
    '::',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    'fe80::1',
    'fe80::1%eth0',
    'fd00::1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2001::1',
    'ff02::1',
    '4000::1',
    'localhost',
    '',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('tricks to reach inward', () => {
  /** A server that would answer, on a port that would be allowed: only the address can be the reason. */
  const inward = [
    'http://127.0.0.1/',
    'http://localhost/',
    'http://localhost./',
    'http://sub.localhost/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://127.0.0.1./',
  ];
  it.each(inward)('%s', async (url) => {
    const client = open();
    const refusal = { name: 'OutboundError', code: 'outbound_refused', reason: 'address' };
    // Names below localhost are not known to every resolver; unresolved is as good as refused.
    const expected = url.includes('sub.') ? { name: 'OutboundError' } : refusal;
    await expect(client.fetch(url)).rejects.toMatchObject(expected);
    await expect(client.check(url)).rejects.toMatchObject(expected);
  });

  it.each([
    ['file:///etc/passwd', 'scheme'],
    ['ftp://example.com/', 'scheme'],
    ['gopher://127.0.0.1:6379/_FLUSHALL', 'scheme'],
    ['data:text/plain,x', 'scheme'],
    ['http://example.com@127.0.0.1/', 'credentials'],
    ['http://user:secret@example.com/', 'credentials'],
    ['http://example.com:22/', 'port'],
    ['http://example.com:6379/', 'port'],
    ['nonsense', 'url'],
    ['http://', 'url'],
  ])('%s is refused for its %s', async (url, reason) => {
    await expect(open().fetch(url)).rejects.toMatchObject({ code: 'outbound_refused', reason });
  });

  it('names that resolve inward, wholly or in part', async () => {
    for (const answer of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::ffff:192.168.0.1'], ['fe80::1%eth0']]) {
      const client = open({ resolve: async () => answer });
      await expect(client.fetch('http://innocent.example/')).rejects.toMatchObject({ reason: 'address' });
    }
  });

  it('names that change between the check and the connection', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']];
    const client = open({ resolve: async () => answers.shift() ?? ['127.0.0.1'] });
    await client.check('http://rebinding.example/');
    await expect(client.fetch('http://rebinding.example/')).rejects.toMatchObject({ reason: 'address' });
  });

  it('names without an address', async () => {
    const client = open({ resolve: async () => [] });
    await expect(client.fetch('http://nowhere.example/')).rejects.toMatchObject({
      code: 'outbound_unresolved',
    });
  });
});

describe('the allow-list', () => {
  it('opens a host, or only one of its ports', async () => {
    const { port } = await serve((_, response) => response.end('inside'));
    const url = `http://localhost:${port}/`;
    await expect(open().fetch(url)).rejects.toMatchObject({ code: 'outbound_refused' });
    await expect(open({ allowedHosts: ['localhost:1'] }).fetch(url)).rejects.toMatchObject({
      reason: 'port',
    });
    for (const entry of ['localhost', `localhost:${port}`, 'LOCALHOST.']) {
      expect(await (await open({ allowedHosts: [entry] }).fetch(url)).text()).toBe('inside');
    }
    const byAddress = open({ allowedHosts: ['127.0.0.1'] });
    expect(await (await byAddress.fetch(`http://0x7f.1:${port}/`)).text()).toBe('inside');
    await expect(byAddress.fetch(url)).rejects.toMatchObject({ code: 'outbound_refused' });
  });

  it('understands IPv6 and default ports, and refuses what is no host', () => {
    const allowed = readAllowedHosts(['::1', '[fd00::2]:8080', 'ollama:80']);
    expect(allowed.includes('::1', 11434)).toBe(true);
    expect(allowed.includes('fd00::2', 8080)).toBe(true);
    expect(allowed.includes('fd00::2', 80)).toBe(false);
    expect(allowed.includes('ollama', 80)).toBe(true);
    expect(allowed.includes('ollama', 81)).toBe(false);
    for (const entry of ['', 'http://x/', 'a/b', 'user@host', 'host:notaport']) {
      expect(() => readAllowedHosts([entry])).toThrow();
    }
  });

  it('is not lent to other hosts by a redirect', async () => {
    const inside = await serve((_, response) => response.end('inside'));
    const outside = await serve((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/secret` }).end();
    });
    const client = open({ allowedHosts: ['localhost', '127.0.0.1'] });
    await expect(client.fetch(`http://localhost:${outside.port}/`)).rejects.toMatchObject({
      reason: 'redirect',
    });
    expect(inside.requests).toEqual([]);
  });
});

describe('an address that a page led to', () => {
  it('enjoys no allowance on another host, and its own on the same', async () => {
    const inside = await serve((_, response) => response.end('inside'));
    const client = open({ allowedHosts: ['localhost', '127.0.0.1'] });
    const url = `http://127.0.0.1:${inside.port}/`;
    for (const ledFrom of ['https://example.org/', `http://localhost:${inside.port}/`, 'http://127.0.0.1/'])
      await expect(client.fetch(url, { ledFrom })).rejects.toMatchObject({
        code: 'outbound_refused',
        reason: 'redirect',
      });
    expect(inside.requests).toEqual([]);
    expect(await (await client.fetch(url, { ledFrom: `${url}start` })).text()).toBe('inside');
    await expect(open().fetch(url, { ledFrom: `${url}start` })).rejects.toMatchObject({ reason: 'port' });
  });
});

describe('redirects', () => {
  it('are followed within a host, checked at every step', async () => {
    const { port, requests } = await serve((request, response) => {
      if (request.url === '/end') response.end('arrived');
      else if (request.url === '/in') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
      else if (request.url === '/scheme') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
      else if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end();
      else response.writeHead(307, { location: '/end' }).end();
    });
    const client = open({ allowedHosts: ['127.0.0.1'] });
    const base = `http://127.0.0.1:${port}`;
    const answer = await client.fetch(`${base}/`, { method: 'POST', body: 'kept' });
    expect(await answer.text()).toBe('arrived');
    expect(answer.url).toBe(`${base}/end`);
    expect(requests).toEqual(['POST /', 'POST /end']);
    await expect(client.fetch(`${base}/in`)).rejects.toMatchObject({ reason: 'address' });
    await expect(client.fetch(`${base}/scheme`)).rejects.toMatchObject({ reason: 'scheme' });
    await expect(client.fetch(`${base}/loop`)).rejects.toMatchObject({ reason: 'redirect' });
    expect((await client.fetch(`${base}/loop`, { redirect: 'manual' })).status).toBe(302);
  });
});

describe('bounds', () => {
  it('ends a body that is too large, unpacked too', async () => {
    const { port } = await serve((request, response) => {
      if (request.url === '/bomb') {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000)));
      } else response.end(Buffer.alloc(200_000));
    });
    const client = open({ allowedHosts: ['127.0.0.1'], maxBytes: 100_000 });
    for (const path of ['/', '/bomb']) {
      const answer = await client.fetch(`http://127.0.0.1:${port}${path}`);
      await expect(answer.text()).rejects.toMatchObject({ code: 'outbound_too_large' });
    }
  });

  it('ends an answer that never ends, before and after its head', async () => {
    const { port } = await serve((request, response) => {
      if (request.url === '/drip') response.writeHead(200).write('x');
    });
    const client = open({ allowedHosts: ['127.0.0.1'], totalMs: 200 });
    await expect(client.fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      code: 'outbound_timeout',
    });
    const answer = await client.fetch(`http://127.0.0.1:${port}/drip`);
    await expect(answer.text()).rejects.toMatchObject({ code: 'outbound_timeout' });
  });

  it('passes on what the caller calls off, and closes the connection', async () => {
    let closed = 0;
    const { port } = await serve((_, response) => {
      response.writeHead(200).write('x');
      response.on('close', () => closed++);
    });
    const client = open({ allowedHosts: ['127.0.0.1'] });
    const controller = new AbortController();
    const answer = await client.fetch(`http://127.0.0.1:${port}/`, { signal: controller.signal });
    controller.abort(new Error('called off'));
    await expect(answer.text()).rejects.toThrow('called off');
    const other = await client.fetch(`http://127.0.0.1:${port}/`);
    await other.body!.cancel();
    await expect.poll(() => closed).toBe(2);
  });

  it('unpacks, sends headers and bodies, and keeps no forged host', async () => {
    const { port } = await serve(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const seen = JSON.stringify({ ...request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(201, { 'content-encoding': 'gzip', 'x-answer': 'yes' }).end(gzipSync(seen));
    });
    const headers = { Authorization: 'Bearer x', Host: 'internal' };
    const client = open({ allowedHosts: ['127.0.0.1'] });
    const answer = await client.fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers,
      body: '{"a":1}',
    });
    expect([answer.status, answer.headers.get('x-answer')]).toEqual([201, 'yes']);
    const seen = (await answer.json()) as Record<string, string>;
    expect(seen).toMatchObject({ authorization: 'Bearer x', host: `127.0.0.1:${port}`, body: '{"a":1}' });
  });

  it('says that nobody answers', async () => {
    const client = open({ allowedHosts: ['127.0.0.1'] });
    await expect(client.fetch('http://127.0.0.1:1/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
