import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildKnowledgeBase,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let provider: FakeProvider;
let person: ApiClient;
let baseId: string;
let documentId: string;
let chatModelId: string;

const suppliers = [
  'Électricité Martin',
  "Imprimerie de l'Étoile",
  'Dupont & Fils',
  'Nettoyage; Express',
  'Sécurité "Plus"',
];
const branches = ['Paris', 'Lyon', 'Aix-en-Provence', 'Saint-Étienne'];
const contracts = Array.from({ length: 2_000 }, (_, n) => ({
  number: `C-${10_000 + n}`,
  supplier: suppliers[(n * 7) % 5] as string,
  branch: branches[(n * 3) % 4] as string,
  amount: Math.round(((n * 7_919) % 90_000) * 100 + n) / 100 + 100,
  end: new Date(Date.UTC(2023, 0, 1 + (n % 1_000))).toISOString().slice(0, 10),
}));
const french = (date: string) => date.split('-').reverse().join('/');
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const csv = [
  'N° contrat;Fournisseur;Agence;Montant HT;Date de fin;"x""); drop table chunks; --"',
  ...contracts.map(({ number, supplier, branch, amount, end }) =>
    [number, quoted(supplier), branch, amount.toFixed(2).replace('.', ','), french(end), 'rien'].join(';'),
  ),
].join('\n');

async function buildTable(client: ApiClient, name: string, text: string, into?: string) {
  const id = into ?? (await buildKnowledgeBase(client, { chunk_method: 'table' })).id;
  const { body } = await client.upload(`/knowledge-bases/${id}/documents`, [{ name, bytes: text }]);
  const [uploaded] = body.documents;
  const document = await waitUntilParsed(client, uploaded.id, 1_200);
  expect(document.status, JSON.stringify(document.error)).toBe(3);
  return { baseId: id as string, documentId: document.id as string };
}

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  person = await server.signUp();
  ({ baseId, documentId } = await buildTable(person, 'contrats.csv', csv));
  const added = await server.admin.call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'writer',
    type: 'chat',
    base_url: provider.baseUrl,
  });
  chatModelId = added.body.id;
});
afterEach(() => provider.reset());
afterAll(async () => {
  await server.close();
  await provider.close();
});

async function ask(question: string, client = person, bases = [baseId]) {
  const { status, body } = await client.call('POST', '/retrieval', { question, knowledge_base_ids: bases });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.table_answers;
}

