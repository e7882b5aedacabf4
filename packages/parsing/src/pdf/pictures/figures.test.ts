import { describe, expect, it } from 'vitest';
import { buildPdf, draw } from '../../testing/build-pdf.ts';
import { readPdf } from '../read-pdf.ts';

type Drawn = [x: number, y: number, size: number, text: string];

/** Ten curves within 60 to 260 points across and 500 to 700 up. */
const drawing = Array.from(
  { length: 10 },
  (_, n) => `60 ${500 + n * 20} m 120 ${700 - n * 10} 200 ${500 + n * 10} 260 ${700 - n * 20} c S`,
).join('\n');

const readTexts = async (lines: Drawn[]) => {
  const { blocks } = await readPdf(buildPdf([{ content: `${drawing}\n${draw(...lines)}` }]));
  return blocks.map(({ type, text }) => (type === 'image' ? 'image' : text));
};

const beside = [
  'Your account number and the date when',
  'your payment is due are at the top of',
  'every page. Keep them to hand when you',
  'call us about the energy that you use.',
];

describe('text beside a figure', () => {
  it('is read as a whole when the lettering of the figure is stored between its lines', async () => {
    const labels = ['Inlet', 'Valve', 'Pump', 'Tank'];
    const lines = beside.flatMap((text, n): Drawn[] => [
      [120, 660 - n * 14, 10, labels[n] as string],
      [300, 660 - n * 14, 10, text],
    ]);
    expect((await readTexts(lines)).toSorted()).toEqual([beside.join(' '), 'image']);
  });

  it('is not torn when it runs across the edge of the figure', async () => {
    const lines = beside.map((text, n): Drawn => [150, 660 - n * 14, 10, text]);
    expect((await readTexts(lines)).join(' ')).toContain(beside.join(' '));
  });
});

it('joins the lines of a narrow column below a title that is wider', async () => {
  const lines: Drawn[] = [
    [50, 700, 20, 'A title that runs across the whole of the page'],
    [50, 672, 10, 'This column is narrow'],
    [50, 660, 10, 'and each of its lines'],
    [50, 648, 10, 'goes on in the next.'],
  ];
  const { blocks } = await readPdf(buildPdf([{ content: draw(...lines) }]));
  expect(blocks.at(-1)!.text).toBe('This column is narrow and each of its lines goes on in the next.');
});
