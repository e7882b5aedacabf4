import { describe, expect, it } from 'vitest';
import type { Line, PageDraft } from '../page/page-draft.ts';
import { attachCaptions } from './captions.ts';
import type { Element } from './element.ts';
import { gatherFormulas } from './formulas.ts';

const page: PageDraft = { number: 1, width: 600, height: 800, items: [] };

function element(type: Element['type'], text: string, [y0, y1]: [number, number], x0 = 50): Element {
  const box = { x0, y0, x1: x0 + 200, y1 };
  return {
    type,
    text,
    lines: [],
    parts: [{ page, box, direction: 0 }],
    ...(type === 'table' ? { table: { rows: [[{ text: 'a' }]] } } : {}),
    ...(type === 'image' ? { image: { alt: 'lettering' } } : {}),
  };
}

const outline = (elements: Element[]) => elements.map(({ type, text }) => `${type} ${text}`.trim());

describe('attachCaptions', () => {
  it('gives a caption to the thing of its own kind', () => {
    const image = element('image', 'lettering', [100, 200]);
    const caption = element('paragraph', 'Table 2: What the ducks weigh', [205, 215]);
    const table = element('table', '', [225, 300]);
    const tied = attachCaptions([image, caption, table]);
    expect(caption.type).toBe('caption');
    expect(table.table!.caption).toBe('Table 2: What the ducks weigh');
    expect(image.image!.alt).toBe('lettering');
    expect(tied).toHaveLength(3);
  });

  it('names a figure by its caption and keeps its lettering as text', () => {
    const image = element('image', 'lettering', [100, 200]);
    attachCaptions([image, element('paragraph', 'Figure 3. Weight by age', [205, 215])]);
    expect([image.image!.alt, image.text]).toEqual(['Figure 3. Weight by age', 'lettering']);
  });

  it('brings a caption to a figure that is stored elsewhere', () => {
    const prose = element('paragraph', 'Some text in the other column', [100, 300], 300);
    const elements = [
      element('image', '', [100, 200]),
      prose,
      element('paragraph', 'Abbildung 1: Enten', [210, 220]),
    ];
    expect(outline(attachCaptions(elements))).toEqual([
      'image',
      'caption Abbildung 1: Enten',
      'paragraph Some text in the other column',
    ]);
  });

  it('gives each figure one caption, and leaves sentences that begin like one', () => {
    const first = element('image', '', [100, 200]);
    const second = element('image', '', [240, 340]);
    const sentence = element('paragraph', 'Figure 1 shows how ducks grow in their first year', [400, 410]);
    const elements = [
      first,
      element('paragraph', '图 1 鸭子', [205, 215]),
      second,
      element('paragraph', 'Figure 2: Geese', [345, 355]),
      sentence,
    ];
    attachCaptions(elements);
    expect([first.image!.alt, second.image!.alt, sentence.type]).toEqual([
      '图 1 鸭子',
      'Figure 2: Geese',
      'paragraph',
    ]);
  });
});

describe('gatherFormulas', () => {
  function line(text: string, [x0, y0, x1]: [number, number, number], mathShare = 0): Line {
    return {
      kind: 'line',
      text,
      x0,
      y0,
      x1,
      y1: y0 + 10,
      size: 10,
      bold: false,
      italic: false,
      fixedPitch: false,
      mathShare,
      direction: 0,
      markedContent: -1,
      hidden: false,
      firstWordWidth: 10,
      firstSize: 10,
      firstBold: false,
      stem: 0,
      firstStem: 0,
    };
  }
  const prose = (y: number, text = 'Words that fill the line from edge to edge') => line(text, [50, y, 300]);

  it('makes one item of the lines of a formula set apart', () => {
    const items = gatherFormulas([
      prose(100),
      line('E = mc', [120, 120, 180], 0.9),
      line('2', [181, 116, 185], 0.5),
      prose(140),
    ]);
    expect(items.map((item) => item.kind)).toEqual(['line', 'formula', 'line']);
    expect(items[1]).toMatchObject({ text: 'E = mc 2', x0: 120, y0: 116, x1: 185, y1: 130 });
  });

  it('leaves a paragraph its first and last lines', () => {
    const lines = [
      line('Let x = y + z be the', [60, 100, 300], 0.6),
      prose(112),
      line('p(x) = 1.', [50, 124, 100], 0.8),
      prose(150),
    ];
    expect(gatherFormulas(lines)).toEqual(lines);
  });
});
