import { type BlockInput, readDocument } from '@lectern/parsing';
import { readRealDocument, testOnRealDocuments } from '@lectern/testing/real-documents';
import { describe, expect, it } from 'vitest';
import { buildDocument, buildWords } from '../testing/build-document.ts';
import { manual } from './manual.ts';

const heading = (text: string, level: number): BlockInput => ({ type: 'heading', text, level });
const paragraph = (text: string): BlockInput => ({ type: 'paragraph', text });
const step = (number: number, text: string): BlockInput => ({
  type: 'list_item',
  text,
  marker: `${number}.`,
  level: 1,
});

async function cut(blocks: BlockInput[], chunkTokenNumber: number): Promise<string[]> {
  return (await manual.chunk(buildDocument(blocks), { chunkTokenNumber })).chunks.map(({ text }) => text);
}

const procedure: BlockInput[] = [
  paragraph('To change the filter:'),
  step(1, 'Switch the device off and wait ten minutes.'),
  paragraph('WARNING: hot surfaces burn. Wear gloves.'),
  step(2, 'Open the cover with the key that came with the device.'),
  step(3, 'Take the old filter out and put the new one in.'),
];

describe('procedures', () => {
  it('stay whole with the sentence before them and their warnings', async () => {
    const texts = await cut([heading('Filter', 1), paragraph(buildWords(100)), ...procedure], 240);
    expect(texts).toHaveLength(2);
    expect(texts[1]).toMatch(/^To change the filter:.*new one in\.$/s);
  });

  it('that are too long are cut between steps, and a warning stays with its step', async () => {
    const long = Array.from({ length: 6 }, (_, index) => [
      paragraph(`Attention : danger ${index}.`),
      step(index + 1, `Étape longue. ${buildWords(14)}`),
    ]).flat();
    const texts = await cut([heading('Entretien', 1), ...long], 110);
    expect(texts.length).toBeGreaterThan(2);
    for (const text of texts) expect(text).not.toMatch(/Attention : danger \d\.$/);
  });
});

it('keeps tables and figures whole with their captions', async () => {
  const row = (index: number) => [{ text: `part ${index}` }, { text: `${index * 3} kg` }];
  const table: BlockInput = {
    type: 'table',
    table: {
      rows: [
        [
          { text: 'Part', header: true },
          { text: 'Weight', header: true },
        ],
        ...[1, 2, 3, 4, 5].map(row),
      ],
    },
  };
  for (const words of [30, 60, 70, 80]) {
    const texts = await cut(
      [
        heading('Parts', 1),
        paragraph(buildWords(words)),
        { type: 'caption', text: 'Table 3: Weights' },
        table,
      ],
      240,
    );
    expect(texts.at(-1)).toMatch(/Table 3: Weights\n\n\| Part \| Weight \|.*part 1.*part 5/s);
  }
});

it('takes labels such as CAUTION for no headings, and keeps them with what they warn of', async () => {
  const texts = await cut(
    [
      heading('Cleaning', 1),
      paragraph(buildWords(60)),
      heading('CAUTION', 4),
      paragraph('Never use acid.'),
      paragraph(buildWords(60, 100)),
    ],
    160,
  );
  expect(texts.find((text) => text.includes('CAUTION'))).toContain('Never use acid.');
});

testOnRealDocuments(
  'cuts a tax guide by its headings: each of the outline heads or paths a chunk',
  async () => {
    const name = 's02-irs-publication-15.pdf';
    const document = await readDocument(readRealDocument(name));
    const { chunks } = await manual.chunk(document, {});
    const paths = new Set(chunks.flatMap(({ headingPath }) => headingPath));
    for (const title of ['Recordkeeping', '2. Who Are Employees?', '11. Depositing Taxes', 'When To Deposit'])
      expect(paths).toContain(title);
    const blocks = document.blocks.filter(({ type }) => !type.startsWith('page_'));
    for (const { blockIds, tokens } of chunks) {
      expect(tokens).toBeLessThanOrEqual(768);
      // A heading ends a chunk only where no text is below it.
      const last = blocks.findIndex(({ id }) => id === blockIds.at(-1));
      if (blocks[last]!.type === 'heading') expect([undefined, 'heading']).toContain(blocks[last + 1]?.type);
    }
  },
);
