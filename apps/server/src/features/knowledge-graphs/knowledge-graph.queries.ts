import { and, asc, count, desc, eq, gte, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import { chunks } from '../documents/chunks/chunk.table.ts';
import { documents } from '../documents/document.table.ts';
import { hasActiveChunks, isActiveChunk } from './active-chunks.ts';
import {
  type GraphEntityRow,
  graphCommunities,
  graphEntities,
  graphMentions,
  graphRelations,
  graphStatements,
} from './graph-parts.table.ts';
import { type KnowledgeGraphRow, knowledgeGraphs } from './knowledge-graph.table.ts';

export async function findGraph(tx: Tx, knowledgeBaseId: string): Promise<KnowledgeGraphRow | undefined> {
  const [row] = await tx
    .select()
    .from(knowledgeGraphs)
    .where(eq(knowledgeGraphs.knowledgeBaseId, knowledgeBaseId));
  return row;
}

/** Entities of the build that answers, while a chunk that names them is there. */
function ofActiveBuild(graph: KnowledgeGraphRow): SQL | undefined {
  return and(
    eq(graphEntities.knowledgeBaseId, graph.knowledgeBaseId),
    eq(graphEntities.build, graph.activeBuild),
    sql`exists (select 1 from ${graphMentions} where ${graphMentions.entityId} = ${graphEntities.id}
      and ${isActiveChunk(sql`${graphMentions.chunkId}`)})`,
  );
}

export async function listEntityRows(
  tx: Tx,
  graph: KnowledgeGraphRow,
  filter: { search?: string | undefined; type?: string | undefined; page: number; pageSize: number },
) {
  const pattern = filter.search ? likePattern(filter.search) : undefined;
  const where = and(
    ofActiveBuild(graph),
    filter.type ? eq(graphEntities.type, filter.type) : undefined,
    pattern
      ? or(
          ilike(graphEntities.name, pattern),
          sql`array_to_string(${graphEntities.aliases}, E'\n') ilike ${pattern}`,
        )
      : undefined,
  );
  const [total] = await tx.select({ count: count() }).from(graphEntities).where(where);
  const rows = await tx
    .select()
    .from(graphEntities)
    .where(where)
    .orderBy(desc(graphEntities.rank), asc(graphEntities.id))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  return { rows, total: total?.count ?? 0 };
}

export async function countTypes(
  tx: Tx,
  graph: KnowledgeGraphRow,
): Promise<{ type: string; count: number }[]> {
  const counted = count();
  return tx
    .select({ type: graphEntities.type, count: counted })
    .from(graphEntities)
    .where(ofActiveBuild(graph))
    .groupBy(graphEntities.type)
    .orderBy(desc(counted), asc(graphEntities.type))
    .limit(64);
}

export async function readNetwork(tx: Tx, graph: KnowledgeGraphRow, limit: number) {
  const nodes = await tx
    .select()
    .from(graphEntities)
    .where(ofActiveBuild(graph))
    .orderBy(desc(graphEntities.rank), asc(graphEntities.id))
    .limit(limit);
  const ids = sql.param(nodes.map(({ id }) => id));
  const edges = await tx
    .select({
      sourceId: graphRelations.sourceId,
      targetId: graphRelations.targetId,
      weight: graphRelations.weight,
    })
    .from(graphRelations)
    .where(
      and(
        eq(graphRelations.knowledgeBaseId, graph.knowledgeBaseId),
        eq(graphRelations.build, graph.activeBuild),
        sql`${graphRelations.sourceId} = any(${ids}::uuid[]) and ${graphRelations.targetId} = any(${ids}::uuid[])`,
      ),
    );
  const communities = await tx
    .select({
      number: graphCommunities.number,
      // A title in a model's words says what the chunks said that it was written over.
      title: sql<string>`case when ${hasActiveChunks(sql`${graphCommunities.chunkIds}`)} then ${graphCommunities.title} else '' end`,
      size: graphCommunities.size,
    })
    .from(graphCommunities)
    .where(
      and(
        eq(graphCommunities.knowledgeBaseId, graph.knowledgeBaseId),
        eq(graphCommunities.build, graph.activeBuild),
        gte(graphCommunities.number, 0),
      ),
    )
    .orderBy(asc(graphCommunities.number))
    .limit(200);
  return { nodes, edges, communities };
}

export async function findEntity(
  tx: Tx,
  graph: KnowledgeGraphRow,
  id: string,
): Promise<GraphEntityRow | undefined> {
  const [row] = await tx
    .select()
    .from(graphEntities)
    .where(and(ofActiveBuild(graph), eq(graphEntities.id, id)));
  return row;
}

const mostSources = 60;
const mostNeighbours = 60;

export async function listSources(tx: Tx, entityId: string) {
  return tx
    .select({
      chunkId: chunks.id,
      documentId: documents.id,
      documentName: documents.name,
      headingPath: chunks.headingPath,
      page: chunks.page,
      boxes: chunks.boxes,
      charStart: chunks.charStart,
      charEnd: chunks.charEnd,
      text: chunks.text,
      description: graphMentions.description,
    })
    .from(graphMentions)
    .innerJoin(chunks, eq(chunks.id, graphMentions.chunkId))
    .innerJoin(documents, eq(documents.id, chunks.documentId))
    .where(and(eq(graphMentions.entityId, entityId), isActiveChunk(sql`${graphMentions.chunkId}`)))
    .orderBy(sql`${graphMentions.description} = ''`, asc(documents.createdAt), asc(chunks.ordinal))
    .limit(mostSources);
}

export async function listNeighbours(tx: Tx, entity: GraphEntityRow) {
  const relations = await tx
    .select()
    .from(graphRelations)
    .where(or(eq(graphRelations.sourceId, entity.id), eq(graphRelations.targetId, entity.id)))
    .orderBy(desc(graphRelations.weight))
    .limit(mostNeighbours);
  if (relations.length === 0) return [];
  const otherOf = ({ sourceId, targetId }: { sourceId: string; targetId: string }) =>
    sourceId === entity.id ? targetId : sourceId;
  const others = await tx
    .select()
    .from(graphEntities)
    .where(
      and(
        inArray(graphEntities.id, relations.map(otherOf)),
        sql`exists (select 1 from ${graphMentions} where ${graphMentions.entityId} = ${graphEntities.id}
          and ${isActiveChunk(sql`${graphMentions.chunkId}`)})`,
      ),
    );
  const statements = await tx
    .select()
    .from(graphStatements)
    .where(
      and(
        inArray(
          graphStatements.relationId,
          relations.map(({ id }) => id),
        ),
        isActiveChunk(sql`${graphStatements.chunkId}`),
      ),
    );
  const byId = new Map(others.map((other) => [other.id, other]));
  return relations.flatMap((relation) => {
    const other = byId.get(otherOf(relation));
    const own = statements.filter(({ relationId }) => relationId === relation.id);
    return other ? [{ other, relation, statements: own }] : [];
  });
}

export async function findReport(tx: Tx, graph: KnowledgeGraphRow, community: number | null) {
  if (community === null) return undefined;
  const [row] = await tx
    .select({ title: graphCommunities.title, text: graphCommunities.report })
    .from(graphCommunities)
    .where(
      and(
        eq(graphCommunities.knowledgeBaseId, graph.knowledgeBaseId),
        eq(graphCommunities.build, graph.activeBuild),
        eq(graphCommunities.number, community),
        hasActiveChunks(sql`${graphCommunities.chunkIds}`),
      ),
    );
  return row?.text ? { title: row.title, text: row.text } : undefined;
}
