/** A point or span of time in a text; the end is not included. */
export type FoundDate = { text: string; start: number; end: number };

const months = [
  'january|february|march|april|may|june|july|august|september|october|november|december',
  'janvier|f[ée]vrier|mars|avril|mai|juin|juillet|ao[uû]t|septembre|octobre|novembre|d[ée]cembre',
  '(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.?',
].join('|');
const day = '(?:\\d{1,2}(?:st|nd|rd|th|er)?)';
const year = '(?:1[0-9]|20)\\d{2}';

const patterns = [
  `\\b${year}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])\\b`,
  `\\b${day} (?:${months})(?:,? ${year})?(?!\\p{L})`,
  `\\b(?:${months}) ${day},? ${year}\\b`,
  `\\b(?:${months}) ${year}\\b`,
  `\\b(?:Q[1-4]|T[1-4]|FY|fiscal year|exercice) ?${year}\\b`,
  // A number alone is a year only where a preposition says so.
  `(?<=\\b(?:in|since|until|by|during|before|after|en|depuis|jusqu'en|avant|apr[eè]s|l'ann[ée]e|year) )${year}(?![\\d,.%]*[\\d%])`,
  '[〇零一二三四五六七八九]{4}年(?:[一二三四五六七八九十]{1,3}月)?(?:[一二三四五六七八九十]{1,3}日)?',
  '\\d{3,4} ?年(?: ?\\d{1,2} ?月(?: ?\\d{1,2} ?[日号號])?)?',
];
const date = new RegExp(patterns.join('|'), 'giu');

/** Dates, months and years written out in English, French or Chinese, in order. */
export function findDates(text: string): FoundDate[] {
  if (!/[\d年]/.test(text)) return [];
  return [...text.matchAll(date)].map((match) => ({
    text: match[0].replace(/\s+/g, match[0].includes('年') ? '' : ' '),
    start: match.index,
    end: match.index + match[0].length,
  }));
}
