/**
 * The delimiter field: every bare character is a place where text may be cut, a string between
 * back-ticks a separator at which it must be cut. Bare ones stay with the text before them; separators
 * are left out. `\n`, `\t` and `\\` may be written as escapes.
 */
export type Delimiters = { soft: RegExp | undefined; hard: RegExp | undefined };

/** Line ends, and the ends of sentences and clauses in European and Chinese writing. */
export const DEFAULT_DELIMITER = '\\n!?;。；！？';

/** Reads the delimiter field. */
export function parseDelimiters(field: string): Delimiters {
  const separators: string[] = [];
  const bare = field.replace(/`([^`]+)`/g, (_match, separator: string) => {
    separators.push(unescapeField(separator));
    return '';
  });
  const characters = [...new Set(unescapeField(bare.replaceAll('`', '')))];
  return {
    soft:
      characters.length > 0 ? new RegExp(`(?:${characters.map(escapePattern).join('|')})+`, 'gu') : undefined,
    hard:
      separators.length > 0
        ? new RegExp(
            separators
              .sort((a, b) => b.length - a.length)
              .map(escapePattern)
              .join('|'),
            'gu',
          )
        : undefined,
  };
}

function unescapeField(text: string): string {
  return text.replace(/\\(n|r|t|\\)/g, (_match, letter: string) =>
    letter === 'n' ? '\n' : letter === 'r' ? '\r' : letter === 't' ? '\t' : '\\',
  );
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
