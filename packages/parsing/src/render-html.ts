import { escapeHtml } from './markup/escape-html.ts';
import type { Block, ParsedDocument, TableCell, TextMark } from './parsed-document.ts';

/**
 * Renders a document of any format as safe semantic HTML for a viewer: everything escaped, no script, no
 * style, no remote resource. Every block is an element with `data-block-id`, its character range as
 * `data-start` and `data-end` (in `documentText`) and, where it has one, its page as `data-page`, so that
 * a passage can be lit by block or by range. What was said has its seconds as `data-time`. Pictures that a
 * browser shows are inside as data, as long as they are few and small; others leave their text alone. The
 * same document always gives the same HTML.
 */
export function renderDocumentHtml(document: ParsedDocument): string {
  const parts: string[] = ['<article class="document"'];
  parts.push(`${attribute('data-format', document.format)}${attribute('lang', document.language)}>`);
  const pictures = chooseShownPictures(document.blocks);
  let page: number | undefined;
  let index = 0;
  while (index < document.blocks.length) {
    const block = document.blocks[index]!;
    if (block.page !== undefined && block.page !== page) {
      page = block.page;
      const printed = document.pages.find(({ number }) => number === page)?.label;
      const label = printed === String(page) ? undefined : printed;
      parts.push(
        `\n<div class="page-start"${attribute('data-page-start', String(page))}${attribute('data-label', label)}></div>`,
      );
    }
    if (block.type === 'list_item') {
      const items = takeListItems(document.blocks, index);
      parts.push('\n', renderList(items));
      index += items.length;
    } else {
      parts.push('\n', renderBlock(block, pictures));
      index++;
    }
  }
  parts.push('\n</article>\n');
  return parts.join('');
}

function takeListItems(blocks: readonly Block[], from: number): Block[] {
  const page = blocks[from]!.page;
  let to = from;
  while (blocks[to]?.type === 'list_item' && blocks[to]!.page === page) to++;
  return blocks.slice(from, to);
}

const MAX_LIST_LEVEL = 9;

/** Markers are written as text, since they are computed: the list draws none of its own. */
function renderList(items: readonly Block[]): string {
  const lines = items.map((item) => {
    const level = Math.min(Math.max(item.level ?? 1, 1), MAX_LIST_LEVEL);
    return `<li data-level="${level}"${blockAttributes(item)}>${markerSpan(item)}${inlineText(item)}</li>`;
  });
  return `<ul class="list">\n${lines.join('\n')}\n</ul>`;
}

function renderBlock(block: Block, pictures: ReadonlySet<Block>): string {
  const attributes = blockAttributes(block);
  switch (block.type) {
    case 'heading': {
      const level = Math.min(Math.max(block.level ?? 1, 1), 6);
      return `<h${level}${attributes}>${markerSpan(block)}${inlineText(block)}</h${level}>`;
    }
    case 'table':
      return renderTable(block, attributes);
    case 'image':
      return renderImage(block, attributes, pictures.has(block));
    case 'code':
      return `<pre${attributes}><code>${escapeHtml(block.text)}</code></pre>`;
    case 'formula':
      return `<p class="formula"${attributes}>${inlineText(block)}</p>`;
    case 'caption':
      return `<p class="caption"${attributes}>${inlineText(block)}</p>`;
    case 'footnote':
      return `<aside class="footnote"${attributes}>${markerSpan(block)}${inlineText(block)}</aside>`;
    case 'slide_notes':
      return `<aside class="slide-notes"${attributes}>${inlineText(block)}</aside>`;
    case 'page_header':
      return `<p class="page-header"${attributes}>${inlineText(block)}</p>`;
    case 'page_footer':
      return `<p class="page-footer"${attributes}>${inlineText(block)}</p>`;
    default:
      return `<p${attributes}>${markerSpan(block)}${inlineText(block)}</p>`;
  }
}

function blockAttributes(block: Block): string {
  return (
    attribute('data-block-id', block.id) +
    attribute('data-page', block.page === undefined ? undefined : String(block.page)) +
    attribute('data-start', String(block.charRange.start)) +
    attribute('data-end', String(block.charRange.end)) +
    attribute('data-time', block.time?.start.toFixed(2)) +
    attribute('data-time-end', block.time?.end.toFixed(2))
  );
}

/** The marker is outside of the text, so that offsets inside the element count only the block's text. */
function markerSpan(block: Block): string {
  if (block.marker === undefined || block.text.startsWith(block.marker)) return '';
  return `<span class="marker" data-marker>${escapeHtml(block.marker)} </span>`;
}

