import { describe, expect, it } from 'vitest';
import { readHocr } from './hocr.ts';

const line = (title: string, ...words: string[]) =>
  [`<span class='ocr_line' id='line_1_1' title="${title}">`, ...words, '</span>'].join('\n');
const word = (box: string, text: string, confidence = 90) =>
  `<span class='ocrx_word' id='word_1_1' title='bbox ${box}; x_wconf ${confidence}'>${text}</span>`;

describe('readHocr', () => {
  it('reads lines with places, confidence and size as fractions', () => {
    const hocr = line(
      'bbox 100 100 400 130; baseline 0 -6; x_size 30; x_descenders 6; x_ascenders 8',
      word('100 100 200 130', 'Tom &amp;', 80),
      word('210 100 300 130', 'J&#39;s', 100),
    );
    expect(readHocr(hocr, 1000, 2000)).toEqual([
      {
        text: "Tom & J's",
        box: { x0: 0.1, y0: 0.05, x1: 0.3, y1: 0.065 },
        confidence: 0.88,
        size: 0.015,
      },
    ]);
  });

  it('parts a line at a wide gap, so that cells stay apart', () => {
    const hocr = line(
      'bbox 0 0 900 20; x_size 20',
      word('0 0 100 20', 'Sales'),
      word('500 0 560 20', '1,200'),
      word('800 0 860 20', '1,100'),
    );
    expect(readHocr(hocr, 1000, 1000).map(({ text }) => text)).toEqual(['Sales', '1,200', '1,100']);
  });

  it('writes Chinese without spaces and keeps those beside Latin', () => {
    const hocr = line(
      'bbox 0 0 200 20; x_size 40',
      word('0 0 40 20', '关于'),
      word('42 0 80 20', '浙江'),
      word('85 0 120 20', '2015'),
      word('122 0 140 20', '年'),
    );
    expect(readHocr(hocr, 1000, 1000)[0]).toMatchObject({ text: '关于浙江 2015 年', size: 0.02 });
  });

  it('knows which way a line runs', () => {
    const upwards = line(
      'bbox 0 0 20 200; textangle 90; x_size 20',
      word('0 110 20 200', 'first'),
      word('0 0 20 100', 'second'),
    );
    expect(readHocr(upwards, 1000, 1000)).toMatchObject([{ text: 'first second', direction: 3 }]);
    const over = line('bbox 0 0 200 20; textangle 180; x_size 20', word('0 0 90 20', 'x'));
    expect(readHocr(over, 1000, 1000)[0]!.direction).toBe(2);
  });

  it('takes nothing from what is no hOCR', () => {
    expect(readHocr('', 10, 10)).toEqual([]);
    expect(readHocr(word('5 5 5 5', 'flat'), 10, 10)).toEqual([]);
    expect(readHocr('<p>words</p>', 10, 10)).toEqual([]);
  });
});
