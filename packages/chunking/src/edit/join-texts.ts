/** Texts that share fewer letters than this at the seam share them by chance. */
const leastOverlap = 20;
const mostOverlap = 4_000;

/** One text of two neighbours: what the second repeats of the end of the first is there once. */
export function joinTexts(first: string, second: string): string {
  const [start, end] = [first.trimEnd(), second.trimStart()];
  const rest = end.slice(findOverlap(start, end));
  const runsOn = /[\p{L}\p{N},;-]$/u.test(start) && /^\p{Ll}/u.test(rest.trimStart());
  return `${start}${runsOn ? ' ' : '\n\n'}${rest.trimStart()}`.trim();
}

function findOverlap(first: string, second: string): number {
  for (let length = Math.min(first.length, second.length, mostOverlap); length >= leastOverlap; length--)
    if (first.endsWith(second.slice(0, length))) return length;
  return 0;
}

/** Both sides of a place in a text without the space around it, or undefined where one of them is empty. */
export function splitText(text: string, at: number): [string, string] | undefined {
  const [first, second] = [text.slice(0, at).trim(), text.slice(at).trim()];
  return first === '' || second === '' ? undefined : [first, second];
}
