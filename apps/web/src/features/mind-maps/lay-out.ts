import { hierarchy, tree } from 'd3-hierarchy';
import type { MapNode } from './map-tree.ts';

export type Placed = { node: MapNode; x: number; y: number; width: number; depth: number };
export type Branch = { key: number; path: string };
export type Layout = {
  placed: Placed[];
  branches: Branch[];
  bounds: { left: number; top: number; width: number; height: number };
};

const lineHeight = 30;
const gap = 44;
const mostWidth = 300;
const padding = 16;
const letterWidth = 7.5;
const capitalWidth = 9.5;
const wideLetterWidth = 13.5;
const knob = 14;

/** What a label takes, without asking the browser for each of hundreds. */
export function widthOf({ label, children }: Pick<MapNode, 'label' | 'children'>): number {
  let width = 26 + (children.length > 0 ? knob : 0);
  for (const letter of label)
    width +=
      letter > '\u2e80' ? wideLetterWidth : /[\p{Lu}\p{Nd}]/u.test(letter) ? capitalWidth : letterWidth;
  return Math.min(mostWidth, width);
}

/** A tidy tree from left to right; each depth begins where the widest label before it ends. */
export function layOut(root: MapNode, folded: ReadonlySet<number>): Layout {
  const laidOut = tree<MapNode>().nodeSize([lineHeight, 1])(
    hierarchy(root, (node) => (folded.has(node.place) ? [] : node.children)),
  );
  const widths: number[] = [];
  laidOut.each(({ depth, data }) => {
    widths[depth] = Math.max(widths[depth] ?? 0, widthOf(data));
  });
  const starts = widths.map((_, depth) =>
    widths.slice(0, depth).reduce((sum, width) => sum + width + gap, 0),
  );
  const placed: Placed[] = [];
  const branches: Branch[] = [];
  const startOf = (depth: number) => starts[depth] ?? 0;
  // d3 grows trees downwards; this one grows to the right.
  laidOut.each(({ x, depth, data, parent }) => {
    const width = widthOf(data);
    placed.push({ node: data, x: startOf(depth), y: x, width, depth });
    if (!parent) return;
    const from = startOf(parent.depth) + widthOf(parent.data);
    const to = startOf(depth);
    const middle = to - gap / 2;
    branches.push({
      key: data.place,
      path: `M${from},${parent.x} H${middle - gap / 2} C${middle},${parent.x} ${middle},${x} ${to},${x}`,
    });
  });
  const tops = placed.map(({ y }) => y);
  const right = Math.max(...placed.map(({ x, width }) => x + width));
  const top = Math.min(...tops) - lineHeight / 2 - padding;
  return {
    placed,
    branches,
    bounds: {
      left: -padding,
      top,
      width: right + 2 * padding,
      height: Math.max(...tops) + lineHeight / 2 + padding - top,
    },
  };
}
