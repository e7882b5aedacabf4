/** So much of what did not change is shown around a change. */
const around = 160;

/** The ends of a text that stayed as it was, as far as they stand next to a change. */
export function shortenSame(text: string, isFirst: boolean, isLast: boolean): string {
  const head = isFirst ? 0 : around;
  const tail = isLast ? 0 : around;
  if (text.length <= head + tail + around) return text;
  const end = tail === 0 ? '' : text.slice(-tail).replace(/^\S*\s/, '');
  return `${text.slice(0, head).replace(/\s\S*$/, '')} … ${end}`;
}
