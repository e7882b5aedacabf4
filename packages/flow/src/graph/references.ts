import type { Citation, Json } from '@lectern/contract';

/** `{{node.output}}`, `{{node.output.0.title}}`, `{{sys.question}}`, `{{var.key}}`. Names and numbers only: nothing is computed. */
const referencePattern = /\{\{\s*([a-zA-Z][\w-]*(?:\.[\w-]+)+)\s*\}\}/g;
const wholePattern = /^\s*\{\{\s*([a-zA-Z][\w-]*(?:\.[\w-]+)+)\s*\}\}\s*$/;
/** Longer texts are cut: a loop that feeds a text to itself would otherwise double it each time. */
const longestText = 1_000_000;

export type Reference = { node: string; path: string[] };

function parse(text: string): Reference {
  const [node = '', ...path] = text.split('.');
  return { node, path };
}

export function listReferences(text: string): Reference[] {
  return [...text.matchAll(referencePattern)].map(([, inner = '']) => parse(inner));
}

/** The reference that a text is, if it is nothing else. */
export function asReference(text: string): Reference | undefined {
  const inner = wholePattern.exec(text)?.[1];
  return inner === undefined ? undefined : parse(inner);
}

/** A value with the sources that its markers `[n]` stand for. */
export type Sourced = { value: Json; citations: Citation[] };

/** What a reference stands for; undefined where the step has not run. */
export type Lookup = (reference: Reference) => Sourced | undefined;

/** The part of a value at a path. Own properties only: a path is data. */
export function readPath(value: Json, path: readonly string[]): Json | undefined {
  let at: Json | undefined = value;
  for (const key of path) {
    if (Array.isArray(at))
      at = /^\d+$/.test(key) ? at[Number(key)] : key === 'length' ? at.length : undefined;
    else if (at !== null && typeof at === 'object' && Object.hasOwn(at, key)) at = at[key];
    else return undefined;
  }
  return at;
}

/** How a value stands in a text. */
export function asText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('\n');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

/** The value of a text that is one reference; a value that is missing is an empty text. */
export function fillValue(text: string, lookup: Lookup): Sourced {
  const reference = asReference(text);
  if (!reference) return fillText(text, lookup);
  return lookup(reference) ?? { value: '', citations: [] };
}

/**
 * A text with its references replaced. Markers of a second source of citations are renumbered behind those of the first,
 * so that each `[n]` stays with its source.
 */
export function fillText(text: string, lookup: Lookup): { value: string; citations: Citation[] } {
  const citations: Citation[] = [];
  const shifts = new Map<string, number>();
  const value = text.replace(referencePattern, (_, inner: string) => {
    const found = lookup(parse(inner));
    if (!found) return '';
    const words = asText(found.value);
    if (found.citations.length === 0) return words;
    const source = inner.split('.')[0] as string;
    let shift = shifts.get(source);
    if (shift === undefined) {
      shift = citations.reduce((most, { number }) => Math.max(most, number), 0);
      shifts.set(source, shift);
      citations.push(...found.citations.map((citation) => renumber(citation, shift as number)));
    }
    return shift === 0 ? words : shiftMarkers(words, found.citations, shift);
  });
  return { value: value.slice(0, longestText), citations };
}

function renumber(citation: Citation, shift: number): Citation {
  return shift === 0 ? citation : { ...citation, number: citation.number + shift };
}

function shiftMarkers(text: string, citations: Citation[], shift: number): string {
  const numbers = new Set(citations.map(({ number }) => number));
  return text.replace(/\[(\d{1,4})\]/g, (marker, digits: string) =>
    numbers.has(Number(digits)) ? `[${Number(digits) + shift}]` : marker,
  );
}

/** Values side by side, each with sources of its own: of the sources, those that a marker in its value names. */
export function gatherSourced(parts: readonly Sourced[]): { values: Json[]; citations: Citation[] } {
  const citations: Citation[] = [];
  const values = parts.map(({ value, citations: own }) => {
    const text = own.length > 0 ? JSON.stringify(value) : '';
    const cited = own.filter(({ number }) => text.includes(`[${number}]`));
    const shift = citations.reduce((most, { number }) => Math.max(most, number), 0);
    citations.push(...cited.map((citation) => renumber(citation, shift)));
    return shift === 0 || cited.length === 0 ? value : shiftIn(value, cited, shift);
  });
  return { values, citations };
}

function shiftIn(value: Json, citations: Citation[], shift: number): Json {
  if (typeof value === 'string') return shiftMarkers(value, citations, shift);
  if (Array.isArray(value)) return value.map((one) => shiftIn(one, citations, shift));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shiftIn(one, citations, shift)]));
}

/** Joins texts, each with sources of its own. */
export function joinSourced(parts: readonly { text: string; citations: Citation[] }[]): {
  text: string;
  citations: Citation[];
} {
  const names = parts.map((_, i) => `p${i}`);
  const { value, citations } = fillText(names.map((name) => `{{${name}.text}}`).join('\n\n'), ({ node }) => {
    const part = parts[names.indexOf(node)];
    return part && { value: part.text, citations: part.citations };
  });
  return { text: value, citations };
}
