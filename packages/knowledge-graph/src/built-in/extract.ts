import { entityKey } from '../entity-key.ts';
import { mapKinds } from '../entity-types.ts';
import { type ChunkText, type ExtractedEntity, type Extraction, shorten } from '../extraction.ts';
import { type Segment, splitSegments } from '../plain-text.ts';
import { findChineseNames } from './chinese-names.ts';
import { findDates } from './dates.ts';
import { type FoundName, findLatinNames } from './latin-names.ts';
import { findTerms } from './terms.ts';

/** Names beyond these in one sentence make a list, not a statement. */
const mostInSentence = 8;
const mostInChunk = 60;

/**
 * Entities and relations without a model: proper names by capitals or parts of speech, typed by the words in and around
 * them, dates, and terms that come back; what is in one sentence belongs together. The same text gives the same.
 */
export function extractBuiltIn(chunk: ChunkText, entityTypes: readonly string[]): Extraction {
  const typeOf = mapKinds(entityTypes);
  const segments = splitSegments(chunk.text);
  const entities = new Map<string, ExtractedEntity>();
  const relations = new Map<
    string,
    { source: string; target: string; description: string; weight: number }
  >();

  const add = (found: FoundName, segment: Segment): string | undefined => {
    const type = typeOf(found.kind);
    const key = entityKey(found.name);
    if (type === undefined || key.length < 2 || entities.size >= mostInChunk) return undefined;
    const known = entities.get(key);
    if (!known)
      entities.set(key, {
        name: shorten(found.name, 120),
        type,
        certainty: found.certainty,
        description: segment.kind === 'sentence' && segment.text.length > 30 ? shorten(segment.text) : '',
        ...(found.weak ? { weak: true } : {}),
      });
    else {
      if (found.certainty > known.certainty) Object.assign(known, { type, certainty: found.certainty });
      if (!found.weak) delete known.weak;
      if (known.description === '' && segment.kind === 'sentence') known.description = shorten(segment.text);
    }
    return key;
  };

  for (const segment of segments) {
    const names = findNames(segment);
    const keys = [...new Set(names.map((name) => add(name, segment)).filter((key) => key !== undefined))];
    addAliases(segment.text, names, entities);
    if (segment.kind === 'heading' || keys.length > mostInSentence) continue;
    keys.forEach((source, n) => {
      for (const target of keys.slice(n + 1)) {
        const pair = [source, target].sort().join('\n');
        const known = relations.get(pair);
        if (known) known.weight++;
        else relations.set(pair, { source, target, description: shorten(segment.text), weight: 1 });
      }
    });
  }
  for (const term of findTerms(segments, chunk.headingPath)) {
    const type = typeOf('concept');
    const key = entityKey(term);
    if (type !== undefined && key.length > 3 && !entities.has(key))
      entities.set(key, {
        name: term,
        type,
        certainty: 0,
        description: sentenceWith(segments, term),
        weak: true,
      });
  }
  return {
    entities: [...entities.values()],
    relations: [...relations.values()].map(({ source, target, ...rest }) => ({
      source: entities.get(source)!.name,
      target: entities.get(target)!.name,
      ...rest,
    })),
    skipped: 0,
  };
}

/** Dates first: what they cover is no name. */
function findNames({ text, kind }: Segment): FoundName[] {
  const dates = findDates(text).map(
    ({ text: name, start, end }): FoundName => ({
      name,
      kind: 'time',
      certainty: 3,
      start,
      end,
      weak: false,
    }),
  );
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  const names = [
    ...findLatinNames(text, { heading: kind === 'heading' }),
    ...(isJapanese ? [] : findChineseNames(text)),
  ].filter((name) => !dates.some((date) => name.start < date.end && date.start < name.end));
  return [...dates, ...names].sort((a, b) => a.start - b.start);
}

/** "Office for National Statistics (ONS)": what is in brackets behind a name, and begins with its letters, is the same. */
function addAliases(text: string, names: FoundName[], entities: Map<string, ExtractedEntity>): void {
  for (const [n, name] of names.entries()) {
    const next = names[n + 1];
    if (!next || next.kind === 'time' || !/^\s?[(（]\s?$/.test(text.slice(name.end, next.start))) continue;
    if (!/^\s?[)）,;]/.test(text.slice(next.end)) || !abbreviates(next.name, name.name)) continue;
    const entity = entities.get(entityKey(name.name));
    if (entity && entityKey(next.name) !== entityKey(name.name))
      entity.aliases = [...new Set([...(entity.aliases ?? []), next.name])];
  }
}

/** Whether the letters of the short form stand, in order, at beginnings of words of the long one or inside them. */
export function abbreviates(short: string, long: string): boolean {
  const letters = short.replace(/[^\p{L}]/gu, '');
  if (letters.length < 2 || letters.length > 8 || letters !== letters.toUpperCase()) return false;
  const initials = long
    .split(/[\s'’-]+/)
    .filter((word) => /^\p{L}/u.test(word))
    .map((word) => word[0]!.toUpperCase())
    .join('');
  let at = 0;
  for (const letter of initials) if (letter === letters[at]) at++;
  return at === letters.length && letters[0] === initials[0];
}

function sentenceWith(segments: Segment[], term: string): string {
  const wanted = term.toLowerCase();
  const segment = segments.find(
    ({ kind, text }) => kind === 'sentence' && text.toLowerCase().includes(wanted),
  );
  return segment ? shorten(segment.text) : '';
}
