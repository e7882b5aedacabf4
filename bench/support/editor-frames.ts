import { type CDPSession, chromium, type Page } from 'playwright-core';
import type { Product } from './product.ts';

type Frames = { perSecond: number; longest: number };

/** How smoothly the editor moves a flow, by the frames that the browser's own tracing says were drawn. */
export async function measureEditor(
  product: Product,
  flowId: string,
): Promise<{ panning: Frames; dragging: Frames }> {
  const browser = await chromium.launch({
    executablePath: process.env.LECTERN_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const authorization = JSON.stringify(`Bearer ${product.token}`);
    await page.addInitScript(`localStorage.setItem('authorization', ${authorization})`);
    await page.goto(`${product.url}/flow/${flowId}`);
    await page.locator('.react-flow__node').first().waitFor();
    await page.waitForTimeout(2_000);
    const session = await context.newCDPSession(page);
    const panning = await measureMove(page, session, { x: 700, y: 840 });
    const card = await page.locator('.react-flow__node').first().boundingBox();
    if (!card) throw new Error('no node is shown');
    const dragging = await measureMove(page, session, { x: card.x + card.width / 2, y: card.y + 8 });
    return { panning, dragging };
  } finally {
    await browser.close();
  }
}

/** Presses at a place and moves about for two seconds. */
async function measureMove(page: Page, session: CDPSession, from: { x: number; y: number }): Promise<Frames> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const events = await trace(session, async () => {
    const end = performance.now() + 2_000;
    for (let n = 0; performance.now() < end; n++) {
      const [dx, dy] = [Math.cos(n / 20) * 120, Math.sin(n / 20) * 80];
      await page.mouse.move(from.x + dx, from.y + dy);
      await new Promise((next) => setTimeout(next, 8));
    }
  });
  await page.mouse.up();
  const drawn = events.filter(({ name }) => name === 'DrawFrame').map(({ ts }) => ts / 1_000);
  drawn.sort((a, b) => a - b);
  const gaps = drawn.slice(1).map((at, n) => at - (drawn[n] as number));
  const seconds = ((drawn.at(-1) ?? 0) - (drawn[0] ?? 0)) / 1_000;
  return { perSecond: gaps.length / seconds, longest: Math.max(...gaps) };
}

type TraceEvent = { name: string; ts: number };

async function trace(session: CDPSession, work: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['disabled-by-default-devtools.timeline.frame', 'devtools.timeline.frame'],
    },
  });
  await work();
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  return events;
}
