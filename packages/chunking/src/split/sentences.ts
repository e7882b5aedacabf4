/** A half-open range inside a text. */
export type TextRange = { start: number; end: number };

/** The segmenter is slow on very long strings, so a paragraph is cut into parts of this size first. */
const MAX_PARAGRAPH = 20_000;

/** Ends that are abbreviations in English and French rather than the end of a sentence. */
const ABBREVIATION_END =
  /(?:^|[\s("'«])(?:dr|mr|mrs|ms|prof|st|fig|figs|tab|eq|eqs|sec|sect|ch|chap|no|nos|vol|pp?|al|cf|vs|etc|e\.g|i\.e|approx|inc|ltd|co|corp|dept|est|ed|eds|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|art|arts|al|par|alin|réf|ref|mm?|mme|mlle|me|n°|env|ex|tél|tel|av|bd|janv|févr|avr|juil|déc|[a-z])\.\s*$/iu;

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

/** Cuts a paragraph into sentences that cover it without gaps. */
export function splitSentences(text: string): TextRange[] {
  const sentences: TextRange[] = [];
  for (const part of splitLongText(text)) {
    let open: TextRange | undefined;
    for (const { index, segment } of segmenter.segment(text.slice(part.start, part.end))) {
      const range = { start: part.start + index, end: part.start + index + segment.length };
      if (open) open.end = range.end;
      else open = range;
      if (ABBREVIATION_END.test(text.slice(Math.max(open.start, open.end - 12), open.end))) continue;
      sentences.push(open);
      open = undefined;
    }
    if (open) sentences.push(open);
  }
  return sentences;
}

function splitLongText(text: string): TextRange[] {
  const parts: TextRange[] = [];
  let start = 0;
  while (text.length - start > MAX_PARAGRAPH) {
    const end = findCut(text, start, start + MAX_PARAGRAPH);
    parts.push({ start, end });
    start = end;
  }
  if (start < text.length) parts.push({ start, end: text.length });
  return parts;
}

/**
 * The best place for a cut at or before `limit`: after white space, else between any two characters,
 * never inside one (surrogate pairs and combining marks stay whole). Always after `start`.
 */
export function findCut(text: string, start: number, limit: number): number {
  if (limit >= text.length) return text.length;
  const earliest = start + Math.floor((limit - start) / 2);
  for (let i = limit; i > earliest; i--) if (/\s/.test(text[i - 1]!)) return i;
  let cut = limit;
  while (cut > start + 1 && isInsideCharacter(text, cut)) cut--;
  if (isInsideCharacter(text, cut)) {
    while (cut < text.length && isInsideCharacter(text, cut)) cut++;
  }
  return cut;
}

function isInsideCharacter(text: string, index: number): boolean {
  if (index >= text.length) return false;
  const code = text.charCodeAt(index);
  if (code >= 0xdc00 && code <= 0xdfff) return true;
  return code >= 0x300 && /\p{M}|\u200d|\ufe0f/u.test(text[index]!);
}
