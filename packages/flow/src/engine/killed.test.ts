import type { Json } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { flowComponents } from '../components/index.ts';
import type { FlowServices } from '../services.ts';
import { killEverywhere } from '../testing/kill-everywhere.ts';
import { scriptedFetch } from '../testing/run-one.ts';
import { graphOf, postsOf } from '../testing/run-test-flow.ts';

const id = '018f2f6a-0000-7000-8000-000000000001';
const passage = { chunkId: id, documentName: 'garden.md', text: 'The rose blooms in June.' };
const inner = graphOf(
  { begin: ['begin'], say: ['message', { messages: [{ id: '1', content: 'inside' }] }] },
  ['begin > say'],
);
const atom =
  '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/1v1</id><title>A</title><summary>S</summary></entry></feed>';
const article =
  '<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>A</ArticleTitle></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>';
const page = { title: 'Rose', index: 1, extract: 'A plant', fullurl: 'https://en.wikipedia.org/wiki/Rose' };
const place = { name: 'Lyon', latitude: 45.75, longitude: 4.85, country: 'France' };

/** What is outside, and what was done to it: under a key, as often as it was done. */
function outside() {
  const effects: string[] = [];
  const { fetch } = scriptedFetch({
    'https://en.wikipedia.org': { batchcomplete: true, query: { pages: [page] } },
    'https://eutils.ncbi.nlm.nih.gov/entrez/eutils/esearch': { esearchresult: { idlist: ['1'] } },
    'https://eutils.ncbi.nlm.nih.gov/entrez/eutils/efetch': { text: article },
    'https://export.arxiv.org': { text: atom },
    'https://serpapi.com': { organic_results: [{ title: 'A', link: 'https://a.example' }] },
    'https://api.bing.microsoft.com': { webPages: { value: [{ name: 'A', url: 'https://a.example' }] } },
    'https://geocoding-api.open-meteo.com': { results: [place] },
    'https://api.open-meteo.com': {
      current: { time: '2026-05-01T12:00', temperature_2m: 21, weather_code: 2 },
    },
    'https://shop.example': { ok: true },
  });
  const give: Partial<FlowServices> = {
    fetch: (url, init) => {
      if (init.method !== 'GET') effects.push(String(init.headers['idempotency-key']));
      return fetch(url, init);
    },
    ask: () => async () => '{"city":"Lyon"}',
    write: async ({ prompt }) => ({ text: `<${prompt}>`, citations: [], isBuiltIn: false }),
    converse: async ({ messages }) =>
      messages.some(({ role }) => role === 'tool')
        ? { text: 'done', calls: [] }
        : { text: '', calls: [{ id: '1', name: 'orders', arguments: '{"path":"7","method":"DELETE"}' }] },
    retrieve: async () => [passage] as never,
    askAssistant: async () => ({ text: 'it is so', citations: [], nothingFound: false }),
    askTables: async () => ({ text: '2', citations: [], columns: ['n'], rows: [[2]] }),
    querySql: async () => ({ columns: ['n'], rows: [[2]], truncated: false }),
    loadFlow: async () => ({ id, name: 'inner', version: 1, graph: inner }),
    readSecret: async () => 'S3CRET',
    runCode: async () => 42,
    sendMail: async ({ key }) => void effects.push(key),
  };
  return { effects, give };
}

type Case = {
  options?: Record<string, Json>;
  /** Nodes that the node holds. */
  inside?: Parameters<typeof graphOf>[0];
  answers?: NonNullable<Parameters<typeof killEverywhere>[1]>['answers'];
  /** It ends the run as a failure: services that have no answer worth scripting. */
  fails?: boolean;
};

