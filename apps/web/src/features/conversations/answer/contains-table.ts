const row = /^\s*\|.*\|\s*$/;
/** What parts the head of a table from its rows. */
const rule = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;

/** Whether a text in Markdown shows a table of at least so many rows. */
export function saysRows(text: string, count: number): boolean {
  const lines = text.split('\n').filter((line) => row.test(line));
  return lines.some((line) => rule.test(line)) && lines.length - 2 >= count;
}
