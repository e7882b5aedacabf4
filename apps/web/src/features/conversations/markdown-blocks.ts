/**
 * Cuts Markdown at blank lines that stand between whole blocks, so that a growing answer renders only its last
 * block again. Never cuts inside a code fence, a formula, an indented continuation or a table of reference links.
 * Joining the blocks gives the text back.
 */
export function splitMarkdownBlocks(text: string): string[] {
  const blocks: string[] = [];
  let block = '';
  let fence: string | null = null;
  let inFormula = false;
  let afterBlank = false;
  for (const line of text.split(/(?<=\n)/)) {
    const blank = line.trim() === '';
    const continues = /^(\s{2,}|\t)/.test(line) || (isListItem(line) && startsWithList(block));
    if (afterBlank && !blank && !continues && fence === null && !inFormula) {
      blocks.push(block);
      block = '';
    }
    block += line;
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null && mark) fence = mark;
    else if (fence !== null && mark?.startsWith(fence) && line.trim() === mark) fence = null;
    else if (fence === null && (line.match(/\$\$/g)?.length ?? 0) % 2 === 1) inFormula = !inFormula;
    afterBlank = blank;
  }
  if (block !== '') blocks.push(block);
  return blocks;
}

function isListItem(line: string): boolean {
  return /^\s*([-*+]|\d{1,9}[.)])\s/.test(line);
}

/** A loose list stays one block, or each of its items would become a list of its own. */
function startsWithList(block: string): boolean {
  return isListItem(block);
}

/**
 * The text of an unfinished answer as it may be shown: a citation marker that is only half there is held back, and
 * emphasis, inline code and formulas that are still open are closed, so that nothing flips when the rest arrives.
 */
export function completeOpenMarkdown(text: string): string {
  const shown = text.replace(/\[\^?[\d,\s]{0,8}$/, '').replace(/(?<![*\\])\*{1,2}$/, '');
  const lastBlock = splitMarkdownBlocks(shown).at(-1) ?? '';
  if (/^\s*(`{3,}|~{3,})/.test(lastBlock)) return shown;
  if ((lastBlock.match(/\$\$/g)?.length ?? 0) % 2 === 1) return `${shown}\n$$`;
  const line = lastBlock.split('\n').at(-1) ?? '';
  if (((line.match(/`/g)?.length ?? 0) & 1) === 1) return `${shown}\``;
  if (((lastBlock.match(/\*\*/g)?.length ?? 0) & 1) === 1) return `${shown.trimEnd()}**`;
  return shown;
}

/** The answer as people paste it: without its citation markers. Code is left as it is. */
export function removeCitationMarkers(text: string): string {
  return text
    .split(/(```[\s\S]*?(?:```|$)|`[^`\n]*`)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/ ?\[\d{1,3}(?:\s*,\s*\d{1,3})*\](?!\()/g, ''),
    )
    .join('');
}

/** Words alone, for what a screen reader announces. */
export function plainText(markdown: string): string {
  return removeCitationMarkers(markdown)
    .replace(/```\w*\n?/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(#{1,6}|[-*+>]|\|)[ \t]*/gm, '')
    .replace(/(\*\*|__|`|\|)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
