import { parseArgs } from 'node:util';
import { startFakeProvider } from '@lectern/testing';
import { chromium } from 'playwright-core';
import { makeDataDirectory, startProduct } from './support/product.ts';
import { keepResult, percentile, printTable, round } from './support/report.ts';

/**
 * What a browser does with a long conversation: how long until its end can be read, and the longest task of the main
 * thread while it opens, while all of it is loaded, while it is scrolled through and while another answer is written.
 *   npm run bench:conversation -- [--messages 1000] [--rounds 3]
 */
const { values } = parseArgs({
  options: { messages: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '3' } },
});
const [messages, rounds] = [Number(values.messages), Number(values.rounds)];
const paragraph =
  'The harbour opens at six in the **morning** and closes late, as the *timetable* of the pilots says. ';
const answer = `${paragraph.repeat(3)}\n\n- one thing\n- another thing with \`code\`\n\n| ship | hour |\n|-|-|\n| Aurora | 6 |\n| Boreas | 9 |\n\n${paragraph}`;

type Visit = { readable: number; opening: number; loading: number; scrolling: number; asking: number };

/** Tasks of the main thread over 50 ms, since the last look. */
const takeLongest = `(() => {
  for (const { duration } of window.longTasks.takeRecords()) window.longest = Math.max(window.longest, duration);
  const longest = window.longest;
  window.longest = 0;
  return longest;
})()`;

const loadAll = `(async () => {
  const find = () => [...document.querySelectorAll('section[tabindex="0"] button')]
    .find(({ textContent }) => textContent === 'Show earlier messages');
  for (let button = find(); button; button = find()) {
    if (!button.disabled) button.click();
    await new Promise((next) => setTimeout(next, 50));
  }
})()`;

const provider = await startFakeProvider({ record: false, chat: { tokens: answer.split(/(?<= )/) } });
const data = makeDataDirectory();
const product = await startProduct(data.path, {
  settings: { LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` },
});
const browser = await chromium.launch({
  executablePath: process.env.LECTERN_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const address = await makeConversation();
  const measured: Visit[] = [];
  for (let n = 0; n < rounds; n++) measured.push(await visit(address));
  const middle = Object.fromEntries(
    Object.keys(measured[0] as Visit).map((key) => [
      key,
      percentile(
        measured.map((one) => one[key as keyof Visit]),
        0.5,
      ),
    ]),
  ) as Visit;
  printTable(
    ['milliseconds', 'p50'],
    [
      ['until the end can be read', round(middle.readable, 0)],
      ['longest task while it opens', round(middle.opening, 0)],
      ['longest task while all is loaded', round(middle.loading, 0)],
      ['longest task while it is scrolled through', round(middle.scrolling, 0)],
      ['longest task while another answer is written', round(middle.asking, 0)],
    ],
  );
  console.log('aim: no task over 200 ms');
  keepResult('long-conversation', { messages, rounds, measured: middle });
} finally {
  await browser.close();
  await product.stop();
  await provider.close();
  data.remove();
}

async function makeConversation(): Promise<string> {
  const model = await product.call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'fake',
    type: 'chat',
    base_url: provider.baseUrl,
    api_key: 'benchmark',
  });
  const assistant = await product.call('POST', '/assistants', { name: 'Long', chat_model_id: model.id });
  const { id } = await product.call('POST', `/assistants/${assistant.id}/conversations`, {});
  for (let n = 0; n < messages / 2; n++) {
    const asked = await fetch(`${product.url}/api/v1/conversations/${id}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${product.token}` },
      body: JSON.stringify({ content: `Question ${n}: when does the harbour open?` }),
    });
    await asked.text();
  }
  return `${product.url}/chat?assistant=${assistant.id}&conversation=${id}`;
}

async function visit(address: string): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const authorization = JSON.stringify(`Bearer ${product.token}`);
  await page.addInitScript(`
    localStorage.setItem('authorization', ${authorization});
    window.longest = 0;
    window.longTasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    });
    window.longTasks.observe({ type: 'longtask' });`);
  const begin = performance.now();
  await page.goto(address);
  await page
    .getByText(`Question ${messages / 2 - 1}:`)
    .first()
    .waitFor();
  const readable = performance.now() - begin;
  await page.waitForTimeout(1_500);
  const opening = await page.evaluate<number>(takeLongest);
  await page.evaluate(loadAll);
  const loading = await page.evaluate<number>(takeLongest);
  await page.evaluate(`(async () => {
    const frame = document.querySelector('section[tabindex="0"]');
    const step = frame.scrollHeight / 150;
    for (const direction of [1, -1])
      for (let n = 0; n < 150; n++) {
        frame.scrollTop += direction * step;
        await new Promise((next) => requestAnimationFrame(next));
      }
  })()`);
  const scrolling = await page.evaluate<number>(takeLongest);
  await page.getByLabel('Your question').fill('And when does it close?');
  await page.keyboard.press('Enter');
  await page
    .locator('section[tabindex="0"] article')
    .nth(messages + 1)
    .waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
  const asking = await page.evaluate<number>(takeLongest);
  await product.call('DELETE', await lastPair(address));
  await context.close();
  return { readable, opening, loading, scrolling, asking };
}

/** So that every visit finds the same conversation. */
async function lastPair(address: string): Promise<string> {
  const conversation = new URL(address).searchParams.get('conversation');
  const { messages: shown } = await product.call('GET', `/conversations/${conversation}?limit=1`);
  return `/conversations/${conversation}/messages/${shown[0].id}`;
}
