const months: Record<string, number> = {};
const names = [
  'january janvier jan janv',
  'february février feb févr',
  'march mars mar',
  'april avril apr avr',
  'may mai',
  'june juin jun',
  'july juillet jul juil',
  'august août aug',
  'september septembre sep sept',
  'october octobre oct',
  'november novembre nov',
  'december décembre dec déc',
];
names.forEach((list, month) => {
  for (const name of list.split(' ')) months[name] = month + 1;
});
const month = `(${Object.keys(months).join('|')})\\.?`;
const year = '(1[5-9]\\d{2}|20\\d{2}|21\\d{2})';

/** Each with the places of year, month and day among its groups. */
const forms: { pattern: RegExp; groups: [year: number, month?: number, day?: number] }[] = [
  { pattern: new RegExp(`\\b${year}-(\\d{2})-(\\d{2})\\b`, 'giu'), groups: [1, 2, 3] },
  {
    pattern: new RegExp(`${year}\\s?年(?:\\s?(\\d{1,2})\\s?月(?:\\s?(\\d{1,2})\\s?日)?)?`, 'gu'),
    groups: [1, 2, 3],
  },
  {
    pattern: new RegExp(`\\b(\\d{1,2})(?:er|st|nd|rd|th)?\\s+${month}\\s*,?\\s+${year}\\b`, 'giu'),
    groups: [3, 2, 1],
  },
  {
    pattern: new RegExp(`\\b${month}\\s+(\\d{1,2})(?:st|nd|rd|th)?\\s*,?\\s+${year}\\b`, 'giu'),
    groups: [3, 1, 2],
  },
  { pattern: new RegExp(`\\b${month}\\s+(?:of\\s+)?${year}\\b`, 'giu'), groups: [2, 1] },
  {
    pattern: new RegExp(`\\b(?:in|en|since|depuis|by|until|dès|jusqu’en|from)\\s+${year}\\b`, 'giu'),
    groups: [1],
  },
];

/** Dates that a sentence names, as ISO dates, months or years, in the order of the sentence. */
export function findDates(text: string): string[] {
  const found: { at: number; end: number; date: string }[] = [];
  for (const { pattern, groups } of forms)
    for (const match of text.matchAll(pattern)) {
      const [at, end] = [match.index, match.index + match[0].length];
      // A day's month and year are not another date.
      if (found.some((other) => at < other.end && other.at < end)) continue;
      const date = format(groups.map((group) => (group === undefined ? undefined : match[group])));
      if (date !== undefined) found.push({ at, end, date });
    }
  return found.sort((a, b) => a.at - b.at).map(({ date }) => date);
}

function format([year, month, day]: (string | undefined)[]): string | undefined {
  if (year === undefined) return undefined;
  if (month === undefined) return year;
  const number = months[month.toLowerCase()] ?? Number(month);
  if (!(number >= 1 && number <= 12)) return undefined;
  const yearMonth = `${year}-${String(number).padStart(2, '0')}`;
  if (day === undefined) return yearMonth;
  return Number(day) >= 1 && Number(day) <= 31 ? `${yearMonth}-${day.padStart(2, '0')}` : undefined;
}
