/** A range of characters of the Markdown text, drawn by `renderRange` of the Markdown component. */
export type MarkedRange = { start: number; end: number; key: string };

type Point = { offset?: number };
type Node = {
  type: string;
  value?: string;
  children?: Node[];
  data?: Record<string, unknown>;
  position?: { start: Point; end: Point };
};

function splitText(node: Node, ranges: readonly MarkedRange[]): Node[] {
  const value = node.value ?? '';
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  // Escapes and entities are shorter than their source: such a piece is left unmarked.
  if (start === undefined || end === undefined || end - start !== value.length) return [node];
  const nodes: Node[] = [];
  let at = 0;
  for (const range of ranges) {
    const from = Math.max(at, range.start - start);
    const to = Math.min(value.length, range.end - start);
    if (from >= to) continue;
    if (from > at) nodes.push({ type: 'text', value: value.slice(at, from) });
    nodes.push({
      type: 'range',
      data: { hName: 'mark', hProperties: { 'data-key': range.key } },
      children: [{ type: 'text', value: value.slice(from, to) }],
    });
    at = to;
  }
  if (at < value.length) nodes.push({ type: 'text', value: value.slice(at) });
  return nodes;
}

function walk(node: Node, ranges: readonly MarkedRange[]): void {
  if (!node.children) return;
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text') return splitText(child, ranges);
    walk(child, ranges);
    return [child];
  });
}

/** A remark plugin: the words of each range become `mark` elements; code and formulas stay as they are. */
export function markRanges(ranges: readonly MarkedRange[]) {
  return () => (tree: unknown) => walk(tree as Node, ranges);
}
