import { siteOf } from './crawl-url.ts';

export type PatternFault = 'empty' | 'too_long' | 'regular_expression' | 'no_path' | 'other_site';

/** A pattern that would never match, or means something else than its author thinks. */
export class PatternError extends Error {
  readonly pattern: string;
  readonly fault: PatternFault;
  constructor(pattern: string, fault: PatternFault) {
    super(`${fault}: ${pattern}`);
    this.name = 'PatternError';
    this.pattern = pattern;
    this.fault = fault;
  }
}

/** `*` and `**` as tokens of their own; every other character stands for itself. */
type Token = string;
const star = '*';
const deepStar = '**';
const longestPattern = 200;

/** Tells of an address whether it is meant. */
export type Pattern = (url: URL) => boolean;

/**
 * `/docs/**` is a folder with all below it, `/news/*` its pages alone, `**` + `/print/*` a folder anywhere, `*.pdf` the
 * last part of a path. With a question mark the query counts too. Throws a PatternError.
 *
 * @param start the site's first page: a pattern that names another host could never match
 */
export function compilePattern(pattern: string, start: URL): Pattern {
  const path = readPath(pattern, start);
  const withQuery = path.includes('?');
  const whole = path.startsWith('/') || path.startsWith(deepStar);
  const tokens = tokenise(path);
  // A folder's own page belongs to "everything below the folder".
  const folder = path.endsWith('/**') ? tokenise(path.slice(0, -3)) : undefined;
  return (url) => {
    const place = readable(url.pathname).replace(/(?<=.)\/+$/, '');
    const subject = whole ? place : (place.split('/').at(-1) ?? '');
    const text = withQuery ? subject + readable(url.search) : subject;
    return matches(tokens, text) || (folder !== undefined && matches(folder, text));
  };
}

function readPath(pattern: string, start: URL): string {
  let path = pattern.trim().normalize('NFC');
  if (path === '') throw new PatternError(pattern, 'empty');
  if (path.length > longestPattern) throw new PatternError(pattern, 'too_long');
  if (/[\\^$|]/.test(path)) throw new PatternError(pattern, 'regular_expression');
  const absolute = /^https?:\/\/([^/]+)(\/.*)?$/i.exec(path);
  if (absolute) {
    const host = readHost(absolute[1]!);
    if (host === undefined || siteOf(host) !== siteOf(start)) throw new PatternError(pattern, 'other_site');
    path = absolute[2] ?? '/';
  }
  const lastPart = !path.includes('/') && path.includes(star);
  if (!path.startsWith('/') && !path.startsWith(deepStar) && !lastPart)
    throw new PatternError(pattern, 'no_path');
  return readable(path).replace(/(?<=[^*])\/+$/, '') || '/';
}

function readHost(host: string): URL | undefined {
  try {
    return new URL(`https://${host}`);
  } catch {
    return undefined;
  }
}

/** People write `/école`, addresses say `/%C3%A9cole`. */
function readable(path: string): string {
  try {
    return decodeURI(path).normalize('NFC');
  } catch {
    return path;
  }
}

function tokenise(path: string): Token[] {
  return (
    path.match(/\*+|[^*]/gu)?.map((part) => (part.length > 1 && part[0] === '*' ? deepStar : part)) ?? []
  );
}

/** All places of the pattern are followed at once: no pattern can make it slow. */
function matches(tokens: readonly Token[], text: string): boolean {
  let places = open([0], tokens);
  for (const character of text) {
    const next = new Set<number>();
    for (const place of places) {
      const token = tokens[place];
      if (token === deepStar || (token === star && character !== '/')) next.add(place);
      else if (token === character) next.add(place + 1);
    }
    places = open(next, tokens);
    if (places.size === 0) return false;
  }
  return places.has(tokens.length);
}

/** A star may stand for nothing. */
function open(places: Iterable<number>, tokens: readonly Token[]): Set<number> {
  const opened = new Set<number>();
  for (let place of places) {
    opened.add(place);
    while (tokens[place] === star || tokens[place] === deepStar) opened.add(++place);
  }
  return opened;
}
