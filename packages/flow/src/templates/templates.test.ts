import { type FlowGraph, type Json, languages, type RetrievalHit } from '@lectern/contract';
import { getProvider, type Provider } from '@lectern/models';
import { describe, expect, it } from 'vitest';
import { flowComponents } from '../components/index.ts';
import { StepError } from '../engine/step-error.ts';
import { checkGraph } from '../graph/check-graph.ts';
import { fillCompanyThings } from '../graph/portable.ts';
import type { FlowServices } from '../services.ts';
import { scriptedFetch } from '../testing/run-one.ts';
import { continueRun, newStoredRun, postsOf } from '../testing/run-test-flow.ts';
import { flowTemplates } from './index.ts';

const given = { knowledgeBaseIds: ['018f2f6a-0000-7000-8000-000000000001'] };

const passage = (text: string, i: number): RetrievalHit => ({
  chunkId: `018f2f6a-0000-7000-8000-00000000010${i}`,
  documentId: '018f2f6a-0000-7000-8000-000000000002',
  documentName: 'handbook.md',
  documentTitle: null,
  knowledgeBaseId: given.knowledgeBaseIds[0] as string,
  metadata: {},
  text,
  kind: 'text',
  hasImage: false,
  headingPath: [],
  page: null,
  boxes: [],
  charRange: null,
  score: 0.9,
  keywordScore: 0.9,
  vectorScore: 0.9,
  rerankScore: null,
  graph: null,
  matches: [],
});
const passages = ['Delivery costs five euros and takes two days.', 'Roses bloom in June.'].map(passage);

/** Recorded shapes of the services that templates ask. */
const { fetch } = scriptedFetch({
  'https://en.wikipedia.org': {
    query: {
      pages: [
        { title: 'Rose', index: 1, extract: 'A plant.', fullurl: 'https://en.wikipedia.org/wiki/Rose' },
      ],
    },
  },
  'https://html.duckduckgo.com': {
    text: '<div class="result"><a class="result__a" href="https://roses.example/">Roses</a><a class="result__snippet">All about roses.</a></div>',
  },
  'https://duckduckgo.com/news.js': {
    results: [{ title: 'Rose show', url: 'https://news.example/1', excerpt: 'It opened.', source: 'News' }],
  },
  'https://duckduckgo.com': { text: 'vqd="4-123"' },
  'https://export.arxiv.org': {
    text: '<feed><entry><id>http://arxiv.org/abs/1</id><title>Roses in June</title><summary>They bloom.</summary></entry></feed>',
  },
});

/** What a fresh installation has: no model that writes, only the answerer that quotes. */
const builtIn: Partial<FlowServices> = {
  fetch,
  retrieve: async () => passages,
  askTables: async () => undefined,
  write: async ({ passages: found, question, prompt }) => {
    if (prompt !== question && (found.length === 0 || question === ''))
      throw new StepError('flow.needs_model', undefined, { isFinal: true });
    const model = (getProvider('built-in') as Provider).create({} as never).chat?.({} as never);
    let text = '';
    const request = {
      messages: [{ role: 'user' as const, content: question }],
      parameters: {},
      passages: found.map(({ text: words }, i) => ({ number: i + 1, text: words })),
      question,
    };
    for await (const event of model?.stream(request) ?? [])
      if (event.type === 'text-delta') text += event.text;
    return { text, citations: [], isBuiltIn: true };
  },
};

const minutes = {
  title: 'Rose show',
  participants: ['Ann', 'Ben'],
  summary: 'They met.',
  decisions: ['It opens in June.'],
  actions: ['Ann writes the invitations.'],
  questions: [],
};

/** A model that does what each step asks of it. */
const scripted: Partial<FlowServices> = {
  fetch,
  retrieve: async () => passages,
  askTables: async () => undefined,
  ask:
    () =>
    async ({ system, prompt }) => {
      if (/which category/.test(system)) return /Urgent/.test(prompt) ? 'Urgent' : 'Fault';
      if (/which passages/.test(system)) return '1';
      if (/JSON object/.test(system)) return JSON.stringify(minutes);
      if (/Translate/.test(system)) return 'Bonjour';
      return 'roses';
    },
  write: async ({ prompt }) => ({ text: `<${prompt}>`, citations: [], isBuiltIn: false }),
};

type Case = {
  question?: string;
  inputs?: Record<string, Json>;
  form?: Record<string, Json>;
  /** What the person is shown at last, without a model and with one. */
  builtIn: RegExp;
  scripted: RegExp;
};

