type Node = { type: string; value?: string; children?: Node[]; data?: Record<string, unknown> };

const marker = /\[(\d{1,3})\]/g;

function splitText(value: string): Node[] {
  const nodes: Node[] = [];
  let end = 0;
  for (const match of value.matchAll(marker)) {
    if (match.index > end) nodes.push({ type: 'text', value: value.slice(end, match.index) });
    nodes.push({
      type: 'citation',
      data: { hName: 'cite' },
      children: [{ type: 'text', value: match[1] ?? '' }],
    });
    end = match.index + match[0].length;
  }
  if (end < value.length) nodes.push({ type: 'text', value: value.slice(end) });
  return nodes;
}

function walk(node: Node): void {
  if (!node.children) return;
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text' && child.value?.includes('[')) return splitText(child.value);
    if (child.type !== 'link') walk(child);
    return [child];
  });
}

/** A remark plugin: `[3]` in running text becomes a `cite` element; code, formulas and links stay as they are. */
export function markCitations() {
  return (tree: unknown) => walk(tree as Node);
}
