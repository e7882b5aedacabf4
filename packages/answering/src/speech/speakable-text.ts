import { guessStemLanguage, tokenize } from '@lectern/text-analysis';
import type { List, Nodes, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

/** Nobody listens longer: about an hour. */
const mostCharacters = 50_000;
/** Such runs take a Markdown parser minutes, and no answer that can be listened to holds them. */
const tangled = /([[\]*_`~<!(>])\1{99}|(?:[-*+>] ?){100}/;
const mostMarks = 4_000;

type Notice = 'code' | 'diagram' | 'formula';
const notices: Record<'en' | 'fr' | 'zh', Record<Notice, string>> = {
  en: { code: 'See the code on screen.', diagram: 'See the diagram on screen.', formula: 'see the formula' },
  fr: { code: 'Voir le code à l’écran.', diagram: 'Voir le schéma à l’écran.', formula: 'voir la formule' },
  zh: { code: '代码见屏幕。', diagram: '图表见屏幕。', formula: '公式见屏幕' },
};

/** What a voice reads of an answer in Markdown, one line for each paragraph, heading, list item and table row. */
export function speakableText(answer: string): string {
  const markdown = answer.slice(0, mostCharacters);
  const words = notices[guessLanguage(markdown)];
  const lines = isTangled(markdown) ? markdown.split('\n') : readMarkdown(markdown, words);
  return lines
    .map((line) => endLine(cleanLine(line, words.formula)))
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .join('\n');
}

function isTangled(markdown: string): boolean {
  return tangled.test(markdown) || (markdown.match(/[[*_`<!>]/g)?.length ?? 0) > mostMarks;
}

/** The words for what is not read are in the language of the rest. */
function guessLanguage(text: string): 'en' | 'fr' | 'zh' {
  const sample = text.slice(0, 4_000);
  const han = sample.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (han > 0.2 * sample.length) return 'zh';
  return guessStemLanguage([...tokenize(sample)]) === 'fr' ? 'fr' : 'en';
}

function readMarkdown(markdown: string, words: Record<Notice, string>): string[] {
  const tree = fromMarkdown(markdown, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const lines: string[] = [];
  const add = (node: Nodes): void => {
    if (node.type === 'paragraph' || node.type === 'heading') lines.push(readInline(node));
    else if (node.type === 'code')
      lines.push(/^(?:mermaid|dot|plantuml)$/i.test(node.lang ?? '') ? words.diagram : words.code);
    else if (node.type === 'table') lines.push(...readTable(node));
    else if (node.type === 'list') addList(node);
    else if ('children' in node) for (const child of node.children) add(child);
  };
  const addList = ({ ordered, start, children }: List) => {
    for (const [index, item] of children.entries()) {
      const begin = lines.length;
      add(item);
      if (ordered && lines[begin] !== undefined) lines[begin] = `${(start ?? 1) + index}. ${lines[begin]}`;
    }
  };
  add(tree);
  return lines;
}

/** The words of a paragraph or cell; of a link what it is called, of a picture what it shows, of markup nothing. */
function readInline(node: Nodes): string {
  if (node.type === 'text') return removeMarkers(node.value);
  if (node.type === 'inlineCode') return node.value;
  if (node.type === 'image') return node.alt ?? '';
  if (node.type === 'break' || node.type === 'html') return ' ';
  return 'children' in node ? (node.children as Nodes[]).map(readInline).join('') : '';
}

/** `[2]`, `[2][3]` and `[2, 3]`, with the space before. */
function removeMarkers(text: string): string {
  return text.replace(/[ \u00a0]*\[\d{1,4}(?:\s*,\s*\d{1,4})*\]/g, '');
}

/** Each row by itself, every cell under its heading: a listener sees no columns. */
function readTable({ children: [head, ...rows] }: Table): string[] {
  const names = head?.children.map((cell) => readInline(cell).trim()) ?? [];
  return rows.map((row) =>
    row.children
      .map((cell, column) => [names[column], readInline(cell).trim()] as const)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => (name ? `${name}: ${value}` : value))
      .join('; '),
  );
}

function cleanLine(line: string, formula: string): string {
  return (
    line
      .replace(/\$\$[^$]+\$\$|\\\[.+?\\\]/gs, ` ${formula} `)
      // A formula in a line is short and mostly a letter.
      .replace(/\$([^$\n]{1,80})\$|\\\((.{1,80}?)\\\)/g, (whole, dollars, brackets) =>
        /^\d|\d$/.test(dollars ?? '') && !/[\\^_=]/.test(dollars ?? '')
          ? whole
          : (dollars ?? brackets).replace(/[\\{}]/g, ' '),
      )
      // Of an address the host is all that can be listened to.
      .replace(/https?:\/\/(?:www\.)?([^\s/?#)]+)[^\s)]*/g, '$1')
      .replace(/\p{Extended_Pictographic}\ufe0f?/gu, '')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** A voice pauses at a full stop: headings and list items have none. */
function endLine(line: string): string {
  if (line === '' || /[.!?…:;。！？；：]["'”’»)\]」』）]*$/u.test(line)) return line;
  return /\p{Script=Han}["'”’»)\]」』）]*$/u.test(line) ? `${line}。` : `${line}.`;
}