const of = (branch: string) => contracts.filter((contract) => contract.branch === branch);
const sum = (rows: { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);

describe('rules', () => {
  test('an average where, with the rows behind it', async () => {
    const [answer] = await ask('Quel est le montant moyen de l’agence de Lyon ?');
    expect(answer.rows[0][0]).toBeCloseTo(sum(of('Lyon')) / of('Lyon').length, 4);
    expect(answer).toMatchObject({
      matched_rows: 500,
      document_id: documentId,
      made_by: 'rules',
      table_name: 'contrats',
    });
    expect(answer.sources).toHaveLength(20);
    expect(answer.sources[0].text).toContain('Agence: Lyon');
    expect(answer.sources[0].char_range).not.toBeNull();
  });

  test('values with accents, hyphens, quotes and semicolons are found as they stand', async () => {
    const [accents] = await ask('Combien de contrats à saint-etienne ?');
    expect(accents.rows).toEqual([[500]]);
    const [quotes] = await ask('Montant total du fournisseur Sécurité "Plus"');
    expect(quotes.rows[0][0]).toBeCloseTo(
      sum(contracts.filter(({ supplier }) => supplier.includes('Plus'))),
      2,
    );
    const [apostrophe] = await ask('Montant total du fournisseur Imprimerie de l’Étoile');
    expect(apostrophe.matched_rows).toBe(400);
  });

  test('dates by day, month and year', async () => {
    const [before] = await ask('Combien de contrats ont expiré avant mars 2024 ?');
    expect(before.rows).toEqual([[contracts.filter(({ end }) => end < '2024-03').length]]);
    const [year] = await ask('How many contrats end in 2024?');
    expect(year.rows).toEqual([[contracts.filter(({ end }) => end.startsWith('2024')).length]]);
  });

  test('groups in order, the largest first', async () => {
    const [answer] = await ask('Quels sont les deux fournisseurs dont le montant total est le plus élevé ?');
    const totals = suppliers
      .map((name) => [name, sum(contracts.filter(({ supplier }) => supplier === name))] as const)
      .sort((a, b) => b[1] - a[1]);
    expect(answer.rows.map(([name]: [string]) => name)).toEqual([totals[0]?.[0], totals[1]?.[0]]);
    expect(answer.rows[0][1]).toBeCloseTo(totals[0]?.[1] as number, 2);
    expect(answer.truncated).toBe(false);
  });

  test.each([
    'Pourquoi les contrats de Lyon sont-ils si chers ?',
    'Combien de contrats ne sont pas à Lyon ?',
    'Quel est le montant médian ?',
    "Combien de contrats'); drop table chunks; -- ?",
    'Montant moyen à Marseille',
  ])('not sure: %s', async (question) => {
    expect(await ask(question)).toEqual([]);
    expect((await ask('Combien de contrats ?'))[0].rows).toEqual([[2_000]]);
  });

  test('no match is an answer too', async () => {
    const [answer] = await ask('Combien de contrats se terminent avant 2020 ?');
    expect(answer).toMatchObject({ rows: [[0]], matched_rows: 0, sources: [] });
  });
});

describe('what may not be seen', () => {
  test('rows of others, of switched off documents and chunks are not counted', async () => {
    const stranger = await server.signUp();
    const own = await buildTable(stranger, 'contrats.csv', csv.split('\n').slice(0, 11).join('\n'));
    expect((await ask('Combien de contrats ?', stranger, [own.baseId]))[0].rows).toEqual([[10]]);
    const foreign = await stranger.call('POST', '/retrieval', {
      question: 'Combien de contrats ?',
      knowledge_base_ids: [baseId],
    });
    expect(foreign.status).toBe(404);
    await server.query(
      'update chunks set enabled = false where id = (select id from chunks where document_id = $1 and table_id is not null order by ordinal limit 1)',
      [own.documentId],
    );
    expect((await ask('Combien de contrats ?', stranger, [own.baseId]))[0].rows).toEqual([[9]]);
    await stranger.call('PATCH', `/documents/${own.documentId}`, { enabled: false });
    expect(await ask('Combien de contrats ?', stranger, [own.baseId])).toEqual([]);
  });

  test('two tables that would both answer: neither does', async () => {
    const { baseId: both } = await buildTable(person, 'nord.csv', 'Ville,Prix\nLille,3\nArras,4');
    await buildTable(person, 'sud.csv', 'Ville,Prix\nNice,5\nNîmes,6', both);
    expect(await ask('Quel est le prix moyen ?', person, [both])).toEqual([]);
    expect((await ask('Quel est le prix moyen nord ?', person, [both]))[0].rows).toEqual([[3.5]]);
  });
});

describe('a model that writes', () => {
  const setAnswers = (...answers: string[]) => {
    let at = 0;
    provider.setChat({
      tokens: (messages) =>
        (messages[0]?.content ?? '').includes('query over one table')
          ? [answers[Math.min(at++, answers.length - 1)] as string]
          : ['Here it is [1].'],
    });
  };
  async function chat(content: string) {
    const assistant = await buildAssistant(person, {
      chat_model_id: chatModelId,
      knowledge_base_ids: [baseId],
    });
    const { id } = await buildConversation(person, assistant.id);
    for await (const { data } of person.stream('POST', `/conversations/${id}/messages`, { content }))
      if (data.type === 'done') {
        const { body } = await person.call('GET', `/conversations/${id}`);
        expect(body.messages.at(-1).table_answers).toEqual(data.message.table_answers);
        return data.message;
      }
  }
  const booked = async () =>
    (await server.query("select 1 from usage_records where operation_id like 'table_query:%'")).length;

  test('its query is run, cited, kept and booked', async () => {
    setAnswers(
      JSON.stringify({
        table: 1,
        select: [{ aggregate: 'sum', column: 'montant_ht' }],
        where: [{ column: 'agence', op: '!=', value: 'lyon' }],
      }),
    );
    const before = await booked();
    const message = await chat('Montant des contrats qui ne sont pas à Lyon ?');
    expect(message.table_answers).toHaveLength(1);
    const [answer] = message.table_answers;
    expect(answer).toMatchObject({ number: 1, made_by: 'model', matched_rows: 1_500 });
    expect(answer.rows[0][0]).toBeCloseTo(sum(contracts) - sum(of('Lyon')), 2);
    expect(message.citations[0]).toMatchObject({ number: 1, document_id: documentId });
    expect(message.citations[0].quote).toContain('N° contrat: ');
    expect(await booked()).toBe(before + 1);
    const asked = provider.requests.filter(({ call }) => call === 'chat').at(-1)?.body as {
      messages: { content: string }[];
    };
    expect(asked.messages[0]?.content).toContain('| --- |');
  });

  test('what cannot be used is told once, and then left', async () => {
    const hostile = [
      { table: 1, select: [{ column: "agence'; drop table chunks; --" }] },
      { table: 1, select: [{ column: 'agence' }], limit: 100_000 },
      { table: 9, select: [{ column: 'agence' }] },
      {
        tableId: '00000000-0000-4000-8000-000000000000',
        table: 1,
        select: [{ aggregate: 'sum', column: 'agence' }],
      },
      {
        table: 1,
        select: [{ column: 'agence' }],
        where: [{ column: 'montant_ht', op: '>', value: '1 or 1=1' }],
      },
      { table: 1, select: [{ column: 'agence' }], where: [{ column: 'agence', op: '= 1 or', value: 'x' }] },
    ];
    for (const answer of hostile) {
      setAnswers(JSON.stringify(answer));
      const before = await booked();
      const message = await chat('Montant des contrats qui ne sont pas à Lyon ?');
      expect(message.table_answers, JSON.stringify(answer)).toEqual([]);
      expect(await booked()).toBe(before + 2);
    }
    setAnswers('no idea', JSON.stringify({ refuse: true }));
    expect((await chat('Montant des contrats qui ne sont pas à Lyon ?')).table_answers).toEqual([]);
  });

  test('values with quotes are values', async () => {
    setAnswers(
      JSON.stringify({
        table: 1,
        select: [{ aggregate: 'count' }],
        where: [{ column: 'fournisseur', op: 'contains', value: "'; drop table chunks; --" }],
      }),
    );
    const message = await chat('Combien de contrats bizarres ?');
    expect(message.table_answers[0].rows).toEqual([[0]]);
  });
});

test('the built-in answerer gives the result with its citation', async () => {
  const assistant = await buildAssistant(person, { knowledge_base_ids: [baseId] });
  const { id } = await buildConversation(person, assistant.id);
  for await (const { data } of person.stream('POST', `/conversations/${id}/messages`, {
    content: 'Combien de contrats à Paris ?',
  }))
    if (data.type === 'done') {
      expect(data.message.content).toContain('**500**');
      expect(data.message.content).toContain('[1]');
      expect(data.message.citations[0].chunk_text).toContain('Agence: Paris');
      expect(data.message.table_answers[0].rows).toEqual([[500]]);
    }
});

test('a statement that takes too long is called off, and passages answer', async () => {
  await server.query(`create function wait_in_query(jsonb) returns boolean language plpgsql as $$
    begin perform pg_sleep(5); return true; end $$`);
  await server.query(`create policy slow on chunks as restrictive for select using (
    case when fields is null or current_setting('transaction_read_only') = 'off' then true
    else wait_in_query(fields) end)`);
  try {
    const { status, body } = await person.call('POST', '/retrieval', {
      question: 'Combien de contrats à Paris ?',
      knowledge_base_ids: [baseId],
    });
    expect([status, body.table_answers]).toEqual([200, []]);
    expect(body.hits.length).toBeGreaterThan(0);
  } finally {
    await server.query('drop policy slow on chunks');
  }
});
