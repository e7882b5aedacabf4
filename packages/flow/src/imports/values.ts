/** Reading what somebody else's program wrote: nothing has the type that it should have. */
export type Fields = Record<string, unknown>;

export const asFields = (value: unknown): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};

export const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const asWords = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';

/** A list of texts, also where it is one text. */
export const asWordList = (value: unknown): string[] =>
  typeof value === 'string' ? (value === '' ? [] : [value]) : asArray(value).map(asWords).filter(Boolean);

export const asNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** A key as our forms and variables take it; `taken` keeps two of them apart. */
export function toKey(text: string, taken: ReadonlySet<string> = new Set()): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 56);
  const base = plain === '' ? 'field' : plain;
  let key = base;
  for (let n = 2; taken.has(key); n++) key = `${base}_${n}`;
  return key;
}

const deepest = 60;

/** Whether a value is nested so deeply that no one drew it; without recursion. */
export function isTooDeep(value: unknown): boolean {
  let layer = [value];
  for (let depth = 0; layer.length > 0; depth++) {
    if (depth > deepest) return true;
    layer = layer.flatMap((one) => (one !== null && typeof one === 'object' ? Object.values(one) : []));
  }
  return false;
}
