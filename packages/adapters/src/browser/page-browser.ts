import type { BrowserContext } from 'playwright-core';
import { readAllowedHosts } from '../outbound/address-rules.ts';
import { type Resolve, resolveBySystem } from '../outbound/resolve-checked.ts';
import { type FilteringProxy, startFilteringProxy } from './filtering-proxy.ts';
import { findChromium } from './find-chromium.ts';
import { launchChromium, type RunningBrowser } from './launch-chromium.ts';

/** Makes pages as a reader's browser does, scripts and all. */
export type PageBrowser = {
  /** The program's path; undefined where none is installed. */
  find: () => Promise<string | undefined>;
  /**
   * The page once its scripts have come to rest, and the address at which it then is. Throws when it takes too long or
   * too much, or when no browser is installed.
   */
  render: (url: string, options: RenderOptions) => Promise<{ url: string; html: string }>;
  close: () => Promise<void>;
};

export type RenderOptions = { userAgent: string; signal: AbortSignal };

export type PageBrowserOptions = {
  /** Path of the program; looked for where it is not given. */
  program?: string | undefined;
  allowedHosts?: readonly string[];
  resolve?: Resolve;
  /** Of one page from its request to its text; 30 s unless told. */
  pageMs?: number;
  /** Of all that one page fetches; 30 MiB unless told. */
  maxBytes?: number;
  /** Of the browser with all its processes; 1,500 unless told. */
  memoryMegabytes?: number;
  /** A browser without work ends after this; 60 s unless told. */
  idleMs?: number;
};

/** What holds no text. */
const withoutText = new Set([
  'image',
  'media',
  'font',
  'texttrack',
  'eventsource',
  'websocket',
  'manifest',
  'ping',
]);
/** Ways around the proxy, were there any left: gone before the page's first script runs. */
const removeChannels = `for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport', 'SharedWorker'])
  try { Object.defineProperty(globalThis, name, { value: undefined }); } catch {}`;
/** A page counts as made when the network has been silent for half a second, or after this. */
const restMs = 8_000;
const pagesAtOnce = 2;

export function createPageBrowser(options: PageBrowserOptions = {}): PageBrowser {
  const pageMs = options.pageMs ?? 30_000;
  const idleMs = options.idleMs ?? 60_000;
  let program: Promise<string | undefined> | undefined;
  let proxy: Promise<FilteringProxy> | undefined;
  let running: Promise<RunningBrowser> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let rendering = 0;
  const waiting: (() => void)[] = [];

  const find = () => {
    program ??= findChromium(options.program);
    return program;
  };

  async function ensureBrowser(): Promise<{ browser: RunningBrowser; gate: FilteringProxy }> {
    const path = await find();
    if (path === undefined) throw new Error('no browser is installed');
    proxy ??= startFilteringProxy({
      allowedHosts: readAllowedHosts(options.allowedHosts ?? []),
      resolve: options.resolve ?? resolveBySystem,
      connectMs: 5_000,
    });
    const gate = await proxy;
    const current = await running?.catch(() => undefined);
    if (current === undefined || !current.alive()) {
      running = launchChromium({
        program: path,
        proxyUrl: gate.url,
        memoryMegabytes: options.memoryMegabytes ?? 1_500,
      });
    }
    return { browser: await (running as Promise<RunningBrowser>), gate };
  }

  async function rest(): Promise<void> {
    const current = await running?.catch(() => undefined);
    running = undefined;
    await current?.kill();
  }

  async function takePlace(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    clearTimeout(idle);
    while (rendering >= pagesAtOnce) {
      await new Promise<void>((resolve, reject) => {
        const start = () => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(start), 1);
          reject(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(start);
      });
    }
    rendering++;
  }

  function leavePlace(): void {
    rendering--;
    waiting.shift()?.();
    if (rendering === 0) idle = setTimeout(() => void rest(), idleMs).unref();
  }

  async function render(url: string, { userAgent, signal }: RenderOptions) {
    await takePlace(signal);
    try {
      const { browser, gate } = await ensureBrowser();
      const session = gate.openSession(new URL(url), { maxBytes: options.maxBytes ?? 30 * 1024 * 1024 });
      const limit = AbortSignal.any([AbortSignal.timeout(pageMs), signal]);
      let context: BrowserContext | undefined;
      try {
        context = await browser.browser.newContext({
          proxy: { server: gate.url, username: session.username, password: session.password },
          userAgent,
          serviceWorkers: 'block',
          acceptDownloads: false,
          viewport: { width: 1_280, height: 2_000 },
        });
        return await orAbort(makePage(context, url, pageMs), limit);
      } catch (error) {
        signal.throwIfAborted();
        const reason =
          browser.failure() ?? (limit.aborted ? `the page took more than ${pageMs / 1000} s` : undefined);
        throw reason === undefined ? error : new Error(reason);
      } finally {
        session.close();
        await end(context, browser);
      }
    } finally {
      leavePlace();
    }
  }

  return {
    find,
    render,
    close: async () => {
      clearTimeout(idle);
      await rest();
      await (await proxy)?.close();
    },
  };
}

async function makePage(context: BrowserContext, url: string, pageMs: number) {
  await context.addInitScript(removeChannels);
  await context.routeWebSocket(/.*/, (socket) => socket.close());
  await context.route('**/*', (route) =>
    withoutText.has(route.request().resourceType()) ? route.abort() : route.continue(),
  );
  const page = await context.newPage();
  context.on('page', (other) => void other.close().catch(() => {}));
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  await page.goto(url, { waitUntil: 'domcontentloaded', timeout: pageMs });
  // Some pages never fall silent; what they show by then is what there is.
  await page.waitForLoadState('networkidle', { timeout: restMs }).catch(() => {});
  return { url: page.url(), html: await page.content() };
}

/** A page that hangs hears nothing: it is left behind, and its browser with it where need be. */
async function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => {});
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
  }
}

const endWithinMs = 3_000;

/** Closes the page; a browser that cannot even do that is killed. */
async function end(context: BrowserContext | undefined, browser: RunningBrowser): Promise<void> {
  if (context === undefined) return;
  const closed = context.close().then(
    () => true,
    () => false,
  );
  const late = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), endWithinMs).unref();
  });
  if (!(await Promise.race([closed, late]))) await browser.kill();
}
