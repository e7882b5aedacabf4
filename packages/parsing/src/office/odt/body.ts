import { childElements, findChild, type XmlElement, xmlText } from '../../archive/xml.ts';
import type { DocumentBuilder } from '../../document-builder.ts';
import { placeMarks, type RunLook, type TextRun, withMarks } from '../../text-marks.ts';
import { formatNumber } from '../number-text.ts';
import { readPictureAlt } from '../picture-alt.ts';
import type { OdtLevel, OdtStyles } from './styles.ts';
import { readOdtTable } from './table.ts';

export type OdtContext = {
  builder: DocumentBuilder;
  styles: OdtStyles;
  images: Map<string, { bytes: Uint8Array; mediaType: string }>;
};

type InlineContent = {
  text: string;
  runs: TextRun[];
  notes: XmlElement[];
  frames: XmlElement[];
  href?: string;
};

/** Here a link may be none. */
type Look = Omit<RunLook, 'href'> & { href?: string | undefined };
type VisitInline = (node: XmlElement, look: Look) => void;

function addText(content: InlineContent, text: string, look: RunLook = {}): void {
  content.text += text;
  content.runs.push({ text, look });
}

type ListState = { style: string | undefined; level: number; counts: number[] };

/** Generated indexes repeat the headings; annotations and tracked deletions are no text. */
const SKIPPED = new Set([
  'text:tracked-changes',
  'text:sequence-decls',
  'text:table-of-content',
  'text:alphabetical-index',
  'text:illustration-index',
  'text:table-index',
  'office:forms',
  'office:annotation',
  'office:annotation-end',
  'text:variable-decls',
  'text:user-field-decls',
  'text:index-title',
]);

/** Walks the body of an OpenDocument text in reading order and appends its blocks. */
export class OdtBodyReader {
  private readonly context: OdtContext;
  private readonly outlineCounts: number[] = [];
  private noteNumber = 0;

  constructor(context: OdtContext) {
    this.context = context;
  }

  readFlow(element: XmlElement): void {
    for (const child of childElements(element)) {
      if (SKIPPED.has(child.name)) continue;
      if (child.name === 'text:h') this.addHeading(child);
      else if (child.name === 'text:p') this.addParagraph(child);
      else if (child.name === 'text:list') this.readList(child, undefined);
      else if (child.name === 'table:table') this.addTable(child);
      else if (child.name === 'draw:frame') this.addFrame(child);
      else this.readFlow(child);
    }
  }

  private addHeading(element: XmlElement): void {
    const content = this.readInline(element);
    const level = Math.max(Number(element.attributes['text:outline-level'] ?? 1) || 1, 1);
    const isNumbered = element.attributes['text:is-list-header'] !== 'true';
    const marker = isNumbered
      ? this.nextNumber(this.outlineCounts, level, (at) => this.context.styles.outline.get(at))
      : '';
    if (content.text !== '') {
      this.context.builder.addBlock({
        type: 'heading',
        level,
        text: content.text,
        ...(marker ? { marker } : {}),
      });
    }
    this.addAttached(content);
  }

  private addParagraph(element: XmlElement, item?: { level: number; marker: string }): void {
    const { builder, styles } = this.context;
    const style = styles.find(element.attributes['text:style-name']);
    if (style.isHidden) return;
    const content = this.readInline(element);
    if (content.text !== '') {
      const shared = {
        text: content.text,
        ...withMarks(placeMarks(content.runs, content.text)),
        ...(content.href ? { href: content.href } : {}),
        ...(style.isBold ? { style: { bold: true } } : {}),
      };
      if (style.isTitle) {
        builder.setTitle(content.text);
        builder.addBlock({ ...shared, type: 'heading', level: 1 });
      } else if (item) builder.addBlock({ ...shared, type: 'list_item', ...item });
      else builder.addBlock({ ...shared, type: style.isCaption ? 'caption' : 'paragraph' });
    }
    this.addAttached(content);
  }

  private readList(list: XmlElement, outer: ListState | undefined): void {
    const level = (outer?.level ?? 0) + 1;
    const style = list.attributes['text:style-name'] ?? outer?.style;
    const state: ListState = { style, level, counts: outer?.counts.slice(0, level - 1) ?? [] };
    for (const item of childElements(list)) {
      if (item.name !== 'text:list-item' && item.name !== 'text:list-header') continue;
      const start = Number(item.attributes['text:start-value']);
      if (Number.isFinite(start)) state.counts[level - 1] = start - 1;
      this.readListItem(item, state);
    }
  }

  private readListItem(item: XmlElement, state: ListState): void {
    let isFirst = item.name === 'text:list-item';
    for (const child of childElements(item)) {
      if (child.name === 'text:p' && isFirst) {
        const style = state.style ?? this.context.styles.findListStyle(child.attributes['text:style-name']);
        const marker =
          this.nextNumber(state.counts, state.level, (at) => this.context.styles.findLevel(style, at)) || '•';
        this.addParagraph(child, { level: state.level, marker });
        isFirst = false;
      } else if (child.name === 'text:list') this.readList(child, state);
      else if (child.name === 'text:p') this.addParagraph(child);
      else if (child.name === 'text:h') this.addHeading(child);
      else this.readFlow(child);
    }
  }

