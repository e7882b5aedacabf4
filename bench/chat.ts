import { startFakeProvider } from '@lectern/testing';
import { makeDataDirectory, type Product, startProduct } from './support/product.ts';
import { keepResult, percentile, printTable, round } from './support/report.ts';

/**
 * What the product adds to a model's answer: time to the first token and per token, against the same
 * scripted provider asked directly, in turn; then many streams at once.
 */
const tokens = Array.from({ length: 200 }, (_, n) => `word${n} `);
const pairs = 40;
const streams = 200;

const provider = await startFakeProvider({ record: false, chat: { tokens, tokenDelay: 2 } });
const data = makeDataDirectory();
const product = await startProduct(data.path, {
  settings: { LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` },
});
try {
  const assistantId = await makeAssistant(product);
  const direct: Timing[] = [];
  const through: Timing[] = [];
  for (let n = 0; n < pairs + 3; n++) {
    const [bare, ours] = [await askDirectly(), await askProduct(product, assistantId)];
    // The first few warm both paths.
    if (n < 3) continue;
    direct.push(bare);
    through.push(ours);
  }
  const addedFirst = through.map((timing, n) => timing.first - (direct[n] as Timing).first);
  const addedToken = through.map((timing, n) => timing.perToken - (direct[n] as Timing).perToken);
  const many = await Promise.allSettled(
    Array.from({ length: streams }, () => askProduct(product, assistantId)),
  );
  const errors = many.filter((result) => result.status === 'rejected' || !result.value.whole).length;
  const whole = many.flatMap((result) => (result.status === 'fulfilled' ? [result.value.first] : []));
  printTable(
    ['milliseconds', 'p50', 'p99'],
    [
      [
        'first token, provider asked directly',
        round(
          percentile(
            direct.map((t) => t.first),
            0.5,
          ),
        ),
        round(
          percentile(
            direct.map((t) => t.first),
            0.99,
          ),
        ),
      ],
      [
        'first token, through the product',
        round(
          percentile(
            through.map((t) => t.first),
            0.5,
          ),
        ),
        round(
          percentile(
            through.map((t) => t.first),
            0.99,
          ),
        ),
      ],
      ['added to the first token', round(percentile(addedFirst, 0.5)), round(percentile(addedFirst, 0.99))],
      ['added per token', round(percentile(addedToken, 0.5), 3), round(percentile(addedToken, 0.99), 3)],
      [
        `first token, ${streams} streams at once`,
        round(percentile(whole, 0.5)),
        round(percentile(whole, 0.99)),
      ],
    ],
  );
  console.log(
    `${streams} concurrent streams: ${errors} errors (aim 0); added to the first token at p50: aim < 30 ms`,
  );
  keepResult('chat', {
    addedFirst: { p50: percentile(addedFirst, 0.5), p99: percentile(addedFirst, 0.99) },
    addedPerToken: { p50: percentile(addedToken, 0.5) },
    streams,
    errors,
    firstAtOnce: { p50: percentile(whole, 0.5), p99: percentile(whole, 0.99) },
  });
} finally {
  await product.stop();
  await provider.close();
  data.remove();
}

type Timing = { first: number; perToken: number; whole: boolean };

async function makeAssistant({ call }: Product): Promise<string> {
  const model = await call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'fake',
    type: 'chat',
    base_url: provider.baseUrl,
    api_key: 'benchmark',
  });
  const base = await call('POST', '/knowledge-bases', { name: 'Chat' });
  for (let n = 0; n < 20; n++)
    await call('POST', `/knowledge-bases/${base.id}/documents/text`, {
      name: `note ${n}`,
      text: `# Note ${n}\n\nThe harbour of town ${n} opens at ${n % 12} in the morning and closes at night. Ships pay ${n * 10} francs.`,
    });
  for (;;) {
    const { items } = await call('GET', `/knowledge-bases/${base.id}/documents?page_size=50`);
    if (items.every((document: { status: number }) => document.status === 3)) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const assistant = await call('POST', '/assistants', {
    name: 'Chat',
    knowledge_base_ids: [base.id],
    chat_model_id: model.id,
  });
  return assistant.id;
}

async function time(
  answer: Promise<Response>,
  isToken: (line: string) => boolean,
  isEnd: (line: string) => boolean,
  begin: number,
): Promise<Timing> {
  const response = await answer;
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
  let first = 0;
  let last = 0;
  let whole = false;
  let pending = '';
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    pending += part;
    const lines = pending.split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) {
      if (isToken(line)) {
        last = performance.now();
        first ||= last;
      }
      whole ||= isEnd(line);
    }
  }
  return { first: first - begin, perToken: (last - first) / (tokens.length - 1), whole };
}

function askDirectly(): Promise<Timing> {
  const begin = performance.now();
  const answer = fetch(`${provider.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer benchmark' },
    body: JSON.stringify({
      model: 'fake',
      stream: true,
      messages: [{ role: 'user', content: 'When does the harbour open?' }],
    }),
  });
  return time(
    answer,
    (line) => line.includes('"content":"word'),
    (line) => line.includes('[DONE]'),
    begin,
  );
}

async function askProduct({ url, token, call }: Product, assistantId: string): Promise<Timing> {
  const conversation = await call('POST', `/assistants/${assistantId}/conversations`, {});
  const begin = performance.now();
  const answer = fetch(`${url}/api/v1/conversations/${conversation.id}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ content: 'When does the harbour of town 7 open?' }),
  });
  return time(
    answer,
    (line) => line.includes('"type":"delta"'),
    (line) => line.includes('"status":"complete"') && line.includes('"type":"done"'),
    begin,
  );
}
