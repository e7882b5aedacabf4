import type { ChunkTable } from '../chunk.ts';

/** What a header says about its column. */
export type ColumnName = Pick<ChunkTable['columns'][number], 'key' | 'name' | 'synonyms'> & {
  /** As it is before a value in the text of a row; empty where the column has no name. */
  label: string;
  /** Values that the header itself lists. */
  listed: string[];
};

const LONGEST_KEY = 48;
const LIST_IN_BRACKETS = /\s*[([（【]([^()[\]（）【】]*[,;|、，；/][^()[\]（）【】]*)[)\]）】]\s*$/;

/**
 * Reads the names of columns: synonyms stand joined by "/", as in "Supplier/Vendor", and a list in brackets names the
 * values, as in "Size (small, large)". Keys are unique: letters, digits and underscores, never beginning with a digit.
 */
export function readColumnNames(headers: readonly string[]): ColumnName[] {
  const taken = new Set<string>();
  return headers.map((header, index) => {
    const text = header.replace(/\s+/g, ' ').trim();
    const list = LIST_IN_BRACKETS.exec(text);
    const listed = list ? splitList(list[1]!) : [];
    const label = listed.length > 1 ? text.slice(0, list!.index).trim() : text;
    const [name = '', ...synonyms] = splitSynonyms(label);
    return {
      key: createKey(name === '' ? `column_${index + 1}` : name, taken),
      name: name === '' ? `Column ${index + 1}` : name,
      label,
      synonyms,
      listed: listed.length > 1 ? listed : [],
    };
  });
}

function splitList(text: string): string[] {
  return text
    .split(/[,;|、，；/]/)
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** "km/h" and "€/m²" are units: synonyms are words. */
function splitSynonyms(label: string): string[] {
  const parts = label.split('/').map((part) => part.trim());
  const areWords = parts.every((part) => /^\p{Lu}?[\p{L}\s'’_-]{2,}$/u.test(part));
  return parts.length > 1 && areWords ? parts : [label];
}

function createKey(name: string, taken: Set<string>): string {
  const plain = name
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, LONGEST_KEY);
  const base = plain === '' ? 'column' : /^\p{N}/u.test(plain) ? `c_${plain}` : plain;
  let key = base;
  for (let number = 2; taken.has(key); number++) key = `${base}_${number}`;
  taken.add(key);
  return key;
}