  /** Counts one up at a level and writes its number with those of the levels above that it shows. */
  private nextNumber(
    counts: number[],
    level: number,
    findLevel: (level: number) => OdtLevel | undefined,
  ): string {
    const definition = findLevel(level);
    for (let above = 1; above < level; above++) counts[above - 1] ??= findLevel(above)?.start ?? 1;
    counts[level - 1] = (counts[level - 1] ?? (definition?.start ?? 1) - 1) + 1;
    counts.length = level;
    if (!definition) return '';
    if (definition.format === undefined) return '•';
    if (definition.format === '') return '';
    const numbers: string[] = [];
    for (let at = Math.max(level - definition.displayLevels + 1, 1); at <= level; at++) {
      numbers.push(formatNumber(counts[at - 1] ?? 1, findLevel(at)?.format ?? '1'));
    }
    return `${definition.prefix}${numbers.filter((number) => number !== '').join('.')}${definition.suffix}`.trim();
  }

  private readInline(element: XmlElement): InlineContent {
    const content: InlineContent = { text: '', runs: [], notes: [], frames: [] };
    const links = new Set<string | undefined>();
    const visit: VisitInline = (node, { href, ...look }) => {
      for (const child of node.children) {
        if (typeof child === 'string') {
          const text = child.replace(/[ \t\r\n]+/g, ' ');
          if (text.trim() !== '') links.add(href);
          const added = content.text.endsWith(' ') || content.text === '' ? text.replace(/^ /, '') : text;
          addText(content, added, href === undefined ? look : { ...look, href });
        } else this.visitInline(child, { href, ...look }, content, visit);
      }
    };
    const { look } = this.context.styles.find(element.attributes['text:style-name']);
    visit(element, look);
    content.text = content.text.replace(/ *\n */g, '\n').trim();
    const [href] = links;
    if (links.size === 1 && href !== undefined && /^https?:|^mailto:/i.test(href)) content.href = href;
    return content;
  }

  private visitInline(child: XmlElement, look: Look, content: InlineContent, visit: VisitInline): void {
    switch (child.name) {
      case 'text:s':
        addText(content, ' '.repeat(Math.min(Number(child.attributes['text:c'] ?? 1) || 1, 100)));
        break;
      case 'text:tab':
        addText(content, '\t');
        break;
      case 'text:line-break':
        addText(content, '\n');
        break;
      case 'text:note':
        content.notes.push(child);
        break;
      case 'draw:frame':
        content.frames.push(child);
        break;
      case 'text:a':
        visit(child, { ...look, href: child.attributes['xlink:href'] ?? look.href });
        break;
      case 'text:ruby':
        visit(findChild(child, 'text:ruby-base') ?? child, look);
        break;
      default:
        if (SKIPPED.has(child.name)) return;
        this.visitStyled(child, look, visit);
    }
  }

  private visitStyled(child: XmlElement, look: Look, visit: VisitInline): void {
    const style = this.context.styles.find(child.attributes['text:style-name']);
    if (!style.isHidden) visit(child, { ...look, ...style.look });
  }

  private addAttached(content: InlineContent): void {
    for (const frame of content.frames) this.addFrame(frame);
    for (const note of content.notes) {
      const body = findChild(note, 'text:note-body');
      const text = body ? this.readCellText(body) : '';
      if (text === '') continue;
      this.noteNumber++;
      this.context.builder.addBlock({ type: 'footnote', text, marker: String(this.noteNumber) });
    }
  }

  private addFrame(frame: XmlElement): void {
    const textBox = findChild(frame, 'draw:text-box');
    if (textBox) {
      this.readFlow(textBox);
      return;
    }
    const source = findChild(frame, 'draw:image')?.attributes['xlink:href'] ?? '';
    const image = this.context.images.get(source.replace(/^\.\//, ''));
    const alt = readPictureAlt(
      xmlText(findChild(frame, 'svg:desc')) || xmlText(findChild(frame, 'svg:title')),
    );
    if (image || alt !== '')
      this.context.builder.addBlock({ type: 'image', text: alt, image: { ...image, alt } });
  }

  private addTable(element: XmlElement): void {
    const table = readOdtTable(element, (cell) => this.readCellText(cell));
    const cells = table.rows.flat();
    const only = cells.length === 1 ? cells[0] : undefined;
    if (only) {
      if (only.text !== '') this.context.builder.addBlock({ type: 'paragraph', text: only.text });
    } else if (cells.some((cell) => cell.text !== ''))
      this.context.builder.addBlock({ type: 'table', table });
  }

  private readCellText(cell: XmlElement): string {
    const lines: string[] = [];
    const visit = (element: XmlElement) => {
      for (const child of childElements(element)) {
        if (child.name === 'text:p' || child.name === 'text:h') {
          const { text } = this.readInline(child);
          if (text !== '') lines.push(text);
        } else if (child.name === 'table:table') {
          const nested = readOdtTable(child, (inner) => this.readCellText(inner));
          for (const row of nested.rows)
            lines.push(row.map(({ text }) => text.replaceAll('\n', ' ')).join(' | '));
        } else if (!SKIPPED.has(child.name)) visit(child);
      }
    };
    visit(cell);
    return lines.join('\n');
  }
}
