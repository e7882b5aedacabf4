import { parseArgs } from 'node:util';
import { startFakeProvider } from '@lectern/testing';
import { buildHarbourBase } from './support/harbour-base.ts';
import { makeDataDirectory, type Product, startProduct } from './support/product.ts';
import { keepResult, percentile, printTable, round } from './support/report.ts';
import { signUp } from './support/sign-up.ts';
import { type StreamTiming, timeStream } from './support/time-stream.ts';

/**
 * What `/v1/chat/completions` adds to a model's answer, with retrieval on a base of real size: time to the first token
 * and per token against the same scripted provider asked directly, in turn; then many streams at once on one process,
 * of programs of as many companies.
 *   npm run bench:openai -- [--chunks 100000] [--pairs 40] [--streams 500]
 */
const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '100000' },
    pairs: { type: 'string', default: '40' },
    streams: { type: 'string', default: '500' },
  },
});
const [chunks, pairs, streams] = [values.chunks, values.pairs, values.streams].map(Number) as [
  number,
  number,
  number,
];
const answerTokens = Array.from({ length: 200 }, (_, n) =>
  n % 40 === 39 ? `night [${1 + (n % 3)}]. ` : `word${n} `,
);
const question = 'When does the harbour of town 7 open?';

/** One program of a company each: a person may have forty streams open at a time. */
const streamsOfOne = 20;
const chunksOfOne = 200;

const provider = await startFakeProvider({ record: false, chat: { tokenDelay: 2, tokens: answerTokens } });
const data = makeDataDirectory();
const product = await startProduct(data.path, {
  settings: { LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` },
});
try {
  const model = await product.call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'fake',
    type: 'chat',
    base_url: provider.baseUrl,
    api_key: 'benchmark',
  });
  const base = await buildHarbourBase(product, chunks);
  const added = await measureAdded(await makeProgram(product.call, base.id, model.id));
  const programs: Program[] = [];
  for (let n = 0; n * streamsOfOne < streams; n++) {
    const person = await signUp(product, `asker${n}`);
    programs.push(await makeProgram(person.call, (await buildHarbourBase(person, chunksOfOne)).id, model.id));
  }
  keepResult('openai', { chunks: base.chunks, added, atOnce: await measureStreams(programs) });
} finally {
  await product.stop();
  await provider.close();
  data.remove();
}

type Program = { url: string; token: string; model: string };

/** An assistant over the base, and a token that may ask it. */
async function makeProgram(call: Product['call'], baseId: string, modelId: string): Promise<Program> {
  const assistant = await call('POST', '/assistants', {
    name: 'Asked by programs',
    knowledge_base_ids: [baseId],
    chat_model_id: modelId,
    claim_check: 'off',
  });
  const { token } = await call('POST', '/company/api-tokens', { name: 'program', scopes: ['chat'] });
  return { url: `${product.url}/v1`, token, model: `assistant-${assistant.id}` };
}

async function measureAdded(program: Program) {
  const bare: Program = { url: provider.baseUrl, token: 'benchmark', model: 'fake' };
  const direct: StreamTiming[] = [];
  const through: StreamTiming[] = [];
  for (let n = 0; n < pairs + 3; n++) {
    const [one, other] = [await ask(bare), await ask(program)];
    // The first few warm both paths.
    if (n < 3) continue;
    direct.push(one);
    through.push(other);
  }
  const rows: [string, number[]][] = [
    ['first token, provider asked directly', direct.map(({ first }) => first)],
    ['first token, through the product', through.map(({ first }) => first)],
    ['added to the first token', through.map(({ first }, n) => first - (direct[n] as StreamTiming).first)],
    ['added per token', through.map(({ perToken }, n) => perToken - (direct[n] as StreamTiming).perToken)],
  ];
  printTable(
    ['milliseconds', 'p50', 'p99'],
    rows.map(([name, times]) => [name, round(percentile(times, 0.5), 2), round(percentile(times, 0.99), 2)]),
  );
  console.log('Added to the first token at p50: aim < 30 ms');
  const [, , first, perToken] = rows.map(([, times]) => times) as [number[], number[], number[], number[]];
  return {
    first: { p50: percentile(first, 0.5), p99: percentile(first, 0.99) },
    perToken: { p50: percentile(perToken, 0.5) },
  };
}

async function measureStreams(programs: Program[]) {
  const many = await Promise.allSettled(
    Array.from({ length: streams }, (_, n) => ask(programs[n % programs.length] as Program)),
  );
  const reasons = new Set(
    many.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : [])),
  );
  for (const reason of [...reasons].slice(0, 3)) console.error(reason);
  const errors = many.filter((result) => result.status === 'rejected' || !result.value.whole).length;
  const first = many.flatMap((result) => (result.status === 'fulfilled' ? [result.value.first] : []));
  const result = {
    streams,
    errors,
    firstToken: { p50: percentile(first, 0.5), p95: percentile(first, 0.95) },
  };
  console.log(
    `${streams} streams at once: ${errors} errors (aim 0); first token p50 ${round(result.firstToken.p50, 0)} ms, p95 ${round(result.firstToken.p95, 0)} ms`,
  );
  return result;
}

function ask({ url, token, model }: Program): Promise<StreamTiming> {
  const begin = performance.now();
  const answer = fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: question }] }),
  });
  return timeStream(answer, begin, {
    tokens: answerTokens.length,
    isToken: (line) => /"content":"(?:word|night)/.test(line),
    isEnd: (line) => line.includes('[DONE]'),
  });
}
