import graphology from 'graphology';
import louvainModule from 'graphology-communities-louvain';
import pagerankModule from 'graphology-metrics/centrality/pagerank.js';
import type { GraphCommunity, GraphEntity, GraphRelation } from './graph.ts';
import { seededRandom } from './random.ts';

// CommonJS: what is imported is the function itself, which the libraries' types call `default`.
const { UndirectedGraph } = graphology;
const louvain = louvainModule as unknown as typeof louvainModule.default;
const pagerank = pagerankModule as unknown as typeof pagerankModule.default;

function buildGraph(entities: GraphEntity[], relations: GraphRelation[]) {
  const graph = new UndirectedGraph();
  entities.forEach((_, n) => {
    graph.addNode(n);
  });
  for (const { source, target, weight } of relations) graph.mergeEdge(source, target, { weight });
  return graph;
}

/** Sets `rank`: PageRank over the weights, times the number of entities. */
export function rankEntities(entities: GraphEntity[], relations: GraphRelation[]): void {
  if (entities.length === 0) return;
  const graph = buildGraph(entities, relations);
  const ranks = pagerank(graph, { getEdgeWeight: 'weight', maxIterations: 200, tolerance: 1e-4 });
  entities.forEach((entity, n) => {
    entity.rank = Math.round((ranks[n] ?? 0) * entities.length * 1_000) / 1_000;
  });
}

/** Sets `community`, and lists the communities by size. Louvain's method with a seed; who stands alone has none. */
export function findCommunities(
  entities: GraphEntity[],
  relations: GraphRelation[],
  seed: number,
): GraphCommunity[] {
  if (relations.length === 0) return [];
  const graph = buildGraph(entities, relations);
  const found = louvain(graph, { getEdgeWeight: 'weight', rng: seededRandom(seed), randomWalk: true });
  const members = new Map<number, number[]>();
  entities.forEach((_, n) => {
    const community = found[n];
    if (community === undefined || graph.degree(n) === 0) return;
    members.set(community, [...(members.get(community) ?? []), n]);
  });
  const byRank = (a: number, b: number) => entities[b]!.rank - entities[a]!.rank || a - b;
  return [...members.values()]
    .map((group) => group.sort(byRank))
    .sort((a, b) => b.length - a.length || a[0]! - b[0]!)
    .map((group, number) => {
      for (const n of group) entities[n]!.community = number;
      return { number, members: group, title: titleOf(group.map((n) => entities[n]!.name)) };
    });
}

function titleOf(names: string[]): string {
  return names.slice(0, 3).join(' · ');
}
