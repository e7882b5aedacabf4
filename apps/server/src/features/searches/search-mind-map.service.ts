import {
  AppError,
  type BodyOf,
  type drawSearchMindMap,
  type MindMapNode as Node,
  searchLimits,
} from '@lectern/contract';
import type { MindMapNode } from '@lectern/knowledge-graph';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { listSearchableKnowledgeBases } from '../assistants/assistant.queries.ts';
import { chunks } from '../documents/chunks/chunk.table.ts';
import { documents } from '../documents/document.table.ts';
import type { DrawMindMapTask } from '../knowledge-graphs/build/graph-work.ts';
import { listNodes, shownOfPassage } from '../knowledge-graphs/mind-map.service.ts';

/** What a search found as a tree: the question, the documents, their headings, and what their passages name. */
export async function drawMindMapOfSearch(
  { database, parsers }: Platform,
  actor: Actor,
  { question, chunkIds }: BodyOf<typeof drawSearchMindMap>,
  signal: AbortSignal,
): Promise<{ nodes: Node[] }> {
  const ids = [...new Set(chunkIds)];
  const found = await database.withActor(actor, async (tx) => {
    const rows = await tx
      .select({
        ...shownOfPassage,
        baseId: documents.knowledgeBaseId,
        title: documents.title,
        name: documents.name,
      })
      .from(chunks)
      .innerJoin(documents, and(eq(documents.id, chunks.documentId), isNull(documents.deletedAt)))
      .where(inArray(chunks.id, ids));
    const baseIds = [...new Set(rows.map(({ baseId }) => baseId))];
    const open = await listSearchableKnowledgeBases(tx, actor, {
      ids: baseIds,
      limit: searchLimits.maxBases,
    });
    const allowed = new Set(open.map(({ id }) => id));
    return rows.filter(({ baseId }) => allowed.has(baseId));
  });
  if (found.length < ids.length) throw new AppError('chunk.not_found');
  const byId = new Map(found.map((row) => [row.id, row]));
  const inOrder = ids.flatMap((id) => byId.get(id) ?? []);
  const task: DrawMindMapTask = {
    title: question,
    passages: inOrder.map(({ id, text, headingPath, keywords, title, name }) => ({
      id,
      text,
      headingPath: [title ?? name, ...headingPath.filter((heading) => heading !== title)],
      keywords,
    })),
  };
  const root = await parsers.run<MindMapNode>('drawMindMap', task, { signal });
  return { nodes: listNodes(root, inOrder) };
}
