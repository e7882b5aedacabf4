import type { MindMapNode } from '@lectern/contract';

/** A node of the list with its children, by places in the list. */
export type MapNode = MindMapNode & { place: number; children: MapNode[] };

/** The tree of a list in which every parent comes before its children. */
export function buildTree(nodes: readonly MindMapNode[]): MapNode | undefined {
  const built: MapNode[] = [];
  for (const [place, node] of nodes.entries()) {
    const own: MapNode = { ...node, place, children: [] };
    built.push(own);
    if (node.parent !== null) built[node.parent]?.children.push(own);
  }
  return built[0];
}

/** More branches than these at once are hard to read. */
const mostOpen = 60;

/** Folded at first: all below the depth to which the tree can be read at a glance; the first branches are always open. */
export function foldDeep(root: MapNode): Set<number> {
  const folded = new Set<number>();
  let level = [root];
  let shown = 1;
  for (let depth = 0; level.length > 0; depth++) {
    const next = level.flatMap(({ children }) => children);
    if (depth > 0 && shown + next.length > mostOpen) {
      for (const { place, children } of level) if (children.length > 0) folded.add(place);
      break;
    }
    shown += next.length;
    level = next;
  }
  return folded;
}

/** Every node that has children, but the root. */
export function listFoldable(root: MapNode): number[] {
  return root.children.flatMap((child) => [
    ...(child.children.length > 0 ? [child.place] : []),
    ...listFoldable(child),
  ]);
}

/** What is to be seen, in the order of reading. */
export function listVisible(root: MapNode, folded: ReadonlySet<number>): MapNode[] {
  return [
    root,
    ...(folded.has(root.place) ? [] : root.children.flatMap((child) => listVisible(child, folded))),
  ];
}
