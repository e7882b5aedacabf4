/** A span of time as a résumé gives it: years with months where they are told; no end: it still lasts. */
export type Period = {
  start: { year: number; month?: number };
  end?: { year: number; month?: number };
  /** Half-open range of the text that gives it. */
  from: number;
  to: number;
};

const MONTH_NAMES = [
  'jan(?:uary|vier|v)?',
  'feb(?:ruary)?|f[ée]v(?:rier|r)?',
  'mar(?:ch|s)?',
  'apr(?:il)?|avr(?:il)?',
  'may|mai',
  'june?|juin',
  'july?|juil(?:let)?',
  'aug(?:ust)?|ao[uû]t',
  'sept?(?:ember|embre)?',
  'oct(?:ober|obre)?',
  'nov(?:ember|embre)?',
  'dec(?:ember)?|d[ée]c(?:embre)?',
] as const;
const MONTH = `(?:${MONTH_NAMES.join('|')})`;
const YEAR = String.raw`(?:19[4-9]\d|20[0-4]\d)`;
const POINT = String.raw`(?:${MONTH}\.?\s+${YEAR}|(?:0?[1-9]|1[0-2])\s?[/.]\s?${YEAR}|${YEAR}\s*年\s*(?:(?:1[0-2]|0?[1-9])\s*月)?|${YEAR}\s?[./-]\s?(?:1[0-2]|0[1-9]|[1-9])(?!\d)|${YEAR})`;
const OPEN_END = `(?:present|now|current|today|ongoing|to date|aujourd['’]hui|ce jour|actuel(?:lement)?|en cours|pr[ée]sent|maintenant|至今|现在|目前|今)`;
const RANGE = new RegExp(
  String.raw`(?<![\p{L}\d])(?:de\s+|from\s+)?(${POINT})\s*(?:[-–—~～]|to|until|till|[àa]|au|jusqu['’][àa]|至|到)\s*(?:l['’])?(${POINT}|${OPEN_END})(?![\p{L}\d]{2})`,
  'iu',
);
const SINCE = new RegExp(
  String.raw`(?<![\p{L}\d])(?:depuis|since|à partir de|自)\s+(${POINT})(?:\s*起)?`,
  'iu',
);
const SINGLE = new RegExp(String.raw`(?<![\p{L}\d/.-])(${POINT})(?![\d])`, 'iu');

/** A range of time in a line, or "since" a point; a single point only where `mayBePoint`. */
export function findPeriod(line: string, { mayBePoint }: { mayBePoint: boolean }): Period | undefined {
  const range = RANGE.exec(line);
  if (range) {
    const start = readPoint(range[1]!);
    const isOpen = new RegExp(`^${OPEN_END}$`, 'iu').test(range[2]!);
    const end = isOpen ? undefined : readPoint(range[2]!);
    if (start && (isOpen || (end && end.year >= start.year)))
      return { start, ...(end ? { end } : {}), from: range.index, to: range.index + range[0].length };
  }
  const since = SINCE.exec(line);
  const sinceStart = since ? readPoint(since[1]!) : undefined;
  if (since && sinceStart) return { start: sinceStart, from: since.index, to: since.index + since[0].length };
  const single = mayBePoint ? SINGLE.exec(line) : null;
  const point = single ? readPoint(single[1]!) : undefined;
  return single && point
    ? { start: point, end: point, from: single.index, to: single.index + single[0].length }
    : undefined;
}

const monthPatterns = MONTH_NAMES.map((names) => new RegExp(`^(?:${names})\\.?$`, 'iu'));

function readPoint(text: string): { year: number; month?: number } | undefined {
  const year = Number(new RegExp(YEAR).exec(text)?.[0]);
  if (!year) return undefined;
  const rest = text
    .replace(String(year), ' ')
    .replace(/[年月./-]/g, ' ')
    .trim();
  const number = Number(rest);
  const named = monthPatterns.findIndex((pattern) => pattern.test(rest)) + 1;
  const month = named > 0 ? named : number >= 1 && number <= 12 ? number : undefined;
  return { year, ...(month === undefined ? {} : { month }) };
}

/** A point as ISO 8601, as exact as it was given: 2021 or 2021-03. */
export function writePoint({ year, month }: { year: number; month?: number }): string {
  return month === undefined ? String(year) : `${year}-${String(month).padStart(2, '0')}`;
}

/** Whole years that periods cover together, an open one up to `now`. */
export function countYears(periods: readonly Period[], now: Date): number | undefined {
  const spans = periods
    .map(({ start, end }) => ({
      from: start.year * 12 + (start.month ?? 1) - 1,
      to: end ? end.year * 12 + (end.month ?? 12) : now.getUTCFullYear() * 12 + now.getUTCMonth() + 1,
    }))
    .sort((a, b) => a.from - b.from);
  if (spans.length === 0) return undefined;
  let months = 0;
  let covered = 0;
  for (const { from, to } of spans) {
    months += Math.max(to - Math.max(from, covered), 0);
    covered = Math.max(covered, to);
  }
  return Math.floor(months / 12);
}