/** Where its example is not enough. A new component runs with its example, in a script that has nothing of it. */
const cases: Record<string, Case> = {
  answer: { options: { content: 'so?' }, answers: [{ kind: 'message', text: 'thanks' }] },
  await_input: { answers: [{ kind: 'form', values: { street: 'Rue Verte', express: true } }] },
  categorize: { options: { categories: [{ id: 'out', name: 'Lyon' }] } },
  agent: {
    options: { requests: [{ id: '1', name: 'orders', url: 'https://shop.example/api', canChange: true }] },
  },
  iteration: {
    options: { items: 'a\nb', result: '{{write.text}}' },
    inside: { write: ['generate', { prompt: '{{node.item}}' }] },
  },
  loop: {
    options: { result: '{{write.text}}', operator: 'equals', expected: 'never', maxRounds: 2 },
    inside: { write: ['http', { method: 'POST', url: 'https://shop.example/{{node.round}}' }] },
  },
  assign: { options: { assignments: [{ id: '1', variable: 'n', mode: 'add', value: '2' }] } },
  weather: { options: { place: 'Lyon' } },
  switch: {
    options: {
      cases: [
        {
          id: 'out',
          name: 'Yes',
          conditions: [{ id: '1', value: '{{sys.question}}', operator: 'not_empty' }],
        },
      ],
    },
  },
  baidu: { fails: true },
  bing: { options: { credentialId: id } },
  duckduckgo: { fails: true },
};

describe('killed at any commit, a run comes to what an undisturbed one does', () => {
  it.each([...flowComponents.keys()])('%s', async (component) => {
    const { inside = {}, answers = [], fails, ...given } = cases[component] ?? {};
    const options = given.options ?? flowComponents.get(component)?.example ?? {};
    const held = Object.entries(inside).map(([name, [kind, more]]) => [
      name,
      [kind, more, { parentId: 'node' }],
    ]);
    const isDrawn = component === 'note' || component === 'group';
    const isBegin = component === 'begin';
    const graph = graphOf(
      {
        begin: ['begin'],
        ...(isBegin ? {} : { node: [component, options] }),
        ...Object.fromEntries(held),
        after: ['template', { template: 'after {{node.text}}' }],
        end: ['answer', { content: '{{after.text}} {{var.n}}' }],
      },
      isDrawn || isBegin
        ? ['begin > after > end']
        : ['begin > node', ...portsOf(component).map((port) => `node.${port} > after`), 'after > end'],
      { variables: [{ key: 'n', value: 0 }] },
    );
    const runs: ReturnType<typeof outside>[] = [];
    const give = () => {
      const run = outside();
      runs.push(run);
      return run.give;
    };
    const { outcome, killed } = await killEverywhere(graph, { question: 'Where is Lyon?', give, answers });
    expect(outcome.status).toBe(fails ? 'failed' : 'finished');
    for (const [at, one] of Object.entries(killed)) expect(one, at).toEqual(outcome);
    // What was under way is done once more, under the key by which it is known; nothing that was finished is.
    const [calm, ...disturbed] = runs;
    for (const { effects } of disturbed) {
      expect([...new Set(effects)]).toEqual(calm?.effects);
      expect(effects.length).toBeLessThanOrEqual((calm?.effects.length ?? 0) + 1);
    }
  });
});

const portsOf = (component: string) =>
  component === 'categorize' || component === 'switch'
    ? ['out']
    : (flowComponents.get(component)?.ports ?? []).map((port) => port.id);

it('goes on with lists, choices, variables and a person as if nothing had happened', async () => {
  const graph = graphOf(
    {
      begin: ['begin'],
      each: ['iteration', { items: '{{sys.question}}', result: '{{write.text}}' }],
      write: ['generate', { prompt: '{{each.item}}' }, { parentId: 'each' }],
      count: [
        'assign',
        { assignments: [{ id: '1', variable: 'n', mode: 'add', value: '{{each.index}}' }] },
        { parentId: 'each' },
      ],
      pick: [
        'message',
        {
          messages: [
            { id: '1', content: 'one' },
            { id: '2', content: 'two' },
          ],
        },
      ],
      chat: ['answer', { content: '{{each.results}}' }],
      end: ['answer', { content: '{{chat.message}} {{var.n}}' }],
    },
    ['begin > each > pick > chat > end', 'write > count'],
    { variables: [{ key: 'n', value: 0 }] },
  );
  const { outcome, stored, killed } = await killEverywhere(graph, {
    question: 'a\nb',
    give: () => outside().give,
    answers: [{ kind: 'message', text: 'thanks' }],
  });
  expect(stored.state.variables).toEqual({ n: 3 });
  expect(postsOf(stored)).toEqual(['thanks 3']);
  for (const [at, one] of Object.entries(killed)) expect(one, at).toEqual(outcome);
});
