const row = /^\s*\|.*\|\s*$/;
/** The line between the head of a table and its rows. */
const rule = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;

/** Whether a Markdown text contains a table with at least this many rows. */
export function containsTable(text: string, count: number): boolean {
  const lines = text.split('\n').filter((line) => row.test(line));
  return lines.some((line) => rule.test(line)) && lines.length - 2 >= count;
}
