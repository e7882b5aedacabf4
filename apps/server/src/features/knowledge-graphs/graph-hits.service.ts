import { chooseNamed, questionKeys, spreadToChunks } from '@lectern/knowledge-graph';
import { analyzeQuery } from '@lectern/text-analysis';
import { and, desc, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { hasActiveChunks, isActiveChunk } from './active-chunks.ts';
import { graphCommunities, graphEntities, graphRelations } from './graph-parts.table.ts';
import { knowledgeGraphs } from './knowledge-graph.table.ts';

/** A chunk that the graph leads to from what the question names. */
export type GraphHit = {
  chunkId: string;
  documentId: string;
  knowledgeBaseId: string;
  /** 0–1, 1 for the chunk that it leads to most. */
  score: number;
  /** Names of the entities by which it was reached, the weightiest first. */
  entities: string[];
};

/** What a group of entities is about, written over these chunks. */
export type GraphOverview = { title: string; text: string; chunkIds: string[] };

export type GraphFindings = {
  hits: GraphHit[];
  /** Share of the question that names something of the graph, 0–1: how much its hits are to be believed. */
  coverage: number;
  overviews: GraphOverview[];
};

export const noGraphFindings: GraphFindings = { hits: [], coverage: 0, overviews: [] };

const mostCandidates = 64;
const mostNamed = 12;
const mostRelations = 200;
/** Chunks looked at of one entity: what is named everywhere leads nowhere. */
const chunksOfEntity = 200;
const mostHits = 60;
const mostEntities = 4;
const mostOverviews = 2;

/** Looks a question up in the graphs of bases: by the names in it alone, so that it costs no model call. */
export async function findInGraphs(
  tx: Tx,
  question: string,
  /** `within`: a condition on documents. */
  scope: { baseIds: string[]; within?: SQL | undefined },
): Promise<GraphFindings> {
  const keys = questionKeys(question);
  if (keys.length === 0 || scope.baseIds.length === 0) return noGraphFindings;
  const candidates = await tx
    .select({ entity: graphEntities, chunkCount: knowledgeGraphs.chunkCount })
    .from(graphEntities)
    .innerJoin(
      knowledgeGraphs,
      and(
        eq(knowledgeGraphs.knowledgeBaseId, graphEntities.knowledgeBaseId),
        eq(knowledgeGraphs.activeBuild, graphEntities.build),
      ),
    )
    .where(
      and(
        inArray(graphEntities.knowledgeBaseId, scope.baseIds),
        sql`${graphEntities.keys} && ${sql.param(keys)}::text[]`,
      ),
    )
    .orderBy(desc(graphEntities.rank))
    .limit(mostCandidates);
  const named = chooseNamed(
    question,
    candidates.map(({ entity }) => entity),
  ).slice(0, mostNamed);
  if (named.length === 0) return noGraphFindings;
  const namedIds = named.map(({ id }) => id);
  const relations = await tx
    .select()
    .from(graphRelations)
    .where(or(inArray(graphRelations.sourceId, namedIds), inArray(graphRelations.targetId, namedIds)))
    .orderBy(desc(graphRelations.weight))
    .limit(mostRelations);
  const neighbourIds = [...new Set(relations.flatMap(({ sourceId, targetId }) => [sourceId, targetId]))];
  const neighbours =
    neighbourIds.length === 0
      ? []
      : await tx.select().from(graphEntities).where(inArray(graphEntities.id, neighbourIds));
  const entities = [...new Map([...named, ...neighbours].map((entity) => [entity.id, entity])).values()];
  const mentions = await readMentions(
    tx,
    entities.map(({ id }) => id),
    scope.within,
  );
  const shown = new Set(mentions.map(({ chunkId }) => chunkId));
  const statements = await readStatements(
    tx,
    relations.map(({ id }) => id),
  );
  const ranked = spreadToChunks({
    named,
    neighbours,
    relations: relations.map(({ sourceId, targetId, weight }) => ({
      source: sourceId,
      target: targetId,
      weight,
    })),
    mentions,
    statements: statements.filter(({ chunkId }) => shown.has(chunkId)),
    chunks: Math.max(...candidates.map(({ chunkCount }) => chunkCount)),
  });
  const names = new Map(entities.map(({ id, name }) => [id, name]));
  const places = new Map(mentions.map((mention) => [mention.chunkId, mention]));
  return {
    hits: ranked.slice(0, mostHits).flatMap(({ chunkId, score, entityIds }): GraphHit[] => {
      const place = places.get(chunkId);
      if (!place) return [];
      const { documentId, knowledgeBaseId } = place;
      const reached = entityIds.map((id) => names.get(id) ?? '').slice(0, mostEntities);
      return [{ chunkId, documentId, knowledgeBaseId, score, entities: reached }];
    }),
    coverage: coverageOf(
      question,
      named.map(({ name }) => name),
    ),
    // They are written over all documents.
    overviews: scope.within ? [] : await readOverviews(tx, named),
  };
}

/** Chunks that name the entities, of documents and chunks that are switched on. */
async function readMentions(tx: Tx, entityIds: string[], scope: SQL | undefined) {
  const within = scope ? sql`and ${scope}` : sql``;
  const { rows } = await tx.execute<
    Record<'entityId' | 'chunkId' | 'documentId' | 'knowledgeBaseId', string>
  >(sql`
    select wanted.id as "entityId", found.* from unnest(${sql.param(entityIds)}::uuid[]) as wanted(id)
    cross join lateral (
      select chunks.id as "chunkId", documents.id as "documentId", documents.knowledge_base_id as "knowledgeBaseId"
      from graph_mentions
      join chunks on chunks.id = graph_mentions.chunk_id and chunks.enabled
      join documents on documents.id = chunks.document_id and documents.active_version = chunks.version
        and documents.deleted_at is null and documents.enabled
      where graph_mentions.entity_id = wanted.id ${within}
      order by graph_mentions.description = '', graph_mentions.chunk_id
      limit ${chunksOfEntity}
    ) as found`);
  return rows;
}

async function readStatements(tx: Tx, relationIds: string[]) {
  if (relationIds.length === 0) return [];
  const { rows } = await tx.execute<Record<'source' | 'target' | 'chunkId', string>>(sql`
    select graph_relations.source_id as source, graph_relations.target_id as target,
           graph_statements.chunk_id as "chunkId"
    from graph_relations join graph_statements on graph_statements.relation_id = graph_relations.id
    where graph_relations.id = any(${sql.param(relationIds)}::uuid[])
      and ${isActiveChunk(sql`graph_statements.chunk_id`, { enabled: true })}`);
  return rows;
}

/** Reports of the communities that the named entities are of, those of most of them first. */
async function readOverviews(
  tx: Tx,
  named: { knowledgeBaseId: string; build: number; community: number | null }[],
): Promise<GraphOverview[]> {
  const counts = new Map<string, { knowledgeBaseId: string; build: number; number: number; count: number }>();
  for (const { knowledgeBaseId, build, community } of named) {
    if (community === null) continue;
    const key = `${knowledgeBaseId} ${community}`;
    const known = counts.get(key);
    if (known) known.count++;
    else counts.set(key, { knowledgeBaseId, build, number: community, count: 1 });
  }
  const wanted = [...counts.values()].sort((a, b) => b.count - a.count).slice(0, mostOverviews);
  const overviews: GraphOverview[] = [];
  for (const { knowledgeBaseId, build, number } of wanted) {
    const [row] = await tx
      .select()
      .from(graphCommunities)
      .where(
        and(
          eq(graphCommunities.knowledgeBaseId, knowledgeBaseId),
          eq(graphCommunities.build, build),
          eq(graphCommunities.number, number),
          gte(graphCommunities.number, 0),
          hasActiveChunks(sql`${graphCommunities.chunkIds}`, { enabled: true }),
        ),
      );
    if (row?.report) overviews.push({ title: row.title, text: row.report, chunkIds: row.chunkIds });
  }
  return overviews;
}

function coverageOf(question: string, names: string[]): number {
  const count = (text: string) => analyzeQuery(text).filter(({ supporting }) => !supporting).length;
  const asked = count(question);
  return asked === 0 ? 0 : Math.min(1, count(names.join(' ')) / asked);
}
