import { createSocket } from 'node:dgram';
import { createServer, type RequestListener, request } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { describeWithChromium } from '@lectern/testing/programs';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readAllowedHosts } from '../outbound/address-rules.ts';
import { startFilteringProxy } from './filtering-proxy.ts';
import { createPageBrowser, type PageBrowser, type PageBrowserOptions } from './page-browser.ts';

const userAgent = 'Mozilla/5.0 (compatible; Lectern/test)';
const never = new AbortController().signal;
const closing: (() => unknown)[] = [];
let browser: PageBrowser;

/** Every name is this machine: what keeps a page from it can only be the rules. */
const resolve = async () => ['127.0.0.1'];
const program = process.env.LECTERN_CHROMIUM;

function open(options: PageBrowserOptions = {}): PageBrowser {
  const opened = createPageBrowser({
    program,
    resolve,
    allowedHosts: ['site.test', '127.0.0.1'],
    ...options,
  });
  closing.push(() => opened.close());
  return opened;
}

beforeAll(async () => {
  browser = createPageBrowser({ program, resolve, allowedHosts: ['site.test', '127.0.0.1'] });
});
afterAll(() => browser.close());
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(listener: RequestListener): Promise<{ port: number; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((incoming, outgoing) => {
    requests.push(incoming.url ?? '');
    outgoing.setHeader('access-control-allow-origin', '*');
    listener(incoming, outgoing);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requests };
}

/** What must never be reached: by TCP, by UDP, and by HTTP on the same port number as far as the system allows. */
async function laySnare() {
  let reached = 0;
  const tcp = createTcpServer((socket) => {
    reached++;
    socket.destroy();
  });
  await new Promise<void>((ready) => tcp.listen(0, '127.0.0.1', ready));
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4');
  udp.on('message', () => reached++);
  await new Promise<void>((ready) => udp.bind(port, '127.0.0.1', ready));
  closing.push(() => {
    tcp.close();
    udp.close();
  });
  return { port, reached: () => reached };
}

const html = (body: string) => `<!doctype html><title>Page</title>${body}`;

describeWithChromium('a page made by scripts', () => {
  it('is read as its reader sees it, without pictures', async () => {
    const { port, requests } = await serve((incoming, outgoing) => {
      outgoing.setHeader('content-type', incoming.url === '/app.js' ? 'text/javascript' : 'text/html');
      if (incoming.url === '/app.js')
        outgoing.end(
          "fetch('/data.json').then((r) => r.json()).then(({ text }) => { document.querySelector('#app').textContent = text; history.replaceState({}, '', '/made'); });",
        );
      else if (incoming.url === '/data.json') outgoing.end('{"text":"Made by a script"}');
      else outgoing.end(html('<div id=app></div><img src=/picture.png><script src=/app.js></script>'));
    });
    const { url, html: made } = await browser.render(`http://site.test:${port}/`, {
      userAgent,
      signal: never,
    });
    expect(made).toContain('<div id="app">Made by a script</div>');
    expect(url).toBe(`http://site.test:${port}/made`);
    expect(requests).not.toContain('/picture.png');
  });

  it('reaches nothing inside: not by script, frame, style, redirect, worker, socket or datagram', async () => {
    const snare = await laySnare();
    const inner = [
      `127.0.0.1:${snare.port}`,
      `localhost:${snare.port}`,
      `[::1]:${snare.port}`,
      `inner.test:${snare.port}`,
    ];
    const { port, requests } = await serve((incoming, outgoing) => {
      const path = incoming.url ?? '';
      if (path.startsWith('/leave')) {
        outgoing.writeHead(302, { location: `http://127.0.0.1:${snare.port}/stolen` }).end();
        return;
      }
      outgoing.setHeader('content-type', path === '/worker.js' ? 'text/javascript' : 'text/html');
      if (path === '/worker.js') outgoing.end(attack(inner, 'self'));
      else if (path === '/done' || path.startsWith('/beat')) outgoing.end('');
      else
        outgoing.end(
          html(
            `${inner.map((host) => `<iframe src="http://${host}/frame"></iframe><link rel=stylesheet href="http://${host}/a.css"><link rel=preconnect href="http://${host}"><link rel=prefetch href="http://${host}/p"><script src="http://${host}/s.js"></script><object data="http://${host}/o"></object>`).join('')}
             <iframe src="/leave/frame"></iframe><p>after all</p>
             <script>new Worker('/worker.js'); fetch('/leave/fetch').catch(() => {}); ${attack(inner, 'window')}
             // A page that rests is read at once: it is kept busy until every attempt has had its time.
             let beats = 0;
             const beat = setInterval(() => { fetch('/beat?' + beats); if (++beats === 10) { clearInterval(beat); fetch('/done'); } }, 150);</script>`,
          ),
        );
    });
    const made = await browser.render(`http://site.test:${port}/`, { userAgent, signal: never });
    expect(made.html).toContain('after all');
    expect(requests).toEqual(expect.arrayContaining(['/worker.js', '/leave/fetch', '/done']));
    expect(snare.reached()).toBe(0);
  });

  it('that leads away as a whole is refused', async () => {
    const snare = await laySnare();
    const { port } = await serve((incoming, outgoing) => {
      outgoing.setHeader('content-type', 'text/html');
      if (incoming.url === '/redirect')
        outgoing.writeHead(302, { location: `http://127.0.0.1:${snare.port}/` }).end();
      else outgoing.end(html(`<script>location = 'http://127.0.0.1:${snare.port}/'</script>`));
    });
    for (const path of ['/redirect', '/script']) {
      const made = browser.render(`http://site.test:${port}${path}`, { userAgent, signal: never });
      expect(
        await made.then(
          ({ html: text }) => text,
          () => '',
        ),
      ).not.toContain('stolen');
    }
    await expect(
      browser.render(`http://127.0.0.1.nip.test:${snare.port}/`, { userAgent, signal: never }),
    ).rejects.toThrow();
    expect(snare.reached()).toBe(0);
  });

  it('neither asks for downloads, windows or answers, nor waits for them', async () => {
    const { port } = await serve((incoming, outgoing) => {
      if (incoming.url === '/file') {
        outgoing.writeHead(200, { 'content-disposition': 'attachment; filename=a.zip' }).end('zip');
        return;
      }
      outgoing.setHeader('content-type', 'text/html');
      outgoing.end(
        html(`<p id=p>before</p><iframe src=/file></iframe><script>alert('a'); confirm('b'); prompt('c'); window.open('/other');
          document.querySelector('#p').textContent = 'after';</script>`),
      );
    });
    const made = await browser.render(`http://site.test:${port}/`, { userAgent, signal: never });
    expect(made.html).toContain('after');
  });
});

/** Tries every way that a script has; errors are no matter. */
function attack(hosts: string[], scope: 'window' | 'self'): string {
  return `for (const host of ${JSON.stringify(hosts)}) {
    const attempts = [
      () => fetch('http://' + host + '/fetch', { mode: 'no-cors' }).catch(() => {}),
      () => fetch('https://' + host + '/fetch', { mode: 'no-cors' }).catch(() => {}),
      () => new WebSocket('ws://' + host + '/socket'),
      () => new EventSource('http://' + host + '/events'),
      () => { const r = new XMLHttpRequest(); r.open('POST', 'http://' + host + '/xhr'); r.send('x'); },
      () => navigator.sendBeacon('http://' + host + '/beacon', 'x'),
      () => { const t = new WebTransport('https://' + host + '/transport'); t.ready.catch(() => {}); t.closed.catch(() => {}); },
      () => import('http://' + host + '/module.js').catch(() => {}),
      () => ${scope}.navigator.serviceWorker?.register('/worker.js').catch(() => {}),
      () => { const p = new (${scope}.RTCPeerConnection ?? ${scope}.webkitRTCPeerConnection)({ iceServers: [{ urls: 'stun:' + host }] });
              p.createDataChannel('a'); p.createOffer().then((offer) => p.setLocalDescription(offer)); },
    ];
    for (const attempt of attempts) try { attempt(); } catch {}
  }`;
}

describeWithChromium('limits', () => {
  const opened: PageBrowserOptions = { allowedHosts: ['site.test'] };

  it('end a page that never ends, one that takes too much, and one that is called off', async () => {
    const { port } = await serve((incoming, outgoing) => {
      outgoing.setHeader('content-type', 'text/html');
      if (incoming.url === '/slow') return;
      if (incoming.url === '/spin') return outgoing.end(html('<script>for (;;);</script>'));
      if (incoming.url === '/endless') {
        const more = () => outgoing.write('<p>more</p>'.repeat(10_000)) || true;
        const timer = setInterval(more, 1);
        outgoing.on('close', () => clearInterval(timer));
        return;
      }
      outgoing.end(html('<p>still here</p>'));
    });
    const short = open({ ...opened, pageMs: 2_500, maxBytes: 2_000_000 });
    const site = `http://site.test:${port}`;
    await expect(short.render(`${site}/slow`, { userAgent, signal: never })).rejects.toThrow(
      'more than 2.5 s',
    );
    await expect(short.render(`${site}/spin`, { userAgent, signal: never })).rejects.toThrow(
      'more than 2.5 s',
    );
    const endless = short.render(`${site}/endless`, { userAgent, signal: never });
    // Cut off where it has had enough: what came until then is a page, or none.
    expect(
      (
        await endless.then(
          ({ html: text }) => text,
          () => '',
        )
      ).length,
    ).toBeLessThan(4_000_000);
    const controller = new AbortController();
    const off = short.render(`${site}/slow`, { userAgent, signal: controller.signal });
    setTimeout(() => controller.abort(new Error('called off')), 300);
    await expect(off).rejects.toThrow('called off');
    // Its limit is short for a busy machine, too.
    const readPage = () => short.render(`${site}/`, { userAgent, signal: never });
    const { html: text } = await vi.waitFor(readPage, { timeout: 30_000 });
    expect(text).toContain('still here');
  });

  it('kill a browser that takes too much memory; the next page has a new one', async () => {
    const { port } = await serve((incoming, outgoing) => {
      // Never answered: the page is not finished before it has taken its memory, however busy the machine is.
      if (incoming.url === '/wait') return;
      outgoing.setHeader('content-type', 'text/html');
      outgoing.end(
        html(
          incoming.url === '/hungry'
            ? `<script>const held = []; setInterval(() => { const a = new Uint8Array(64e6); a.fill(1); held.push(a); }, 20); fetch('/wait');</script>`
            : '<p>fine</p>',
        ),
      );
    });
    const small = open({ ...opened, memoryMegabytes: 700, pageMs: 20_000 });
    const site = `http://site.test:${port}`;
    await expect(small.render(`${site}/hungry`, { userAgent, signal: never })).rejects.toThrow('700 MB');
    expect((await small.render(`${site}/`, { userAgent, signal: never })).html).toContain('fine');
  });

  it('say that no browser is installed', async () => {
    const none = open({ program: '/nowhere/chromium' });
    expect(await none.find()).toBeUndefined();
    await expect(none.render('http://site.test/', { userAgent, signal: never })).rejects.toThrow(
      'no browser is installed',
    );
  });
});

describeWithChromium('the proxy', () => {
  async function openProxy() {
    const proxy = await startFilteringProxy({
      allowedHosts: readAllowedHosts(['site.test', 'other.test']),
      resolve,
      connectMs: 1_000,
    });
    closing.push(() => proxy.close());
    return proxy;
  }
  const basic = (username: string, password: string) =>
    `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

  async function ask(proxyUrl: string, path: string, authorization?: string): Promise<number> {
    return new Promise((done, fail) => {
      request(
        proxyUrl,
        { path, agent: false, headers: authorization ? { 'proxy-authorization': authorization } : {} },
        (answer) => {
          answer.resume();
          done(answer.statusCode ?? 0);
        },
      )
        .on('error', fail)
        .end();
    });
  }

  it('serves a page’s own browser alone, and only while the page is open', async () => {
    const { port, requests } = await serve((_, outgoing) => outgoing.end('inside'));
    const proxy = await openProxy();
    const url = `http://site.test:${port}/`;
    const session = proxy.openSession(new URL(url), { maxBytes: 1_000 });
    expect(await ask(proxy.url, url)).toBe(407);
    expect(await ask(proxy.url, url, basic(session.username, 'guess'))).toBe(407);
    expect(await ask(proxy.url, url, basic(session.username, session.password))).toBe(200);
    session.close();
    expect(await ask(proxy.url, url, basic(session.username, session.password))).toBe(407);
    expect(requests).toHaveLength(1);
  });

  it('opens no host to a page but its own, and none that is not public', async () => {
    const { port, requests } = await serve((_, outgoing) => outgoing.end('inside'));
    const proxy = await openProxy();
    const session = proxy.openSession(new URL(`http://site.test:${port}/`), { maxBytes: 1_000 });
    const authorization = basic(session.username, session.password);
    for (const url of [
      `http://other.test:${port}/`,
      `http://127.0.0.1:${port}/`,
      `http://2130706433:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      'http://rebinding.test/',
      'http://169.254.169.254/latest/meta-data/',
      'ftp://site.test/',
      'http://site.test:22/',
      '/relative',
    ])
      expect(await ask(proxy.url, url, authorization), url).toBe(403);
    expect(requests).toEqual([]);
    expect(session.refused).toHaveLength(9);
  });

  it('tunnels by the same rules', async () => {
    const { port } = await serve((_, outgoing) => outgoing.end('inside'));
    const proxy = await openProxy();
    const session = proxy.openSession(new URL(`http://site.test:${port}/`), { maxBytes: 10_000 });
    const tunnel = (target: string, authorization: string) =>
      new Promise<string>((done) => {
        const { hostname, port: proxyPort } = new URL(proxy.url);
        const socket = connect(Number(proxyPort), hostname, () =>
          socket.write(
            `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\nProxy-Authorization: ${authorization}\r\n\r\n`,
          ),
        );
        socket.once('data', (part) => {
          socket.destroy();
          done(part.toString().split('\r\n')[0]!);
        });
      });
    const mine = basic(session.username, session.password);
    expect(await tunnel(`site.test:${port}`, mine)).toContain('200');
    expect(await tunnel(`site.test:${port}`, 'Basic x')).toContain('407');
    for (const target of [
      `other.test:${port}`,
      `127.0.0.1:${port}`,
      'rebinding.test:443',
      '[::1]:443',
      'localhost:443',
    ])
      expect(await tunnel(target, mine), target).toContain('403');
  });
});
