import { abbreviates } from './built-in/extract.ts';
import { entityKey } from './entity-key.ts';
import type { Extraction } from './extraction.ts';

/** Passages that name one thing, under whatever spelling. */
export type MergedEntity = {
  key: string;
  /** Every key that leads to it: its own, and those of the spellings that were joined to it. */
  keys: Set<string>;
  /** How often each spelling was met. */
  spellings: Map<string, number>;
  /** Votes for each type. */
  types: Map<string, number>;
  mentions: Map<string, { description: string; weak: boolean }>;
};

/** A passage that does not tell the type votes a little for `other`. */
const unsureVote = 0.15;

export type PassageExtraction = { chunkId: string; extraction: Extraction };

/**
 * One entity for each thing: spellings that differ by case, accents, articles, plural or legal form are one at once;
 * abbreviations, initials and slips of one letter are joined where they can only mean one other. `keyOf` leads from a
 * name as it was extracted to its entity.
 */
export function mergeEntities(passages: PassageExtraction[]): {
  entities: Map<string, MergedEntity>;
  keyOf: (name: string) => string | undefined;
} {
  const entities = new Map<string, MergedEntity>();
  const aliases = new Map<string, Map<string, number>>();
  for (const { chunkId, extraction } of passages)
    for (const entity of extraction.entities) {
      const key = entityKey(entity.name);
      if (key === '') continue;
      const merged: MergedEntity = entities.get(key) ?? {
        key,
        keys: new Set([key]),
        spellings: new Map(),
        types: new Map(),
        mentions: new Map(),
      };
      entities.set(key, merged);
      count(merged.spellings, entity.name, 1);
      count(merged.types, entity.type, entity.certainty > 0 ? entity.certainty : unsureVote);
      const known = merged.mentions.get(chunkId);
      merged.mentions.set(chunkId, {
        description: known?.description || entity.description,
        weak: (known?.weak ?? true) && (entity.weak ?? false),
      });
      for (const alias of entity.aliases ?? []) {
        const votes = aliases.get(entityKey(alias)) ?? new Map<string, number>();
        aliases.set(entityKey(alias), votes);
        count(votes, key, 1);
      }
    }
  const target = new Map<string, string>();
  const resolve = (key: string): string => {
    let at = key;
    for (let step = 0; step < 5 && target.has(at); step++) at = target.get(at)!;
    return at;
  };
  const join = (from: string, into: string) => {
    const a = resolve(from);
    const b = resolve(into);
    if (a !== b && entities.has(a) && entities.has(b)) target.set(a, b);
  };
  joinAliases(entities, aliases, join);
  joinPersons(entities, join);
  joinSlips(entities, join);
  for (const key of target.keys()) absorb(entities, key, resolve(key));
  // A short form that was never met alone leads to its long form all the same.
  for (const [alias, votes] of aliases) {
    const into = entities.get(resolve(mostFrequent(votes) ?? ''));
    if (into && !entities.has(resolve(alias))) into.keys.add(alias);
  }
  return {
    entities,
    keyOf: (name) => {
      const key = resolve(entityKey(name));
      return entities.has(key) ? key : undefined;
    },
  };
}

