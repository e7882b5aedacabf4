import { splitSentences } from '@lectern/text-analysis';
import { listMarkers, proseSentences } from '../citations/match-statements.ts';
import { termSet } from '../overlap.ts';

/** A sentence of an answer that claims something: its place, its words without markers, and the numbers it cites. */
export type Statement = { start: number; end: number; text: string; citations: number[] };

/** Shorter sentences ("Yes.", "In short:") claim too little to be checked. */
const fewestTerms = 3;
const markers = /\s*\[\d{1,4}\]/g;
const leadingMarkers = /^(?:\s*\[\d{1,4}\])+\s*/;

/**
 * The statements of a finished answer. Questions, headings, code, table headers and sentences that only announce others
 * are none. A sentence without a marker shares that of the next one in its paragraph, as in a text with one reference
 * after several sentences.
 */
export function listStatements(answer: string): Statement[] {
  const cited = listMarkers(answer);
  const pieces: (Statement & { isClaim: boolean })[] = [];
  for (const { start, end } of [...proseSentences(answer), ...tableRows(answer)].sort(
    (a, b) => a.start - b.start,
  )) {
    const leading = leadingMarkers.exec(answer.slice(start, end))?.[0].length ?? 0;
    const from = start + leading;
    // A marker behind the full stop is read as the start of the next sentence.
    for (const marker of cited)
      if (marker.start >= start && marker.end <= from) pieces.at(-1)?.citations.push(marker.number);
    if (from >= end) continue;
    const text = answer.slice(from, end).replace(markers, '').trim();
    const citations = cited.filter((marker) => marker.start >= from && marker.end <= end);
    pieces.push({
      start: from,
      end,
      text,
      citations: citations.map(({ number }) => number),
      isClaim: isClaim(text),
    });
  }
  for (let i = pieces.length - 2; i >= 0; i--) {
    const [piece, next] = [pieces[i]!, pieces[i + 1]!];
    const isOneParagraph = !answer.slice(piece.end, next.start).includes('\n');
    if (piece.citations.length === 0 && isOneParagraph) piece.citations = [...next.citations];
  }
  return pieces
    .filter((piece) => piece.isClaim)
    .map(({ start, end, text, citations }) => ({ start, end, text, citations: [...new Set(citations)] }));
}

function isClaim(text: string): boolean {
  return !/[?？:：]["'”’»)\]*_]*$/.test(text) && termSet(text).size >= fewestTerms;
}

/** The rows below the header of each table. */
function tableRows(answer: string) {
  return splitSentences(answer).filter(({ start, end }) => {
    const row = answer.slice(start, end);
    if (!row.startsWith('|') || /^[|\s:-]+$/.test(row)) return false;
    const next = answer.slice(end).split('\n')[1] ?? '';
    return !/^\s*\|[|\s:-]+$/.test(next);
  });
}
