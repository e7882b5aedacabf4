type Scan = { blocks: string[]; open: 'code' | 'formula' | 'brackets' | null };

/** Walks through Markdown line by line, telling where blocks end and whether code or a formula is still open. */
function scanMarkdown(text: string): Scan {
  const blocks: string[] = [];
  let block = '';
  let fence: string | null = null;
  let open: Scan['open'] = null;
  let afterBlank = false;
  for (const line of text.split(/(?<=\n)/)) {
    const isBlank = line.trim() === '';
    const continues = /^(\s{2,}|\t)/.test(line) || (beginsListItem(line) && beginsListItem(block));
    if (afterBlank && !isBlank && !continues && open === null) {
      blocks.push(block);
      block = '';
    }
    block += line;
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (open === null && mark) {
      fence = mark;
      open = 'code';
    } else if (open === 'code') {
      if (mark && fence && mark.startsWith(fence) && line.trim() === mark) open = null;
    } else if (open === 'formula' || open === null) {
      if ((line.match(/\$\$/g)?.length ?? 0) % 2 === 1) open = open === null ? 'formula' : null;
      else if (open === null && line.lastIndexOf('\\[') > line.lastIndexOf('\\]')) open = 'brackets';
    } else if (line.includes('\\]')) open = null;
    afterBlank = isBlank;
  }
  if (block !== '') blocks.push(block);
  return { blocks, open };
}

/** Also of an item whose text is still to come: a loose list stays one block, or each item would begin a list. */
function beginsListItem(text: string): boolean {
  return /^\s*([-*+]|\d{1,9}[.)]?)(\s|$)/.test(text);
}

/**
 * Cuts Markdown at blank lines between whole blocks, so that a growing answer draws only its last
 * block again. Never cuts inside code, a formula, a list or an indented continuation. Joining the blocks gives
 * the text back.
 */
export function splitMarkdownBlocks(text: string): string[] {
  return scanMarkdown(text).blocks;
}

/**
 * The text of an unfinished answer as it may be shown: a citation marker that is only half there is held back, and
 * emphasis, inline code and formulas that are still open are closed, so that nothing flips when the rest arrives.
 */
export function completeOpenMarkdown(text: string): string {
  const { open } = scanMarkdown(text);
  if (open === 'code') return text;
  if (open === 'formula') return `${text.replace(/\$$/, '')}\n$$`;
  if (open === 'brackets') return `${text.replace(/\\$/, '')}\n\\]`;
  const shown = text.replace(/\[[\d,\s]{0,8}$/, '').replace(/(?<![*\\])\*{1,2}$/, '');
  const lastBlock = scanMarkdown(shown).blocks.at(-1) ?? '';
  // A table is one from its second row on; until that is there it would show as bars.
  if (/^\s*\|/.test(lastBlock) && !/^\s*\|.*\n\s*\|[\s:|-]*-[\s:|-]*\n/.test(lastBlock))
    return shown.slice(0, shown.length - lastBlock.length);
  const lastLine = lastBlock.split('\n').at(-1) ?? '';
  if (((lastLine.match(/`/g)?.length ?? 0) & 1) === 1) return `${shown}\``;
  if (((lastBlock.match(/\*\*/g)?.length ?? 0) & 1) === 1) return `${shown.trimEnd()}**`;
  return shown;
}

const code = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;

function mapProse(text: string, change: (prose: string) => string): string {
  return text
    .split(code)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('');
}

/** The answer as people paste it: without its citation markers. Code is left as it is. */
export function removeCitationMarkers(text: string): string {
  return mapProse(text, (prose) => prose.replace(/ ?\[\d{1,3}(?:\s*,\s*\d{1,3})*\](?!\()/g, ''));
}

/** No line begins with a citation marker: it stays with the word that it supports. */
export function joinMarkersToWords(text: string): string {
  return mapProse(text, (prose) =>
    prose.replace(/(?<=[^\s*+>|-])(?<!^\s*\d{1,9}[.)]) (?=\[\d{1,3}\])/gm, '\u00a0'),
  );
}

/** Words alone, for what a screen reader announces. */
export function plainText(markdown: string): string {
  return removeCitationMarkers(markdown)
    .replace(/```\w*\n?/g, '')
    .replace(/^[ \t]*\|?[ \t]*:?-{2,}[\s:|-]*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(#{1,6}|[-*+>]|\|)[ \t]*/gm, '')
    .replace(/(\*\*|__|`|\|)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