export function count(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** The entry with the greatest number; among equals the first in the alphabet. */
export function mostFrequent(counts: Map<string, number>): string | undefined {
  let best: [string, number] | undefined;
  for (const entry of counts)
    if (!best || entry[1] > best[1] || (entry[1] === best[1] && entry[0] < best[0])) best = entry;
  return best?.[0];
}

type Join = (from: string, into: string) => void;

/** A short form given in brackets stands for the name that it was given to most often. */
function joinAliases(
  entities: Map<string, MergedEntity>,
  aliases: Map<string, Map<string, number>>,
  join: Join,
): void {
  for (const [alias, votes] of aliases) {
    const into = mostFrequent(votes);
    if (into === undefined || into === alias) continue;
    const long = entities.get(into);
    const short = entities.get(alias);
    if (
      long &&
      short &&
      [...short.spellings.keys()].some((name) => abbreviates(name, mostFrequent(long.spellings) ?? ''))
    )
      join(alias, into);
  }
}

/** "J. Smith" is "John Smith", and "Smith" too, where the base knows no other person of that name. */
function joinPersons(entities: Map<string, MergedEntity>, join: Join): void {
  const full = new Map<string, MergedEntity[]>();
  const short: MergedEntity[] = [];
  for (const entity of entities.values()) {
    const words = entity.key.split(' ');
    if (!/^[\p{Script=Latin}\s]+$/u.test(entity.key) || words.length > 4) continue;
    const isPerson = /^(?:person|people|personne|auteur|author)/.test(mostFrequent(entity.types) ?? '');
    const last = words.at(-1)!;
    if (words.length > 1 && isPerson && words[0]!.length > 1)
      full.set(last, [...(full.get(last) ?? []), entity]);
    else if (words.length === 1 || words.slice(0, -1).every((word) => word.length === 1)) short.push(entity);
  }
  for (const entity of short) {
    const words = entity.key.split(' ');
    const candidates = (full.get(words.at(-1)!) ?? []).filter(
      ({ key }) => words.length === 1 || key[0] === words[0]![0],
    );
    const [only, second] = candidates;
    // A surname alone must have been met where the whole name was: it may be a place or a firm elsewhere.
    if (only && !second && (words.length > 1 || sharePassage(entity, only))) join(entity.key, only.key);
  }
}

function sharePassage(a: MergedEntity, b: MergedEntity): boolean {
  for (const chunkId of a.mentions.keys()) if (b.mentions.has(chunkId)) return true;
  return false;
}

const shortestSlip = 8;
/** A spelling met so often may be what one met so seldom was meant to be; one met in between is a name of its own. */
const leastCommon = 6;
const mostRare = 2;

/** Long names that differ by one letter, where one is far commoner; never where a digit differs. */
function joinSlips(entities: Map<string, MergedEntity>, join: Join): void {
  const common = new Map<string, string[]>();
  const eligible = [...entities.values()].filter(({ key }) => key.length >= shortestSlip && key.length <= 60);
  for (const { key, mentions } of eligible)
    if (mentions.size >= leastCommon)
      for (const form of deletionsOf(key)) common.set(form, [...(common.get(form) ?? []), key]);
  for (const { key, mentions } of eligible) {
    if (mentions.size > mostRare) continue;
    for (const form of deletionsOf(key))
      for (const other of common.get(form) ?? []) if (isSlip(key, other)) join(key, other);
  }
}

/** Two words one letter apart share one of these: the word itself, and the word without each of its letters. */
function deletionsOf(key: string): Set<string> {
  return new Set([key, ...Array.from({ length: key.length }, (_, i) => key.slice(0, i) + key.slice(i + 1))]);
}

function isSlip(a: string, b: string): boolean {
  return a[0] === b[0] && a.replace(/\D/g, '') === b.replace(/\D/g, '') && differsInside(a, b);
}

/** Not by a last letter alone: that is an ending with a meaning of its own. */
function differsInside(a: string, b: string): boolean {
  return a.slice(0, Math.min(a.length, b.length) - 1) !== b.slice(0, Math.min(a.length, b.length) - 1);
}

function absorb(entities: Map<string, MergedEntity>, from: string, into: string): void {
  const gone = entities.get(from);
  const stays = entities.get(into);
  if (!gone || !stays || gone === stays) return;
  for (const [name, times] of gone.spellings) count(stays.spellings, name, times);
  for (const [type, votes] of gone.types) count(stays.types, type, votes);
  for (const [chunkId, mention] of gone.mentions) {
    const known = stays.mentions.get(chunkId);
    stays.mentions.set(chunkId, {
      description: known?.description || mention.description,
      weak: (known?.weak ?? true) && mention.weak,
    });
  }
  for (const key of gone.keys) stays.keys.add(key);
  entities.delete(from);
}