const cases: Record<string, Case> = {
  support_desk: {
    question: 'What does delivery cost?',
    builtIn: /^Delivery costs five euros and takes two days\. \[1\]/,
    // Its model takes everything for a fault, which no category of this flow is: so for the last one.
    scripted: /^<What does delivery cost\?>$/,
  },
  document_answers: {
    question: 'When do roses bloom?',
    builtIn: /^Roses bloom in June\. \[1\]/,
    scripted: /^<When do roses bloom\?>$/,
  },
  table_questions: {
    question: 'What does delivery cost?',
    builtIn: /five euros/,
    scripted: /^<What does delivery cost\?>$/,
  },
  web_research: {
    question: 'When do roses bloom?',
    builtIn:
      /\[1\] Rose\nhttps:\/\/en\.wikipedia[\s\S]*roses\.example[\s\S]*arxiv\.org[\s\S]*needs a chat model/,
    scripted: /^<Question: When do roses bloom\?[\s\S]*A plant\.[\s\S]*All about roses\.[\s\S]*They bloom\./,
  },
  report_writer: {
    question: 'Delivery',
    inputs: { sections: 'Price\nTime', reader: 'the board' },
    builtIn: /^# Delivery\n\n## Price\n\n[\s\S]*Delivery costs[\s\S]*## Time/,
    scripted: /^# Delivery\n\n## Price\n\n<Delivery: Price>\n\n## Time\n\n<Delivery: Time>/,
  },
  triage: {
    question: 'Our machine shows error 7 and our production has stopped, immediately please!',
    builtIn: /\| Fault \| Urgent \| Service, today \|\n\n> Thank you/,
    scripted: /\| Fault \| Urgent \| Service, today \|\n\n<Message:/,
  },
  onboarding: {
    form: { name: 'Ann', start: '1 March', department: 'Engineering', remote: true, wishes: '' },
    builtIn: /Welcome, Ann[\s\S]*by courier[\s\S]*repositories/,
    scripted: /Welcome, Ann[\s\S]*by courier[\s\S]*repositories/,
  },
  translation: {
    question: 'Hello',
    inputs: { language: 'Français' },
    builtIn: /^The text was not translated/,
    scripted: /^<Original:\nHello\n\nTranslation into Français:\nBonjour>$/,
  },
  meeting_notes: {
    question: 'Ann and Ben met about the rose show.',
    builtIn: /Keywords:[\s\S]*Ann and Ben met about the rose show\./,
    scripted: /^# Rose show\n\n\*\*Present:\*\* Ann\nBen\n\n[\s\S]*Ann writes the invitations\./,
  },
  nightly_digest: {
    inputs: { topics: 'roses\ntulips' },
    builtIn: /^# Digest of [\d-]+\n\n## roses\n\n\[1\] Rose show[\s\S]*handbook\.md[\s\S]*## tulips/,
    scripted: /## roses\n\n<Subject: roses\n\nNews:\n\[1\] Rose show/,
  },
};

describe.each([...flowTemplates.values()].map((template) => [template.id, template] as const))(
  'the template %s',
  (id, template) => {
    it.each(languages)('is drawn in %s, and lacks nothing but what it asks for', (language) => {
      const graph = template.draw(language);
      const filled = fillCompanyThings(graph, flowComponents, given);
      expect(checkGraph(filled, flowComponents)).toEqual([]);
      const { name, description, ...texts } = template.texts[language];
      for (const text of [name, description, ...Object.values<string>(texts)])
        expect(text.trim()).not.toBe('');
      const places = graph.nodes.map(({ position: { x, y }, parentId }) => `${parentId} ${x} ${y}`);
      expect(new Set(places).size).toBe(places.length);
    });

    it.each([
      ['the built-in answerer', builtIn, 'builtIn'],
      ['a scripted model', scripted, 'scripted'],
    ] as const)('runs with %s', async (_, give, key) => {
      const { question = '', inputs = {}, form, [key]: shown } = cases[id] as Case;
      const graph = fillCompanyThings(template.draw('en'), flowComponents, given);
      const stored = newStoredRun(graph, question);
      stored.state.inputs = inputs;
      let { end } = await continueRun(graph, stored, { give });
      if (form)
        ({ end } = await continueRun(graph, stored, { give, answer: { kind: 'form', values: form } }));
      expect(end).not.toMatchObject({ status: 'failed' });
      expect(postsOf(stored).at(-1)).toMatch(shown);
    });
  },
);

it('questions over tables are answered from their columns where they can be', async () => {
  const graph = fillCompanyThings(
    flowTemplates.get('table_questions')?.draw('en') as FlowGraph,
    flowComponents,
    given,
  );
  const stored = newStoredRun(graph, 'How many orders went to Lyon?');
  const askTables: FlowServices['askTables'] = async ({ knowledgeBaseIds }) => {
    expect(knowledgeBaseIds).toEqual(given.knowledgeBaseIds);
    return { text: '12 orders went to Lyon.', citations: [], columns: ['count'], rows: [[12]] };
  };
  await continueRun(graph, stored, { give: { ...builtIn, askTables } });
  expect(postsOf(stored)).toEqual(['12 orders went to Lyon.']);
});

it('the nightly digest goes by e-mail to those whom its schedule names', async () => {
  const mails: { to: string[]; subject: string; text: string }[] = [];
  const sendMail = async (mail: (typeof mails)[number]) => {
    mails.push(mail);
  };
  const graph = fillCompanyThings(
    flowTemplates.get('nightly_digest')?.draw('en') as FlowGraph,
    flowComponents,
    given,
  );
  const stored = newStoredRun(graph);
  stored.state.inputs = { topics: 'roses', recipients: 'ann@example.org' };
  const { end } = await continueRun(graph, stored, { give: { ...scripted, sendMail } });
  expect(end.status).toBe('finished');
  expect(mails).toMatchObject([{ to: ['ann@example.org'], text: expect.stringMatching(/## roses/) }]);
});
