import type { PieceRange } from '../find-text.ts';

/** A piece of a searched text, and whether a line or block ends with it. */
export type SearchedPiece = { text: string; endsLine: boolean };

type Folded = { text: string; piece: number[]; offset: number[] };

const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/u;
const accents = /[\u0300-\u036f]/gu;
/** Written without spaces: a line end between two of these is none in the text. */
const unspaced = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60\u3000-\u303f]/u;

function foldCharacter(character: string): string {
  // Most are plain letters, and a large sheet has millions.
  if (/^[a-z0-9]$/.test(character)) return character;
  if (/\s/u.test(character)) return ' ';
  if (/[\u2018\u2019\u201a\u201b]/u.test(character)) return "'";
  if (/[\u201c\u201d\u201e]/u.test(character)) return '"';
  if (/[\u2010-\u2015]/u.test(character)) return '-';
  return character.normalize('NFKD').replace(accents, '').normalize('NFC').toLowerCase();
}

/** As a reader sees it: one space for any white space, no hyphenation, no accents, no capitals. */
function fold(pieces: readonly SearchedPiece[]): Folded {
  const characters: string[] = [];
  const piece: number[] = [];
  const offset: number[] = [];
  let space: { piece: number; offset: number; isLineEnd: boolean } | undefined;
  const push = (character: string, at: { piece: number; offset: number }) => {
    for (const unit of character.split('')) {
      characters.push(unit);
      piece.push(at.piece);
      offset.push(at.offset);
    }
  };
  const add = (character: string, original: string, at: { piece: number; offset: number }) => {
    if (space && characters.length > 0) {
      const before = characters.at(-1)!;
      const hyphenated = space.isLineEnd && before === '-' && /\p{Ll}/u.test(original);
      if (hyphenated) for (const list of [characters, piece, offset]) list.pop();
      else if (!(unspaced.test(before) && unspaced.test(character))) push(' ', space);
    }
    space = undefined;
    push(character, at);
  };
  pieces.forEach(({ text, endsLine }, index) => {
    let at = 0;
    for (const character of text) {
      const place = { piece: index, offset: at };
      at += character.length;
      if (invisible.test(character)) continue;
      const folded = foldCharacter(character);
      if (folded === ' ') space ??= { ...place, isLineEnd: false };
      else if (folded !== '') add(folded, character, place);
    }
    if (endsLine) space = { ...(space ?? { piece: index, offset: at }), isLineEnd: true };
  });
  return { text: characters.join(''), piece, offset };
}

function unfold({ piece, offset }: Folded, pieces: readonly SearchedPiece[], start: number, end: number) {
  const ranges: PieceRange[] = [];
  for (let index = start; index < end; index += 1) {
    const at = { piece: piece[index]!, offset: offset[index]! };
    const text = pieces[at.piece]!.text;
    const width = (text.codePointAt(at.offset) ?? 0) > 0xffff ? 2 : 1;
    const to = Math.min(at.offset + width, text.length);
    const last = ranges.at(-1);
    if (last && last.piece === at.piece) last.end = Math.max(last.end, to);
    else if (to > at.offset) ranges.push({ piece: at.piece, start: at.offset, end: to });
  }
  return ranges;
}

/** Every place where the words stand, in order. Places do not overlap. */
export function matchText(pieces: readonly SearchedPiece[], query: string): PieceRange[][] {
  const wanted = fold([{ text: query, endsLine: false }]).text.trim();
  if (wanted === '') return [];
  const folded = fold(pieces);
  const matches: PieceRange[][] = [];
  for (
    let start = folded.text.indexOf(wanted);
    start !== -1;
    start = folded.text.indexOf(wanted, start + wanted.length)
  ) {
    const ranges = unfold(folded, pieces, start, start + wanted.length);
    if (ranges.length > 0) matches.push(ranges);
  }
  return matches;
}
