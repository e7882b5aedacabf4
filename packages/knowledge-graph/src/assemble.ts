import { entityKey } from './entity-key.ts';
import { otherType } from './extraction.ts';
import type { GraphEntity, GraphRelation, KnowledgeGraph } from './graph.ts';
import {
  count,
  type MergedEntity,
  mergeEntities,
  mostFrequent,
  type PassageExtraction,
} from './merge-entities.ts';
import { findCommunities, rankEntities } from './structure.ts';

export type AssembleOptions = {
  /** A model chose with care; the built-in method also meets what only looks like a name. */
  method: 'model' | 'built_in';
  seed: number;
  /** Entities kept at most, those met most often; 20,000 unless told. */
  maxEntities?: number;
  /** Told between the steps, which take seconds each for a large base. */
  onStep?: () => void;
};

/** Relations kept of one entity: those that bind it most. A readable graph has few lines. */
const mostRelations = { model: 24, built_in: 8 };
const mostMentions = { entity: 1_000, relation: 20 };
/** How much being in one short passage counts, compared with one sentence. */
const passageBond = 0.2;
/** More entities in one passage than these are a list. */
const passageEntities = 10;

/** The graph of what was read from all passages of a base. The same passages and seed give the same graph. */
export function assembleGraph(passages: PassageExtraction[], options: AssembleOptions): KnowledgeGraph {
  const { onStep = () => {} } = options;
  const { entities: merged, keyOf } = mergeEntities(passages);
  onStep();
  const kept = keepEntities(merged, passages.length, options);
  const place = new Map(kept.map(({ key }, n) => [key, n]));
  const relations = bind(passages, (name) => place.get(keyOf(name) ?? ''), kept, options.method);
  onStep();
  const entities = kept.map(describe);
  rankEntities(entities, relations);
  onStep();
  const communities = findCommunities(entities, relations, options.seed);
  return { entities, relations, communities };
}

/** How often the built-in method must have met a name, by the size of the base and how sure its kind is. */
function leastMentions(passages: number, sure: boolean): number {
  if (passages > 5_000) return sure ? 3 : 6;
  if (passages > 500) return sure ? 2 : 4;
  return passages > 30 ? (sure ? 1 : 3) : sure ? 1 : 2;
}

function keepEntities(
  merged: Map<string, MergedEntity>,
  passages: number,
  { method, maxEntities = 20_000 }: AssembleOptions,
): MergedEntity[] {
  const worth = (entity: MergedEntity) => {
    if (method === 'model') return true;
    const weak = [...entity.mentions.values()].filter((mention) => mention.weak).length;
    const isTyped = (mostFrequent(entity.types) ?? otherType) !== otherType;
    // A word that mostly begins sentences and headings names nothing.
    if (!isTyped && weak > entity.mentions.size / 2 && !entity.key.includes(' ')) return false;
    // What was only ever seen where everything has a capital must come back more often.
    const least = leastMentions(passages, isTyped) * (weak === entity.mentions.size ? 2 : 1);
    return entity.mentions.size >= least;
  };
  return [...merged.values()]
    .filter(worth)
    .sort((a, b) => b.mentions.size - a.mentions.size || (a.key < b.key ? -1 : 1))
    .slice(0, maxEntities);
}

type Bond = { source: number; target: number; weight: number; mentions: GraphRelation['mentions'] };

