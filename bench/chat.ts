import { parseArgs } from 'node:util';
import { startFakeProvider } from '@lectern/testing';
import { buildHarbourBase } from './support/harbour-base.ts';
import { measureProcesses } from './support/process-memory.ts';
import { makeDataDirectory, type Product, startProduct } from './support/product.ts';
import { keepResult, percentile, printTable, round } from './support/report.ts';
import { signUp } from './support/sign-up.ts';
import { type StreamTiming, timeStream } from './support/time-stream.ts';

/**
 * What the product adds to a model's answer, with retrieval on a base of real size: time to the first token and per
 * token against the same scripted provider asked directly, in turn; what each switch of an assistant adds in calls,
 * tokens and time; then many streams at once, of people of as many companies.
 *   npm run bench:chat -- [--chunks 100000] [--pairs 40] [--turns 15] [--streams 500]
 */
const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '100000' },
    pairs: { type: 'string', default: '40' },
    turns: { type: 'string', default: '15' },
    streams: { type: 'string', default: '500' },
  },
});
const [chunks, pairs, turns, streams] = [values.chunks, values.pairs, values.turns, values.streams].map(
  Number,
) as [number, number, number, number];
const answerTokens = Array.from({ length: 200 }, (_, n) =>
  n % 40 === 39 ? `night [${1 + (n % 3)}]. ` : `word${n} `,
);
const question = 'When does the harbour of town 7 open?';

/** One person of a company each: a person may have twenty answers written at a time. */
const streamsOfOne = 20;
const chunksOfOne = 200;

/** The switches that may call a model. `follow`: asked after a first turn. */
const switches: Record<string, { fields: Record<string, unknown>; follow?: boolean }> = {
  none: { fields: { multi_turn: false } },
  'multi-turn': { fields: { multi_turn: true }, follow: true },
  'self-RAG': { fields: { multi_turn: false, self_rag: true } },
  'keyword extraction': { fields: { multi_turn: false, keyword_extraction: true } },
  'check by words': { fields: { multi_turn: false, claim_check: 'words' } },
  'check by the model': { fields: { multi_turn: false, claim_check: 'model' } },
};

const provider = await startFakeProvider({
  record: false,
  chat: {
    tokenDelay: 2,
    tokens: (messages) => {
      const system = messages[0]?.content ?? '';
      if (system.includes('You rewrite')) return [question];
      if (system.includes('You decide')) return ['1, 2, 3'];
      if (system.includes('You check')) return ['1 s\n2 s\n3 s\n4 s\n5 s'];
      if (system.includes('List up')) return ['harbour, opening hours'];
      return answerTokens;
    },
  },
});
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
  const makeAssistant = async (name: string, fields: Record<string, unknown> = {}): Promise<string> => {
    const body = {
      name,
      knowledge_base_ids: [base.id],
      chat_model_id: model.id,
      claim_check: 'off',
      ...fields,
    };
    return (await product.call('POST', '/assistants', body)).id;
  };
  const added = await measureAdded(await makeAssistant('Chat'));
  const ofSwitches = await measureSwitches(makeAssistant);
  const atOnce = await measureStreams(await makeAskers(model.id));
  keepResult('chat', { chunks: base.chunks, added, switches: ofSwitches, atOnce });
} finally {
  await product.stop();
  await provider.close();
  data.remove();
}

