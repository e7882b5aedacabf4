import type { MessageRow } from '../conversation.table.ts';

type Node = Pick<MessageRow, 'id' | 'parentId'>;

/** The messages from the first one to this one. */
export function pathTo<Row extends Node>(rows: Row[], id: string | null): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const path: Row[] = [];
  let row = id === null ? undefined : byId.get(id);
  while (row) {
    path.push(row);
    byId.delete(row.id);
    row = row.parentId === null ? undefined : byId.get(row.parentId);
  }
  return path.reverse();
}

/** The branch through this message, down to what was last said in it; the latest branch where it is gone. Rows are in their order. */
export function branchThrough<Row extends Node>(rows: Row[], id: string | null): Row[] {
  const newestChild = new Map(rows.map((row) => [row.parentId, row]));
  let leaf = rows.find((row) => row.id === id) ?? rows.at(-1);
  for (let steps = rows.length; leaf && steps > 0; steps--) {
    const child = newestChild.get(leaf.id);
    if (!child) break;
    leaf = child;
  }
  return pathTo(rows, leaf?.id ?? null);
}

/** The versions of a message: edited questions, and answers to the same question. */
export function listVersions<Row extends Node>(rows: Row[], row: Node): Row[] {
  return rows.filter(({ parentId }) => parentId === row.parentId);
}

/** A message and everything that was said after it. */
export function listSubtree<Row extends Node>(rows: Row[], id: string): Row[] {
  const ids = new Set([id]);
  // Rows are in the order in which they were written: a child comes after its parent.
  for (const row of rows) if (row.parentId !== null && ids.has(row.parentId)) ids.add(row.id);
  return rows.filter((row) => ids.has(row.id));
}
