import { expect, test } from 'vitest';
import { drawMindMap, type MindMapNode } from './mind-map.ts';

const passage = (id: string, headingPath: string[], text: string, keywords: string[] = []) => ({
  id,
  headingPath,
  text,
  keywords,
});
const labels = (node: MindMapNode): unknown[] =>
  node.children.map((child) => (child.kind === 'heading' ? [child.label, labels(child)] : child.label));

test('headings make the tree, and passages their terms', () => {
  const map = drawMindMap('Harbour guide', [
    passage('1', ['Harbour guide', 'Safety'], 'The Harbour Office is run by Dr. Anna Berg.', ['inspection']),
    passage('2', ['Harbour guide', 'Safety', 'Boats'], 'Boats must be checked by Peter Holm.'),
    passage('3', ['Harbour guide', 'Fees'], 'The fee is due in Port Laney.'),
  ]);
  expect(map).toMatchObject({ label: 'Harbour guide', kind: 'document', chunkId: '1' });
  expect(labels(map)).toEqual(
    [
      ['Safety', [['Boats', ['Peter Holm']], 'Anna Berg', 'inspection', 'Harbour Office'].sort()],
      ['Fees', ['Port Laney']],
    ].map((entry) => [entry[0], expect.arrayContaining(entry[1] as unknown[])]),
  );
  expect(map.children[0]).toMatchObject({ kind: 'heading', chunkId: '1' });
});

test('headings inside a passage are branches of their own', () => {
  const map = drawMindMap('Guide', [
    passage(
      '1',
      ['Harbour'],
      '# Harbour\n\nAnna Berg.\n\n## Boats\n\nPeter Holm.\n\n## Fees\n\n### Late **fees**\n\nOslo pays.',
    ),
  ]);
  const harbour = map.children[0]!;
  expect(harbour.label).toBe('Harbour');
  const headings = harbour.children.filter(({ kind }) => kind === 'heading');
  expect(headings.map(({ label }) => label)).toEqual(['Boats', 'Fees']);
  expect(headings[1]!.children[0]).toMatchObject({ label: 'Late fees', kind: 'heading', chunkId: '1' });
});

test('a document without headings shows its terms, an empty one itself', () => {
  const map = drawMindMap('Note', [passage('1', [], 'Anna Berg met Peter Holm in Oslo.')]);
  expect(map.children.map(({ label }) => label).sort()).toEqual(['Anna Berg', 'Oslo', 'Peter Holm']);
  expect(drawMindMap('Empty', [])).toEqual({ label: 'Empty', kind: 'document', chunkId: null, children: [] });
});

test('of very many headings the deepest are left out', () => {
  const passages = Array.from({ length: 600 }, (_, n) =>
    passage(String(n), [`Part ${n % 6}`, `Section ${n}`], `Text ${n}.`),
  );
  const map = drawMindMap('Long', passages, { maxHeadings: 100 });
  expect(map.children.filter(({ kind }) => kind === 'heading')).toHaveLength(6);
  expect(map.children[0]!.children.filter(({ kind }) => kind === 'heading')).toEqual([]);
});
