import {
  AppError,
  type GraphEntity,
  type GraphEntityDetail,
  type KnowledgeGraph,
  type Language,
} from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isActive, type RunState } from '../../platform/runs/columns.ts';
import { presentRunError } from '../../platform/runs/present-run.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { cancelBuild, deleteExtractions, deleteGraphRows, lockGraph } from './build/graph-build.queries.ts';
import { requestBuild } from './build/graph-schedule.service.ts';
import { drawsGraph, graphOptions } from './build/graph-scope.ts';
import type { GraphEntityRow } from './graph-parts.table.ts';
import {
  countTypes,
  findEntity,
  findGraph,
  findReport,
  listEntityRows,
  listNeighbours,
  listSources,
  readNetwork,
} from './knowledge-graph.queries.ts';
import type { KnowledgeGraphRow } from './knowledge-graph.table.ts';

/** The API's names of states. */
const graphStates = {
  queued: 'queued',
  running: 'building',
  finished: 'ready',
  failed: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<RunState, KnowledgeGraph['state']>;

async function presentGraph(
  { config }: Platform,
  tx: Tx,
  base: KnowledgeBaseRow,
  row: KnowledgeGraphRow | undefined,
  language: Language,
): Promise<KnowledgeGraph> {
  return {
    knowledgeBaseId: base.id,
    state: row ? graphStates[row.state] : 'none',
    stage: row?.stage ?? null,
    percent: row?.percent ?? 0,
    automatic: drawsGraph(base),
    entityTypes: graphOptions(base).entityTypes,
    modelName: row?.modelName ?? null,
    entityCount: row?.entityCount ?? 0,
    relationCount: row?.relationCount ?? 0,
    communityCount: row?.communityCount ?? 0,
    chunkCount: row?.chunkCount ?? 0,
    chunksLeftOut: row?.chunksLeftOut ?? 0,
    skipped: row?.skipped ?? 0,
    types: row && row.activeBuild > 0 ? await countTypes(tx, row) : [],
    usage: {
      calls: row?.calls ?? 0,
      promptTokens: row?.promptTokens ?? 0,
      completionTokens: row?.completionTokens ?? 0,
      cost: row?.cost ?? null,
      currency: config.currency,
    },
    error: presentRunError(row, language),
    builtAt: row?.builtAt?.toISOString() ?? null,
  };
}

export function readGraph(
  platform: Platform,
  actor: Actor,
  baseId: string,
  language: Language,
): Promise<KnowledgeGraph> {
  return platform.database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'read', baseId);
    return presentGraph(platform, tx, base, await findGraph(tx, baseId), language);
  });
}

export function buildGraph(
  platform: Platform,
  actor: Actor,
  baseId: string,
  options: { afresh: boolean },
  language: Language,
): Promise<KnowledgeGraph> {
  return platform.database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'update', baseId);
    await lockGraph(tx, baseId);
    if (options.afresh) await deleteExtractions(tx, base);
    await requestBuild(
      platform,
      tx,
      { companyId: base.companyId, knowledgeBaseId: baseId },
      // Whoever presses the button means the whole base, also where only some documents ask for a graph.
      { wantsNew: true, wantsAll: true },
    );
    return presentGraph(platform, tx, base, await findGraph(tx, baseId), language);
  });
}

/** Takes effect immediately: the attempt notices within a second, and jobs that wait are obsolete. */
export function cancelGraph(
  platform: Platform,
  actor: Actor,
  baseId: string,
  language: Language,
): Promise<KnowledgeGraph> {
  return platform.database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'update', baseId);
    const row = await lockGraph(tx, baseId);
    if (!row || !isActive(row)) throw new AppError('knowledge_graph.not_building');
    await cancelBuild(tx, base);
    return presentGraph(platform, tx, base, await findGraph(tx, baseId), language);
  });
}

export function deleteGraph({ database }: Platform, actor: Actor, baseId: string): Promise<void> {
  return database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'update', baseId);
    await deleteGraphRows(tx, base);
  });
}

function presentEntity(row: GraphEntityRow): GraphEntity {
  const { id, name, type, aliases, rank, degree, mentions, community } = row;
  return { id, name, type, aliases, rank, degree, mentions, community };
}

export function readGraphNetwork({ database }: Platform, actor: Actor, baseId: string, limit: number) {
  return database.withActor(actor, async (tx) => {
    await loadKnowledgeBase(tx, actor, 'read', baseId);
    const graph = await findGraph(tx, baseId);
    if (!graph) return { nodes: [], edges: [], communities: [], total: 0 };
    const { nodes, edges, communities } = await readNetwork(tx, graph, limit);
    const place = new Map(nodes.map(({ id }, n) => [id, n]));
    return {
      nodes: nodes.map((row) => {
        const { aliases: _, ...node } = presentEntity(row);
        return node;
      }),
      edges: edges.map(({ sourceId, targetId, weight }) => ({
        source: place.get(sourceId) as number,
        target: place.get(targetId) as number,
        weight,
      })),
      communities,
      total: graph.entityCount,
    };
  });
}

export function listEntities(
  { database }: Platform,
  actor: Actor,
  baseId: string,
  filter: { search?: string | undefined; type?: string | undefined; page: number; pageSize: number },
) {
  return database.withActor(actor, async (tx) => {
    await loadKnowledgeBase(tx, actor, 'read', baseId);
    const graph = await findGraph(tx, baseId);
    if (!graph) return { items: [], total: 0 };
    const { rows, total } = await listEntityRows(tx, graph, filter);
    return { items: rows.map(presentEntity), total };
  });
}

const mostDescriptions = 6;

export function readEntity(
  { database }: Platform,
  actor: Actor,
  { knowledgeBaseId, entityId }: { knowledgeBaseId: string; entityId: string },
): Promise<GraphEntityDetail> {
  return database.withActor(actor, async (tx) => {
    await loadKnowledgeBase(tx, actor, 'read', knowledgeBaseId);
    const graph = await findGraph(tx, knowledgeBaseId);
    const entity = graph && (await findEntity(tx, graph, entityId));
    if (!graph || !entity) throw new AppError('knowledge_graph.entity_not_found');
    const sources = await listSources(tx, entity.id);
    const neighbours = await listNeighbours(tx, entity);
    return {
      ...presentEntity(entity),
      descriptions: [...new Set(sources.map(({ description }) => description))]
        .filter((description) => description !== '')
        .slice(0, mostDescriptions),
      neighbours: neighbours.map(({ other, relation, statements }) => ({
        id: other.id,
        name: other.name,
        type: other.type,
        weight: relation.weight,
        description: statements.find(({ description }) => description !== '')?.description ?? '',
        chunkIds: statements.map(({ chunkId }) => chunkId),
      })),
      sources: sources.map(({ charStart, charEnd, description: _, ...source }) => ({
        ...source,
        charRange: charStart === null || charEnd === null ? null : { start: charStart, end: charEnd },
      })),
      report: (await findReport(tx, graph, entity.community)) ?? null,
    };
  });
}
