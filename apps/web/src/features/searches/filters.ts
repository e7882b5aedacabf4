import type { FoundDocument } from '@lectern/contract';

export const dateRanges = ['week', 'month', 'year', 'older'] as const;
export type DateRange = (typeof dateRanges)[number];

/** What is shown of the documents found; an empty list filters nothing. */
export type Filters = { bases: string[]; formats: string[]; date: DateRange | undefined };

export type FacetName = keyof Filters;

const day = 86_400_000;
const longest = { week: 7 * day, month: 31 * day, year: 366 * day };

function isInRange(date: string, range: DateRange, now: number): boolean {
  const age = now - Date.parse(date);
  return range === 'older' ? age > longest.year : age <= longest[range];
}

function passes(document: FoundDocument, filters: Filters, now: number, except?: FacetName): boolean {
  const { bases, formats, date } = filters;
  return (
    (except === 'bases' || bases.length === 0 || bases.includes(document.knowledgeBaseId)) &&
    (except === 'formats' || formats.length === 0 || formats.includes(document.format)) &&
    (except === 'date' || date === undefined || isInRange(document.date, date, now))
  );
}

export function filterDocuments(
  documents: readonly FoundDocument[],
  filters: Filters,
  now: number,
): FoundDocument[] {
  return documents.filter((document) => passes(document, filters, now));
}

/** The values of a facet with how many documents each would show, given the other filters; the most frequent first. */
export function countFacet(
  documents: readonly FoundDocument[],
  filters: Filters,
  facet: FacetName,
  now: number,
): { value: string; count: number }[] {
  const rest = documents.filter((document) => passes(document, filters, now, facet));
  if (facet === 'date')
    return dateRanges.map((value) => ({
      value,
      count: rest.filter(({ date }) => isInRange(date, value, now)).length,
    }));
  const readValue = ({ knowledgeBaseId, format }: FoundDocument) =>
    facet === 'bases' ? knowledgeBaseId : format;
  // Also what the other filters leave nothing of: it may be chosen already.
  return [...new Set(documents.map(readValue))]
    .map((value) => ({ value, count: rest.filter((document) => readValue(document) === value).length }))
    .sort((a, b) => b.count - a.count);
}
