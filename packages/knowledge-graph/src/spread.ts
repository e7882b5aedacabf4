/** An entity that a question names, or a neighbour of one. */
export type SpreadEntity = { id: string; rank: number; mentions: number };
export type SpreadRelation = { source: string; target: string; weight: number };
export type SpreadMention = { entityId: string; chunkId: string };
/** Passages that state a relation. */
export type SpreadStatement = { source: string; target: string; chunkId: string };

export type SpreadChunk = {
  chunkId: string;
  /** 0–1, 1 for the passage that the question's entities lead to most. */
  score: number;
  /** Entities by which it was reached, the weightiest first. */
  entityIds: string[];
};

/** What a neighbour carries of the weight of an entity that the question names. */
const neighbourShare = 0.5;
/** What a passage gains by stating a relation of a named entity, not just naming it. */
const statementGain = 1;

/**
 * Ranks the passages around the entities a question names: their weight flows to neighbours along relations, by their
 * weight and PageRank, and from all of them to the passages that name them; rare entities weigh more.
 */
export function spreadToChunks(input: {
  named: SpreadEntity[];
  neighbours: SpreadEntity[];
  relations: SpreadRelation[];
  mentions: SpreadMention[];
  statements: SpreadStatement[];
  /** Passages of the bases, for how rare an entity is. */
  chunks: number;
}): SpreadChunk[] {
  const rarity = ({ mentions }: SpreadEntity) => Math.log(1 + (input.chunks + 1) / (mentions + 0.5));
  const weights = new Map<string, number>();
  for (const entity of input.named) weights.set(entity.id, rarity(entity));
  const neighbours = new Map(input.neighbours.map((entity) => [entity.id, entity]));
  const named = new Set(input.named.map(({ id }) => id));
  for (const { from, to, share } of edgesFrom(named, input.relations)) {
    const neighbour = neighbours.get(to);
    if (!neighbour || named.has(to)) continue;
    const known = Math.log1p(neighbour.rank) / (1 + Math.log1p(neighbour.rank));
    const flow = (weights.get(from) ?? 0) * share * neighbourShare * (0.5 + known);
    weights.set(to, (weights.get(to) ?? 0) + flow);
  }
  const scores = new Map<string, Map<string, number>>();
  const add = (chunkId: string, entityId: string, by: number) => {
    const parts = scores.get(chunkId) ?? new Map<string, number>();
    parts.set(entityId, (parts.get(entityId) ?? 0) + by);
    scores.set(chunkId, parts);
  };
  for (const { entityId, chunkId } of input.mentions) add(chunkId, entityId, weights.get(entityId) ?? 0);
  for (const { source, target, chunkId } of input.statements) {
    if (!named.has(source) && !named.has(target)) continue;
    const both = named.has(source) && named.has(target);
    const entityId = named.has(source) ? source : target;
    const other = named.has(source) ? target : source;
    add(chunkId, entityId, statementGain * (both ? 1 : 0.5) * (weights.get(other) ?? 0));
  }
  const ranked = [...scores].map(([chunkId, parts]) => ({
    chunkId,
    score: [...parts.values()].reduce((sum, part) => sum + part, 0),
    entityIds: [...parts].sort((a, b) => b[1] - a[1]).map(([id]) => id),
  }));
  const most = Math.max(...ranked.map(({ score }) => score), 0);
  return ranked
    .filter(({ score }) => score > 0)
    .map((chunk) => ({ ...chunk, score: chunk.score / most }))
    .sort((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1));
}

/** Relations seen from the named entities, each as its share of all that goes out from there. */
function edgesFrom(named: Set<string>, relations: SpreadRelation[]) {
  const edges = relations.flatMap(({ source, target, weight }) => [
    ...(named.has(source) ? [{ from: source, to: target, weight }] : []),
    ...(named.has(target) ? [{ from: target, to: source, weight }] : []),
  ]);
  const strongest = new Map<string, number>();
  for (const { from, weight } of edges) strongest.set(from, Math.max(strongest.get(from) ?? 0, weight));
  return edges.map(({ from, to, weight }) => ({ from, to, share: weight / (strongest.get(from) || 1) }));
}