function inlineText({ type, text, href, marks = [] }: Block): string {
  // A heading is bold as it is, and what is one link has none inside.
  const shown = marks.map((mark) => ({
    ...mark,
    ...(type === 'heading' ? { bold: false } : {}),
    ...(href === undefined ? {} : { href: undefined }),
  }));
  return linkTo(href, markedText(text, shown, '<br>\n'));
}

function markedText(text: string, marks: readonly TextMark[], lineBreak: string): string {
  const parts: string[] = [];
  let at = 0;
  const write = (until: number) => escapeHtml(text.slice(at, until)).replaceAll('\n', lineBreak);
  for (const mark of marks) {
    parts.push(write(mark.start));
    at = mark.start;
    parts.push(wrap(mark, write(mark.end)));
    at = mark.end;
  }
  parts.push(write(text.length));
  return parts.join('');
}

function wrap(
  { bold, italic, strike, position, href }: Omit<TextMark, 'start' | 'end'>,
  html: string,
): string {
  let wrapped = html;
  if (position !== undefined)
    wrapped = position === 'super' ? `<sup>${wrapped}</sup>` : `<sub>${wrapped}</sub>`;
  if (strike) wrapped = `<s>${wrapped}</s>`;
  if (italic) wrapped = `<em>${wrapped}</em>`;
  if (bold) wrapped = `<strong>${wrapped}</strong>`;
  return linkTo(href, wrapped);
}

/** Only these schemes leave the page on a click; anything else could run as script. */
function linkTo(href: string | undefined, html: string): string {
  if (href === undefined || !/^(?:https?:\/\/|mailto:)/i.test(href)) return html;
  return `<a${attribute('href', href)} rel="noopener noreferrer nofollow" target="_blank">${html}</a>`;
}

function renderTable(block: Block, attributes: string): string {
  const table = block.table;
  if (!table) return `<pre${attributes}>${escapeHtml(block.text)}</pre>`;
  const caption = table.caption ? `<caption>${escapeHtml(table.caption)}</caption>\n` : '';
  const rows = table.rows.map((cells, row) => `<tr data-row="${row}">${cells.map(renderCell).join('')}</tr>`);
  return `<table${attributes}>\n${caption}<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`;
}

function renderCell(cell: TableCell): string {
  const tag = cell.header ? 'th' : 'td';
  const colspan = (cell.colspan ?? 1) > 1 ? attribute('colspan', String(cell.colspan)) : '';
  const rowspan = (cell.rowspan ?? 1) > 1 ? attribute('rowspan', String(cell.rowspan)) : '';
  const marks = (cell.marks ?? []).map((mark) => (cell.header ? { ...mark, bold: false } : mark));
  return `<${tag}${colspan}${rowspan}>${markedText(cell.text, marks, '<br>')}</${tag}>`;
}

const SHOWN_PICTURE_TYPES = /^image\/(?:png|jpeg|gif|webp)$/;
const MAX_PICTURE_BYTES = 512 * 1024;
const MAX_PICTURES_BYTES = 6 * 1024 * 1024;

/** The first pictures that fit into what a reader's browser should have to load. */
function chooseShownPictures(blocks: readonly Block[]): ReadonlySet<Block> {
  const chosen = new Set<Block>();
  let room = MAX_PICTURES_BYTES;
  for (const block of blocks) {
    const { bytes, mediaType } = block.image ?? {};
    if (!bytes || bytes.length === 0 || bytes.length > Math.min(room, MAX_PICTURE_BYTES)) continue;
    if (!SHOWN_PICTURE_TYPES.test(mediaType ?? '')) continue;
    chosen.add(block);
    room -= bytes.length;
  }
  return chosen;
}

function renderImage(block: Block, attributes: string, shown: boolean): string {
  const text = inlineText(block);
  const caption = text === '' ? '' : `<figcaption>${text}</figcaption>`;
  return `<figure${attributes}>${shown ? renderPicture(block) : ''}${caption}</figure>`;
}

function renderPicture({ image, text }: Block): string {
  const data = Buffer.from(image?.bytes ?? []).toString('base64');
  // The caption says it already where there is one.
  const alt = text === '' ? (image?.alt ?? '') : '';
  const size = attribute('width', image?.width?.toString()) + attribute('height', image?.height?.toString());
  return `<img src="data:${image?.mediaType};base64,${data}" alt="${escapeHtml(alt)}"${size}>`;
}

function attribute(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`;
}
