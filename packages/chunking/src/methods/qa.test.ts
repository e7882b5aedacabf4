import { readDocument } from '@lectern/parsing';
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../chunk.ts';
import { buildDocument, buildWords, readWritten } from '../testing/build-document.ts';
import { qa } from './qa.ts';

async function readPairs(name: string, text: string): Promise<(string | string[])[][]> {
  const { chunks } = await qa.chunk(await readWritten(name, text), {});
  return chunks.map(pairOf);
}

const pairOf = ({ questions, text }: Chunk) => [...questions, text.replace(/^\*\*.*\*\*\n\n/, '')];

describe('text', () => {
  it('reads French signs, and keeps what goes on with the answer', async () => {
    const pairs = await readPairs(
      'faq.txt',
      'Question 1 : Quand ouvre la piscine ?\nRéponse : Elle ouvre à 9 h.\nLe dimanche, à 10 h.\n\nAprès dix jours, elle ferme.\n\nQ: Y a-t-il un parking ?\nR: Oui, gratuit.\n',
    );
    expect(pairs).toEqual([
      ['Quand ouvre la piscine ?', 'Elle ouvre à 9 h.\nLe dimanche, à 10 h.\n\nAprès dix jours, elle ferme.'],
      ['Y a-t-il un parking ?', 'Oui, gratuit.'],
    ]);
  });

  it('reads Chinese and English signs, also where lines were joined', async () => {
    expect(
      await readPairs('faq.txt', '问：泳池几点开门？\n答：早上九点。\n问：门票多少钱？\n答：成人30元。\n'),
    ).toEqual([
      ['泳池几点开门？', '早上九点。'],
      ['门票多少钱？', '成人30元。'],
    ]);
    expect(
      await readPairs('faq.txt', 'Q: Is it free? A: Yes, always. Q: Where is it? A: In the park.'),
    ).toEqual([
      ['Is it free?', 'Yes, always.'],
      ['Where is it?', 'In the park.'],
    ]);
  });

  it('reads columns parted by a tab, however long the lines are', async () => {
    const long = 'a line that is nearly as long as all of the other lines';
    expect(
      await readPairs(
        'faq.txt',
        `When is it open?\t${long} 1\nAnd on Sundays?\t${long} 22\nExcept in July and ${long}\nMay I park?\t${long} 3\n`,
      ),
    ).toEqual([
      ['When is it open?', `${long} 1`],
      ['And on Sundays?', `${long} 22\nExcept in July and ${long}`],
      ['May I park?', `${long} 3`],
    ]);
  });

  it('reads columns parted by a comma, with quotes', async () => {
    expect(
      await readPairs('faq.txt', '"Is it free, really?","Yes, always."\nWhere is it,In the park\n'),
    ).toEqual([
      ['Is it free, really?', 'Yes, always.'],
      ['Where is it', 'In the park'],
    ]);
  });

  it('takes lines that ask for questions where nothing else marks them', async () => {
    expect(
      await readPairs(
        'faq.txt',
        'Can I bring a dog?\n\nNo, dogs are not allowed.\n\nIs there a café?\n\nYes.\n\nIt closes at five.\n',
      ),
    ).toEqual([
      ['Can I bring a dog?', 'No, dogs are not allowed.'],
      ['Is there a café?', 'Yes.\n\nIt closes at five.'],
    ]);
  });
});

