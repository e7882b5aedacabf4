import { AppError, type MindMapNode as Node } from '@lectern/contract';
import type { MindMapNode } from '@lectern/knowledge-graph';
import { and, asc, eq, notInArray } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ChunkRow, chunks } from '../documents/chunks/chunk.table.ts';
import { loadReadableDocument } from '../documents/readable-document.service.ts';
import type { DrawMindMapTask } from './build/graph-work.ts';

/** Of a longer document the map shows the beginning. */
const mostPassages = 2_000;

/** What the map needs of a passage. */
export const shownOfPassage = {
  id: chunks.id,
  text: chunks.text,
  headingPath: chunks.headingPath,
  keywords: chunks.keywords,
  page: chunks.page,
  boxes: chunks.boxes,
  charStart: chunks.charStart,
  charEnd: chunks.charEnd,
};
type Passage = Pick<ChunkRow, keyof typeof shownOfPassage>;

/** A document as a tree. Drawn in a parser process, since thousands of passages take seconds to go through. */
export async function readMindMap(
  { database, parsers }: Platform,
  actor: Actor,
  documentId: string,
  signal: AbortSignal,
): Promise<{ nodes: Node[] }> {
  const { title, rows } = await database.withActor(actor, async (tx) => {
    const { document } = await loadReadableDocument(tx, actor, documentId);
    if (document.activeVersion === 0) throw new AppError('document.not_parsed');
    const rows = await tx
      .select(shownOfPassage)
      .from(chunks)
      .where(
        and(
          eq(chunks.documentId, documentId),
          eq(chunks.version, document.activeVersion),
          notInArray(chunks.kind, ['contents', 'summary']),
        ),
      )
      .orderBy(asc(chunks.ordinal))
      .limit(mostPassages);
    return { title: document.title ?? document.name.replace(/\.[^.]+$/, ''), rows };
  });
  const task: DrawMindMapTask = {
    title,
    passages: rows.map(({ id, text, headingPath, keywords }) => ({ id, text, headingPath, keywords })),
  };
  const root = await parsers.run<MindMapNode>('drawMindMap', task, { signal });
  return { nodes: listNodes(root, rows) };
}

/** The tree as a list, each node with the place of its first passage. */
export function listNodes(root: MindMapNode, rows: readonly Passage[]): Node[] {
  const places = new Map(rows.map((row) => [row.id, row]));
  const nodes: Node[] = [];
  const add = ({ label, kind, chunkId, children }: MindMapNode, parent: number | null) => {
    const at = nodes.length;
    const place = chunkId === null ? undefined : places.get(chunkId);
    nodes.push({
      parent,
      label,
      kind,
      chunkId,
      page: place?.page ?? null,
      boxes: place?.boxes ?? [],
      charRange:
        place && place.charStart !== null && place.charEnd !== null
          ? { start: place.charStart, end: place.charEnd }
          : null,
    });
    for (const child of children) add(child, at);
  };
  add(root, null);
  return nodes;
}