/** Who belongs with whom: stated or in one sentence, a little by one passage, weighed against chance. */
function bind(
  passages: PassageExtraction[],
  placeOf: (name: string) => number | undefined,
  kept: MergedEntity[],
  method: AssembleOptions['method'],
): GraphRelation[] {
  const bonds = new Map<number, Bond>();
  const add = (a: number, b: number, weight: number): Bond | undefined => {
    if (a === b) return undefined;
    const [source, target] = a < b ? [a, b] : [b, a];
    const key = source * kept.length + target;
    const bond = bonds.get(key) ?? { source, target, weight: 0, mentions: [] };
    bond.weight += weight;
    bonds.set(key, bond);
    return bond;
  };
  for (const { chunkId, extraction } of passages) {
    for (const { source, target, description, weight } of extraction.relations) {
      const [a, b] = [placeOf(source), placeOf(target)];
      if (a === undefined || b === undefined) continue;
      const bond = add(a, b, weight);
      if (
        bond &&
        bond.mentions.length < mostMentions.relation &&
        !bond.mentions.some((one) => one.chunkId === chunkId)
      )
        bond.mentions.push({ chunkId, description });
    }
    if (method === 'model') continue;
    const inside = [...new Set(extraction.entities.map(({ name }) => placeOf(name)))].filter(
      (n) => n !== undefined,
    );
    if (inside.length <= passageEntities)
      inside.forEach((a, n) => {
        for (const b of inside.slice(n + 1)) add(a, b, passageBond);
      });
  }
  const all = [...bonds.values()];
  if (method === 'built_in') weighAgainstChance(all, kept, passages.length);
  return keepStrongest(
    all.filter(({ weight }) => weight > 0),
    kept.length,
    mostRelations[method],
  );
}

/** Names that are everywhere meet everywhere: what counts is how much oftener two meet than they would by chance. */
function weighAgainstChance(bonds: Bond[], kept: MergedEntity[], passages: number): void {
  for (const bond of bonds) {
    const a = kept[bond.source]!.mentions.size;
    const b = kept[bond.target]!.mentions.size;
    const together = Math.min(bond.weight, a, b);
    const surprise = Math.log((together * Math.max(passages, 2)) / (a * b));
    const most = Math.log(Math.max(passages, 2) / Math.max(together, 1)) || 1;
    const share = Math.max(0, Math.min(1, surprise / most));
    bond.weight = passages < 5 ? bond.weight : Math.log1p(bond.weight) * (0.15 + share);
  }
}

/** Each entity keeps the bonds that are among the strongest of either of the two. */
function keepStrongest(bonds: Bond[], entities: number, most: number): GraphRelation[] {
  const sorted = bonds.sort((a, b) => b.weight - a.weight || a.source - b.source || a.target - b.target);
  const degree = new Uint32Array(entities);
  const kept: GraphRelation[] = [];
  for (const bond of sorted) {
    const full = (n: number) => degree[n]! >= most;
    if (full(bond.source) && full(bond.target)) continue;
    // Without a sentence of its own it must bind somebody who would otherwise stand alone.
    if (bond.mentions.length === 0 && degree[bond.source]! > 0 && degree[bond.target]! > 0) continue;
    degree[bond.source]!++;
    degree[bond.target]!++;
    kept.push({ ...bond, weight: Math.round(bond.weight * 1_000) / 1_000 });
  }
  return kept;
}

function describe({ key, keys, spellings, types, mentions }: MergedEntity): GraphEntity {
  const name = chooseName(spellings);
  return {
    key,
    keys: [...keys].sort(),
    name,
    type: mostFrequent(types) ?? otherType,
    aliases: chooseAliases(spellings, name),
    mentions: [...mentions]
      .slice(0, mostMentions.entity)
      .map(([chunkId, { description }]) => ({ chunkId, description })),
    rank: 0,
    community: null,
  };
}

/** The commonest spelling; a longer one goes before its abbreviation, and one in small letters before a shout. */
function chooseName(spellings: Map<string, number>): string {
  const weighed = new Map<string, number>();
  for (const [name, times] of spellings) {
    const shouts = name.length > 5 && name === name.toUpperCase() && name !== name.toLowerCase();
    count(weighed, name, times * (shouts ? 0.3 : 1) * (name.includes(' ') ? 3 : 1));
  }
  return mostFrequent(weighed) ?? '';
}

/** One spelling of each other name; what differs by case, accents or number only is no other name. */
function chooseAliases(spellings: Map<string, number>, name: string): string[] {
  const byKey = new Map<string, string>();
  for (const spelling of [...spellings.keys()].sort()) {
    const key = entityKey(spelling);
    if (key !== entityKey(name) && !byKey.has(key)) byKey.set(key, spelling);
  }
  return [...byKey.values()].slice(0, 12);
}
