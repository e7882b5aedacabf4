import { fold, tagChinese } from '@lectern/text-analysis';
import { entityKey } from './entity-key.ts';

const longestName = 7;
const mostKeys = 400;

/** Keys of everything in a question that may name an entity: each run of its words, the longest first. */
export function questionKeys(question: string): string[] {
  const words = question
    .split(/[^\p{L}\p{M}\p{N}&+#.%'’-]+/u)
    .flatMap((word) => word.split(/(?<=^(?:[ldjmtsnc]|qu))['’]/i))
    .filter((word) => word !== '');
  const keys = new Set<string>();
  for (let size = Math.min(longestName, words.length); size > 0; size--)
    for (let from = 0; from + size <= words.length; from++) {
      const key = entityKey(words.slice(from, from + size).join(' '));
      if (key.length > 1) keys.add(key);
    }
  for (const key of chineseKeys(question)) keys.add(key);
  return [...keys].slice(0, mostKeys);
}

/** Neighbouring words of Chinese, which writes none of them apart. */
function chineseKeys(question: string): string[] {
  const keys: string[] = [];
  for (const match of question.matchAll(/[\p{Script=Han}\d·]{2,}/gu)) {
    const words = tagChinese(match[0]);
    for (let size = Math.min(longestName, words.length); size > 0; size--)
      for (let from = 0; from + size <= words.length; from++) {
        const name = words
          .slice(from, from + size)
          .map(({ word }) => word)
          .join('');
        if (name.length > 1) keys.push(entityKey(name));
      }
  }
  return keys;
}

/**
 * Of the entities whose keys are in a question, those it means: a name inside a longer one that was found too is left
 * out, as is a single word of a name that the question does not have whole.
 */
export function chooseNamed<Entity extends { keys: string[] }>(
  question: string,
  entities: Entity[],
): Entity[] {
  const text = ` ${fold(question)} `;
  const asked = new Set(questionKeys(question));
  const matched = entities.map((entity) => ({
    entity,
    key: entity.keys.filter((key) => asked.has(key)).sort((a, b) => b.length - a.length)[0] ?? '',
  }));
  return matched
    .filter(({ key }) => key !== '' && text.trim() !== '')
    .filter(
      ({ key }) => !matched.some((other) => other.key.length > key.length && containsName(other.key, key)),
    )
    .map(({ entity }) => entity);
}

function containsName(long: string, short: string): boolean {
  return /\p{Script=Han}/u.test(long) ? long.includes(short) : ` ${long} `.includes(` ${short} `);
}
