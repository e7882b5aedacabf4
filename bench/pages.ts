import { chromium, type Page } from 'playwright-core';
import { makeDataDirectory, type Product, startProduct } from './support/product.ts';
import { keepResult, percentile, printTable, round } from './support/report.ts';

/**
 * What a browser with an empty cache fetches for the first pages: requests, bytes as they are sent, and the time to the
 * first paint.
 *   npm run bench:pages
 */
const rounds = 5;
const contentPages = ['/home', '/chat', '/knowledge', '/knowledge/dataset', '/file', '/user-setting/team'];

const untilPainted = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const paint = list.getEntriesByName('first-contentful-paint')[0];
    if (paint !== undefined) resolve(paint.startTime);
  }).observe({ type: 'paint', buffered: true });
})`;

type Visit = { requests: number; scripts: number; bytes: number; firstPaint: number };

const data = makeDataDirectory();
const product = await startProduct(data.path);
const browser = await chromium.launch({
  executablePath: process.env.LECTERN_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const { id } = await product.call('POST', '/knowledge-bases', { name: 'Pages' });
  const measured: Record<string, Visit> = { '/login': await measure('/login') };
  for (const path of contentPages)
    measured[path] = await measure(path === '/knowledge/dataset' ? `${path}?id=${id}` : path, product.token);
  printTable(
    ['page', 'requests', 'scripts', 'kB sent', 'first paint, ms'],
    Object.entries(measured).map(([path, { requests, scripts, bytes, firstPaint }]) => [
      path,
      requests,
      scripts,
      round(bytes / 1_000),
      round(firstPaint, 0),
    ]),
  );
  console.log('aim: at most 12 requests for /login and 20 for a page with content');
  keepResult('pages', { rounds, measured });
} finally {
  await browser.close();
  await product.stop();
  data.remove();
}

/** Medians of visits with an empty cache. */
async function measure(path: string, token?: string): Promise<Visit> {
  const visits: Visit[] = [];
  for (let n = 0; n < rounds; n++) visits.push(await visit(product, path, token));
  const middle = (field: keyof Visit) =>
    percentile(
      visits.map((one) => one[field]),
      0.5,
    );
  return {
    requests: middle('requests'),
    scripts: middle('scripts'),
    bytes: middle('bytes'),
    firstPaint: middle('firstPaint'),
  };
}

async function visit({ url }: Product, path: string, token: string | undefined): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-US' });
  if (token !== undefined)
    await context.addInitScript((value) => localStorage.setItem('authorization', value), `Bearer ${token}`);
  const page = await context.newPage();
  const counted = await countTraffic(page);
  await page.goto(url + path);
  await page.waitForLoadState('networkidle');
  const firstPaint = await page.evaluate<number>(untilPainted);
  await context.close();
  return { ...counted, firstPaint };
}

/** The lengths on the wire, heads included. */
async function countTraffic(page: Page) {
  const counted = { requests: 0, scripts: 0, bytes: 0 };
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ type, response }) => {
    // An answer without end, and what was never asked of the server.
    if (type === 'EventSource' || !response.url.startsWith('http')) return;
    counted.requests++;
    if (type === 'Script') counted.scripts++;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    counted.bytes += encodedDataLength;
  });
  return counted;
}
