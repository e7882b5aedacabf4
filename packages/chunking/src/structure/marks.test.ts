import { describe, expect, it } from 'vitest';
import { readMark } from './marks.ts';
import { readChinese, readRoman } from './numerals.ts';

describe('numbers at the head of a line', () => {
  it.each([
    ['Livre II', 'book', [2]],
    ['TITRE PREMIER', 'title', [1]],
    ['PREMIÈRE PARTIE', 'part', [1]],
    ['Chapitre Deux – De la voirie', 'chapter', [2]],
    ['Sous-section 2 Bruit', 'subsection', [2]],
    ['Article L. 123-4', 'article', [123, 4]],
    ['Article 1er - Objet', 'article', [1]],
    ['Article 12 bis (abrogé)', 'article', [12, 1]],
    ['Art. 12 – Chiens', 'article', [12]],
    ['Alinéa 2', 'clause', [2]],
    ['Annexe C – Carte', 'annex', [3]],
    ['PART ONE', 'part', [1]],
    ['Chapter IV. Of dogs', 'chapter', [4]],
    ['DIVISION 3 — NOISE', 'division', [3]],
    ['Section 2.1 – Dogs', 'section', [2, 1]],
    ['Sec. 4. Dogs', 'article', [4]],
    ['§ 12 Dogs', 'article', [12]],
    ['Schedule 1', 'annex', [1]],
    ['第二编 合同', 'part', [2]],
    ['第十二章 总则', 'chapter', [12]],
    ['第一百零三条　本法', 'article', [103]],
    ['一、总则', 'chinese1', [1]],
    ['（三）范围', 'chinese2', [3]],
    ['附件1', 'annex', [1]],
    ['1. Le truc', 'decimal1', [1]],
    ['1.1 Titre', 'decimal2', [1, 1]],
    ['3.2.1. Titre', 'decimal3', [3, 2, 1]],
    ['1) truc', 'item', [1]],
    ['IV. Findings', 'roman', [4]],
    ['C. Dogs', 'letter', [3]],
    ['b) truc', 'item', [2]],
    ['2° truc', 'item', [2]],
    ['(ii) a person', 'subitem', [2]],
  ])('reads %s', (line, kind, number) => {
    expect(readMark(line)).toMatchObject({ kind, number });
  });

  it.each([
    "Article 12 du règlement s'applique",
    'Section 4 of this Act applies',
    'Section 12(1) applies',
    '12 months after the day',
    '1.5 million dollars',
    'Particular care is taken',
    'Sections',
    'Book a room in time',
    'MODIFIÉ',
  ])('takes %s for text', (line) => {
    expect(readMark(line)).toBeUndefined();
  });

  it('parts label and title', () => {
    expect(readMark('ARTICLE 4 : DÉFINITIONS')).toMatchObject({ label: 'ARTICLE 4', rest: 'DÉFINITIONS' });
    expect(readMark('2.1. Height')).toMatchObject({ label: '2.1.', rest: 'Height' });
  });
});

it('reads Roman and Chinese numerals', () => {
  expect(['I', 'iv', 'XIX', 'XLII', 'ABC'].map(readRoman)).toEqual([1, 4, 19, 42, undefined]);
  expect(['十', '十二', '二十', '一百零三', '两千', '３'].map(readChinese)).toEqual([
    10, 12, 20, 103, 2000, 3,
  ]);
});
