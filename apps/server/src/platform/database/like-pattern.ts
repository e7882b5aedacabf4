/** A pattern for `ilike` that finds the text itself: its own wildcards are taken literally. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