describe('documents', () => {
  it('asks headings together with those above them, and keeps code and tables in the answer', async () => {
    const document = await readWritten(
      'pool.md',
      '# Pool\n\n## Opening hours\n\nFrom 9 to 5.\n\n```\n# not a heading\n```\n\n## Prices\n\n### How much for adults?\n\nFive euros.\n\n### Children\n\n| Age | Price |\n|---|---|\n| 3 | free |\n',
    );
    const { chunks } = await qa.chunk(document, {});
    expect(chunks.map(({ questions, headingPath }) => [questions, headingPath])).toEqual([
      [['Pool – Opening hours'], ['Pool']],
      [['How much for adults?'], ['Pool', 'Prices']],
      [['Pool – Prices – Children'], ['Pool', 'Prices']],
    ]);
    expect(chunks[0]!.text).toBe('**Pool – Opening hours**\n\nFrom 9 to 5.\n\n```\n# not a heading\n```');
    expect(chunks[2]!.text).toContain('| 3 | free |');
    for (const chunk of chunks) expect(chunk.kind).toBe('question_answer');
  });

  it('reads numbered questions with the answer in the same paragraph, as PDFs have them', async () => {
    const box = { page: 1, x0: 0.1, y0: 0.1, x1: 0.9, y1: 0.2 };
    const document = buildDocument(
      [
        { type: 'heading', level: 1, text: 'Parking', page: 1 },
        {
          type: 'list_item',
          marker: '1.',
          text: 'Where may I park? On the left side.',
          page: 1,
          boxes: [box],
        },
        { type: 'list_item', marker: '2.', text: 'Is it free?', page: 1, boxes: [box] },
        { type: 'paragraph', text: 'For residents only.', page: 2, boxes: [{ ...box, page: 2 }] },
      ],
      'pdf',
    );
    const { chunks } = await qa.chunk(document, {});
    expect(chunks.map(pairOf)).toEqual([
      ['Where may I park?', 'On the left side.'],
      ['Is it free?', 'For residents only.'],
    ]);
    expect(chunks[1]).toMatchObject({ page: 1, pageEnd: 2, headingPath: ['Parking'] });
  });

  it('takes numbers that count up for questions where nothing asks', async () => {
    const document = buildDocument(
      ['Fees', 'Deadlines', 'Appeals'].flatMap((text, index) => [
        { type: 'paragraph' as const, text: `${index + 1}. ${text}` },
        { type: 'paragraph' as const, text: `All about ${text.toLowerCase()}.` },
      ]),
      'pdf',
    );
    const { chunks } = await qa.chunk(document, {});
    expect(chunks.map(pairOf)).toEqual([
      ['Fees', 'All about fees.'],
      ['Deadlines', 'All about deadlines.'],
      ['Appeals', 'All about appeals.'],
    ]);
  });
});

describe('sheets', () => {
  const SHEET =
    'Thème;Question;Réponse;Mots-clés\nPiscine;Quand ouvre la piscine ?;À 9 h.;horaires, piscine\nPiscine;;Sauf le lundi.;\nMairie;Où est la mairie ?;Place centrale.;adresse\nMairie;Sans réponse ?;;\n';

  it('finds the columns by their names; tags become keywords, other columns stay', async () => {
    const { chunks, notes } = await qa.chunk(await readWritten('faq.csv', SHEET), {});
    expect(chunks.map(({ text }) => text)).toEqual([
      '**Quand ouvre la piscine ?**\n\nÀ 9 h.\n\nSauf le lundi.\n\nThème: Piscine',
      '**Où est la mairie ?**\n\nPlace centrale.\n\nThème: Mairie',
      'Sans réponse ?\n\nThème: Mairie',
    ]);
    expect(chunks[0]!.keywords).toEqual(['horaires', 'piscine']);
    expect(chunks[2]!.kind).toBe('table');
    expect(notes).toEqual([{ key: 'qa_without_pair', details: { count: 1 } }]);
  });

  it('takes the first two columns where no row names them, the first row too', async () => {
    expect(
      await readPairs('faq.csv', 'What is it?;A pool\nIs it deep?;Two metres\nIs it warm?;Yes, 27 degrees\n'),
    ).toEqual([
      ['What is it?', 'A pool'],
      ['Is it deep?', 'Two metres'],
      ['Is it warm?', 'Yes, 27 degrees'],
    ]);
  });

  it('passes over a row of other names', async () => {
    expect(await readPairs('faq.csv', 'Thema;Text\nWhat is it?;A pool\nIs it deep?;Two metres\n')).toEqual([
      ['What is it?', 'A pool'],
      ['Is it deep?', 'Two metres'],
    ]);
  });
});

it('cuts a long answer, and asks the question with every part', async () => {
  const answer = Array.from({ length: 12 }, (_, i) => `${buildWords(10, i * 10)}.`).join('\n\n');
  const { chunks } = await qa.chunk(await readWritten('faq.md', `# What is said?\n\n${answer}\n`), {
    chunkTokenNumber: 100,
  });
  expect(chunks.length).toBeGreaterThan(2);
  for (const chunk of chunks) {
    expect(chunk.tokens).toBeLessThanOrEqual(100);
    expect(chunk.text).toMatch(/^\*\*What is said\?\*\*\n\nword/);
    expect(chunk.questions).toEqual(['What is said?']);
  }
});

it('keeps a text without a question as text', async () => {
  const document = await readDocument({
    name: 'a.txt',
    bytes: Buffer.from('Just some words without a mark.'),
  });
  expect((await qa.chunk(document, {})).chunks).toMatchObject([
    { kind: 'text', text: 'Just some words without a mark.' },
  ]);
});
