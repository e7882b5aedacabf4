import { splitSentences } from '@lectern/text-analysis';
import { speakableText } from './speakable-text.ts';

/** The first is short, so that the first sound comes early; the next ones are made while it plays. */
const firstLength = 160;
const laterLength = 800;

/** What a voice reads of an answer in Markdown, in parts that end with a sentence; none where there is nothing to read. */
export function listSpokenParts(answer: string): string[] {
  const text = speakableText(answer);
  const parts: string[] = [];
  let part = '';
  for (const { start, end } of splitSentences(text))
    for (const piece of cutLong(text.slice(start, end))) {
      const most = parts.length === 0 ? firstLength : laterLength;
      if (part !== '' && part.length + 1 + piece.length > most) {
        parts.push(part);
        part = piece;
      } else part = part === '' ? piece : `${part} ${piece}`;
    }
  return part === '' ? parts : [...parts, part];
}

/** A sentence that is longer than a part, cut at commas or spaces. */
function cutLong(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > laterLength) {
    const window = rest.slice(0, laterLength);
    const comma = Math.max(...[',', ';', '，', '；', '、'].map((mark) => window.lastIndexOf(mark)));
    const end = comma > laterLength / 2 ? comma + 1 : window.lastIndexOf(' ');
    // Not inside a surrogate pair.
    const at = end > laterLength / 2 ? end : window.length - (/[\ud800-\udbff]$/.test(window) ? 1 : 0);
    pieces.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return rest === '' ? pieces : [...pieces, rest];
}
