/** A stretch of one of the searched pieces, half-open, UTF-16 code units. */
export type PieceRange = { piece: number; start: number; end: number };

type Folded = { text: string; piece: number[]; offset: number[] };

// Line ends, hyphenation, bullets and typographic variants differ between an original and its extracted text.
const ignored =
  /[\s\u00ad\u200b-\u200d\u2060\ufeff|*_`#\\-]|[\u2010-\u2015\u2022\u2023\u25a0\u25aa\u25cb\u25cf\u25e6\uf0a7\uf0b7]/u;
const quotes = /[\u2018\u2019\u201a\u201b]/u;
const doubleQuotes = /[\u201c\u201d\u201e]/u;

function fold(pieces: readonly string[]): Folded {
  const folded: Folded = { text: '', piece: [], offset: [] };
  const parts: string[] = [];
  pieces.forEach((text, piece) => {
    let offset = 0;
    for (const character of text) {
      if (!ignored.test(character)) {
        const plain = quotes.test(character) ? "'" : doubleQuotes.test(character) ? '"' : character;
        const normal = plain.normalize('NFKC').toLowerCase();
        parts.push(normal);
        for (let index = 0; index < normal.length; index += 1) {
          folded.piece.push(piece);
          folded.offset.push(offset);
        }
      }
      offset += character.length;
    }
  });
  folded.text = parts.join('');
  return folded;
}

function unfold(folded: Folded, pieces: readonly string[], start: number, end: number): PieceRange[] {
  const ranges: PieceRange[] = [];
  for (let index = start; index < end; index += 1) {
    const piece = folded.piece[index]!;
    const offset = folded.offset[index]!;
    const width = (pieces[piece]!.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
    const last = ranges.at(-1);
    if (last && last.piece === piece) last.end = offset + width;
    else ranges.push({ piece, start: offset, end: offset + width });
  }
  return ranges;
}

function allOccurrences(text: string, wanted: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) found.push(at);
  return found;
}

/** Sentences long enough to be recognised on their own, when the whole cannot be found in one run. */
function splitSentences(text: string): string[] {
  const sentences = text.split(/(?<=[.!?;:。！？；])\s*|\n+/u).map((part) => part.trim());
  return sentences.filter((part) => fold([part]).text.length >= (/[\u3040-\u9fff]/u.test(part) ? 6 : 16));
}

/**
 * Finds a text in consecutive pieces, blind to white space, hyphens and typographic variants.
 * `choose` picks among several occurrences. When the whole is not there in one run (it continues on the next page, or a
 * table broke it up), the sentences that are there are returned. Empty when nothing is found.
 */
export function findText(
  pieces: readonly string[],
  wanted: string,
  choose: (occurrences: PieceRange[][]) => PieceRange[] = (occurrences) => occurrences[0] ?? [],
): PieceRange[] {
  const folded = fold(pieces);
  const locate = (text: string): PieceRange[] => {
    const needle = fold([text]).text;
    if (needle === '') return [];
    const starts = allOccurrences(folded.text, needle).slice(0, 200);
    if (starts.length === 0) return [];
    return choose(starts.map((start) => unfold(folded, pieces, start, start + needle.length)));
  };
  const whole = locate(wanted);
  return whole.length > 0 ? whole : splitSentences(wanted).flatMap(locate);
}
