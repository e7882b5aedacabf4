import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type BrowserContext, chromium } from 'playwright-core';
import { makeDataDirectory, startProduct } from './support/product.ts';
import { keepResult, percentile, printTable, round } from './support/report.ts';

/**
 * What a widget costs the page of a website that shows it: bytes, work of its main thread, and movement of its layout;
 * and how long a visitor waits for the chat and for the first answer, with an empty cache.
 *   npm run bench:widget
 */
const rounds = 7;
const question = 'When does the harbour open?';

/** What the main thread of a page did, in milliseconds, and how far its layout moved. */
type Work = { task: number; script: number; shift: number };

const data = makeDataDirectory();
const product = await startProduct(data.path);
const browser = await chromium.launch({
  executablePath: process.env.LECTERN_CHROMIUM ?? '/usr/bin/chromium',
  // Each site in a process of its own, as on a computer: the frame must not count as work of the page.
  args: ['--no-sandbox', '--disable-gpu', '--site-per-process'],
});
let snippet = '';
const site = createServer((request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  const paragraphs = '<p>Text of a page that somebody reads.</p>'.repeat(60);
  response.end(`<!doctype html><title>Site</title><main><h1>Site</h1>${paragraphs}</main>
    ${request.url === '/with' ? snippet : ''}`);
});
await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
// Another site than the product's, whose address is a number.
const origin = `http://localhost:${(site.address() as AddressInfo).port}`;

try {
  const base = await product.call('POST', '/knowledge-bases', { name: 'Harbour' });
  const form = new FormData();
  form.append('file', new Blob(['# Harbour\n\nThe harbour opens at six and closes at nine.']), 'harbour.md');
  await fetch(`${product.url}/api/v1/knowledge-bases/${base.id}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${product.token}` },
    body: form,
  });
  for (;;) {
    const { items } = await product.call('GET', `/knowledge-bases/${base.id}/documents`);
    if (items[0].status === 3) break;
    await new Promise((next) => setTimeout(next, 200));
  }
  const assistant = await product.call('POST', '/assistants', {
    name: 'Harbour',
    knowledge_base_ids: [base.id],
  });
  const widget = await product.call('POST', `/assistants/${assistant.id}/widgets`, {
    name: 'Site',
    sites: [origin],
  });
  snippet = `<script async src="${product.url}/widget.js" data-id="${widget.public_id}"></script>`;
  const script = Buffer.from(await (await fetch(`${product.url}/widget.js`)).arrayBuffer());

  const without: Work[] = [];
  const withWidget: Work[] = [];
  const waits: { button: number; chat: number; answer: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    without.push(await visit((context) => measure(context, '/without')));
    withWidget.push(await visit((context) => measure(context, '/with')));
    waits.push(await visit(timeFirstAnswer));
  }
  const middle = <T>(all: T[], field: (one: T) => number) => percentile(all.map(field), 0.5);
  const figures = {
    scriptBytes: script.length,
    gzippedBytes: gzipSync(script, { level: 9 }).length,
    mainThreadMs: middle(withWidget, ({ task }) => task) - middle(without, ({ task }) => task),
    scriptMs: middle(withWidget, (work) => work.script) - middle(without, (work) => work.script),
    layoutShift: Math.max(...withWidget.map(({ shift }) => shift)),
    buttonMs: middle(waits, ({ button }) => button),
    chatMs: middle(waits, ({ chat }) => chat),
    answerMs: middle(waits, ({ answer }) => answer),
  };
  printTable(
    ['widget', 'measured', 'aim'],
    [
      ['script, gzipped bytes', figures.gzippedBytes, '< 15,000'],
      ['main thread of the page, ms', round(figures.mainThreadMs), '< 50'],
      ['of it scripts, ms', round(figures.scriptMs), '–'],
      ['layout shift', figures.layoutShift, '0'],
      ['page to button, ms', round(figures.buttonMs, 0), '–'],
      ['press to chat, ms', round(figures.chatMs, 0), '–'],
      ['question to first word, ms', round(figures.answerMs, 0), '–'],
    ],
  );
  keepResult('widget', { rounds, ...figures });
} finally {
  site.close();
  await browser.close();
  await product.stop();
  data.remove();
}

async function visit<T>(look: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  try {
    return await look(context);
  } finally {
    await context.close();
  }
}

async function measure(context: BrowserContext, path: string): Promise<Work> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await page.goto(origin + path);
  await page.waitForTimeout(1_500);
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  const shift = await page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
      .observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(sum), 100);
  })`);
  return { task: seconds('TaskDuration') * 1_000, script: seconds('ScriptDuration') * 1_000, shift };
}

/** From opening the page to the button, from pressing it to the field, and from the question to its first word. */
async function timeFirstAnswer(context: BrowserContext) {
  const page = await context.newPage();
  const begin = performance.now();
  await page.goto(`${origin}/with`, { waitUntil: 'commit' });
  await page.locator('#lectern-widget button').waitFor();
  const shown = performance.now();
  await page.locator('#lectern-widget button').click();
  const chat = page.frameLocator('#lectern-widget iframe');
  const field = chat.getByRole('textbox');
  await field.waitFor();
  const opened = performance.now();
  await field.fill(question);
  const asked = performance.now();
  await field.press('Enter');
  await chat.getByText('opens at six').first().waitFor();
  return { button: shown - begin, chat: opened - shown, answer: performance.now() - asked };
}
