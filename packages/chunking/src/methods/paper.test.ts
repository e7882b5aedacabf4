import { type BlockInput, type ParsedDocument, readDocument } from '@lectern/parsing';
import { describeOnRealDocuments, readRealDocument } from '@lectern/testing/real-documents';
import { beforeAll, expect, it } from 'vitest';
import type { Chunk } from '../chunk.ts';
import { buildDocument, buildWords } from '../testing/build-document.ts';
import { paper } from './paper.ts';

const heading = (text: string, level: number): BlockInput => ({ type: 'heading', text, level });
const paragraph = (text: string): BlockInput => ({ type: 'paragraph', text });

describeOnRealDocuments('a paper of two columns', () => {
  let document: ParsedDocument;
  let chunks: Chunk[];
  let facts: Record<string, string> | undefined;

  beforeAll(async () => {
    document = await readDocument(readRealDocument('s01-dpr-paper-2-columns.pdf'));
    ({ chunks, facts } = await paper.chunk(document, {}));
  });

  it('has title, authors and abstract as facts', () => {
    expect(facts).toMatchObject({
      title: 'Dense Passage Retrieval for Open-Domain Question Answering',
      authors:
        'Vladimir Karpukhin, Barlas Oguz, Sewon Min, Patrick Lewis, Ledell Wu, Sergey Edunov, Danqi Chen, Wen-tau Yih',
    });
    expect(facts!.affiliation).toContain('University of Washington');
    expect(facts!.abstract).toMatch(/^Open-domain question answering relies on/);
  });

  it('has the abstract as one chunk of its own', () => {
    const found = chunks.filter(({ keywords }) => keywords.includes('abstract'));
    expect(found).toHaveLength(1);
    expect(found[0]!.text).toMatch(/^## Abstract\n\nOpen-domain.*benchmarks/s);
  });

  it('keeps references apart from the text, or leaves them out', async () => {
    const references = chunks.filter(({ keywords }) => keywords.includes('references'));
    expect(references.length).toBeGreaterThan(3);
    for (const { headingPath } of references) expect(headingPath.at(-1)).toBe('References');
    const without = (await paper.chunk(document, { keepReferences: false })).chunks;
    expect(without).toHaveLength(chunks.length - references.length);
    expect(without.map(({ ordinal }) => ordinal)).toEqual(without.map((_, index) => index));
    // Appendices come after the references and stay.
    expect(without.at(-1)!.headingPath.at(-1)).toBe('D Joint Training of Retriever and Reader');
  });

  it('never mixes two sections', () => {
    const sections = new Set([
      '1 Introduction',
      '2 Background',
      '3 Dense Passage Retriever (DPR)',
      '7 Related Work',
    ]);
    for (const { headingPath, text } of chunks) {
      const heads = text.split('\n').filter((line) => sections.has(line.replace(/^#+ /, '')));
      expect(heads.length).toBeLessThanOrEqual(1);
      expect(headingPath[0]).toBe('Dense Passage Retrieval for Open-Domain Question Answering');
    }
  });
});

it('finds an abstract that is a paragraph, and French references', async () => {
  const { chunks, facts } = await paper.chunk(
    buildDocument([
      heading('La ponte des canards', 1),
      paragraph('Marie Côté, Jean-Luc Tremblay et Anne Roy'),
      paragraph('Département de biologie, Université du Nord'),
      paragraph('Résumé — Les canards pondent au printemps.'),
      heading('1. Introduction', 2),
      paragraph(buildWords(40)),
      heading('Références', 2),
      paragraph('Roy, A. (2020). Les oies.'),
    ]),
    {},
  );
  expect(facts).toEqual({
    title: 'La ponte des canards',
    authors: 'Marie Côté, Jean-Luc Tremblay, Anne Roy',
    affiliation: 'Département de biologie, Université du Nord',
    abstract: 'Les canards pondent au printemps.',
  });
  expect(chunks.map(({ keywords }) => keywords)).toEqual([[], ['abstract'], [], ['references']]);
});