async function measureAdded(assistantId: string) {
  const direct: StreamTiming[] = [];
  const through: StreamTiming[] = [];
  for (let n = 0; n < pairs + 3; n++) {
    const [bare, ours] = [await askDirectly(), await askProduct(product, assistantId)];
    // The first few warm both paths.
    if (n < 3) continue;
    direct.push(bare);
    through.push(ours);
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

/** Every switch in turn, so that all meet the same noise. */
async function measureSwitches(
  makeAssistant: (name: string, fields: Record<string, unknown>) => Promise<string>,
) {
  const assistants = new Map<string, string>();
  for (const [name, { fields }] of Object.entries(switches))
    assistants.set(name, await makeAssistant(name, fields));
  const measured = new Map<string, { first: number[]; total: number[]; calls: number; tokens: number }>();
  for (let turn = 0; turn < turns + 1; turn++)
    for (const [name, { follow = false }] of Object.entries(switches)) {
      const conversation = await product.call(
        'POST',
        `/assistants/${assistants.get(name)}/conversations`,
        {},
      );
      if (follow) await askIn(conversation.id, question);
      const timing = await askIn(conversation.id, follow ? 'And when does it close?' : question);
      if (turn === 0) continue;
      const explanation = await product.call(
        'GET',
        `/conversations/${conversation.id}/messages/${timing.messageId}/explanation`,
      );
      const calls = explanation.steps.filter(
        (step: { completion_tokens: number }) => step.completion_tokens > 0,
      );
      const sum = measured.get(name) ?? { first: [], total: [], calls: 0, tokens: 0 };
      sum.first.push(timing.first);
      sum.total.push(timing.total);
      sum.calls += calls.length;
      for (const { prompt_tokens, completion_tokens } of calls)
        sum.tokens += prompt_tokens + completion_tokens;
      measured.set(name, sum);
    }
  const none = measured.get('none') as { first: number[]; total: number[] };
  const rows = [...measured].map(([name, { first, total, calls, tokens }]) => ({
    switch: name,
    calls: round(calls / turns, 1),
    tokens: round(tokens / turns, 0),
    addedFirst: round(percentile(first, 0.5) - percentile(none.first, 0.5), 1),
    addedTotal: round(percentile(total, 0.5) - percentile(none.total, 0.5), 1),
  }));
  printTable(
    ['switch', 'calls', 'tokens', 'ms added to the first token', 'ms added to the whole answer'],
    rows.map((row) => Object.values(row)),
  );
  return rows;
}

type Asker = { call: Product['call']; token: string; assistantId: string };

async function makeAskers(chatModelId: string): Promise<Asker[]> {
  const askers: Asker[] = [];
  for (let n = 0; n * streamsOfOne < streams; n++) {
    const person = await signUp(product, `asker${n}`);
    const base = await buildHarbourBase(person, chunksOfOne);
    const body = { name: 'Many', knowledge_base_ids: [base.id], chat_model_id: chatModelId };
    const { id } = await person.call('POST', '/assistants', body);
    askers.push({ call: person.call, token: person.token, assistantId: id });
  }
  return askers;
}

async function measureStreams(askers: Asker[]) {
  const idle = measureProcesses(product.pid);
  let most = idle.server;
  const timer = setInterval(() => {
    most = Math.max(most, measureProcesses(product.pid).server);
  }, 1_000);
  const many = await Promise.allSettled(
    Array.from({ length: streams }, (_, n) => {
      const asker = askers[n % askers.length] as Asker;
      return askProduct(asker, asker.assistantId);
    }),
  );
  clearInterval(timer);
  const reasons = new Set(
    many.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : [])),
  );
  for (const reason of [...reasons].slice(0, 3)) console.error(reason);
  const errors = many.filter((result) => result.status === 'rejected' || !result.value.whole).length;
  const first = many.flatMap((result) => (result.status === 'fulfilled' ? [result.value.first] : []));
  const megabytes = (bytes: number) => round(bytes / 2 ** 20, 0);
  const result = {
    streams,
    errors,
    firstToken: { p50: percentile(first, 0.5), p95: percentile(first, 0.95) },
    memory: { idle: megabytes(idle.server), most: megabytes(most) },
  };
  console.log(
    `${streams} streams at once: ${errors} errors (aim 0); first token p50 ${round(result.firstToken.p50, 0)} ms, p95 ${round(result.firstToken.p95, 0)} ms; server ${result.memory.idle} MB before, at most ${result.memory.most} MB`,
  );
  return result;
}

function askDirectly(): Promise<StreamTiming> {
  const begin = performance.now();
  const answer = fetch(`${provider.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer benchmark' },
    body: JSON.stringify({ model: 'fake', stream: true, messages: [{ role: 'user', content: question }] }),
  });
  return timeStream(answer, begin, {
    tokens: answerTokens.length,
    isToken: (line) => /"content":"(?:word|night)/.test(line),
    isEnd: (line) => line.includes('[DONE]'),
  });
}

async function askProduct(
  { call, token }: Pick<Product, 'call' | 'token'>,
  assistantId: string,
): Promise<StreamTiming> {
  const conversation = await call('POST', `/assistants/${assistantId}/conversations`, {});
  return askIn(conversation.id, question, token);
}

function askIn(conversationId: string, content: string, token = product.token): Promise<StreamTiming> {
  const begin = performance.now();
  const answer = fetch(`${product.url}/api/v1/conversations/${conversationId}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ content }),
  });
  return timeStream(answer, begin, {
    tokens: answerTokens.length,
    isToken: (line) => line.includes('"type":"delta"'),
    isEnd: (line) => line.includes('"status":"complete"') && line.includes('"type":"done"'),
  });
}
