import type { Relationship } from '../../archive/relationships.ts';
import { childElements, findChild, type XmlElement } from '../../archive/xml.ts';
import type { BlockInput, DocumentBuilder } from '../../document-builder.ts';
import { joinMarked, type MarkedText, placeMarks, withMarks } from '../../text-marks.ts';
import type { LoadedImages } from '../load-images.ts';
import type { Numbering } from './numbering.ts';
import { type ParagraphContent, readParagraphContent } from './runs.ts';
import { type ParagraphStyle, readNumbering, readOutlineLevel } from './styles.ts';
import { readDocxTable } from './table.ts';

/** All that the body refers to. */
export type DocxContext = {
  builder: DocumentBuilder;
  findStyle: (id: string | undefined) => ParagraphStyle;
  numbering: Numbering;
  notes: Record<'footnote' | 'endnote', Map<string, XmlElement>>;
  relationships: Map<string, Relationship>;
  images: LoadedImages;
};

/** A paragraph read and numbered, before it is decided what block it becomes. */
type ReadParagraph = {
  content: ParagraphContent;
  style: ParagraphStyle;
  headingLevel?: number;
  marker?: string;
  listLevel?: number;
};

const NESTED_TABLE_COLUMNS = ' | ';

/** Walks a document body in reading order and appends its blocks. */
export class BodyReader {
  private readonly context: DocxContext;
  private noteNumber = 0;
  private hasStyledHeadings = false;
  private readonly pendingCode: string[] = [];
  private readonly pendingNotes: { id: string; kind: 'footnote' | 'endnote' }[] = [];

  constructor(context: DocxContext) {
    this.context = context;
  }

  readBody(body: XmlElement): void {
    this.hasStyledHeadings = this.findStyledHeading(body);
    this.readFlow(body);
    this.flushCode();
  }

  /** Writers who know no styles mark headings by bold alone; where one styled heading stands, they do know. */
  private findStyledHeading(element: XmlElement): boolean {
    return childElements(element).some((child) => {
      if (child.name !== 'w:p') return child.name === 'w:sdt' && this.findStyledHeading(child);
      const properties = findChild(child, 'w:pPr');
      const style = this.context.findStyle(findChild(properties, 'w:pStyle')?.attributes['w:val']);
      return style.headingLevel !== undefined || readOutlineLevel(properties) !== undefined;
    });
  }

  private readFlow(element: XmlElement): void {
    for (const child of childElements(element)) {
      if (child.name === 'w:p') this.addParagraph(child);
      else if (child.name === 'w:tbl') this.addTable(child);
      else if (child.name === 'mc:AlternateContent') {
        const chosen = findChild(child, 'mc:Choice');
        if (chosen) this.readFlow(chosen);
      } else if (child.name !== 'w:del' && child.name !== 'w:moveFrom' && child.name !== 'w:sectPr')
        this.readFlow(child);
    }
  }

  private addParagraph(element: XmlElement): void {
    const paragraph = this.readParagraph(element);
    const { content, style } = paragraph;
    if (style.isCode) {
      this.pendingCode.push(content.rawText);
      return;
    }
    this.flushCode();
    if (content.text !== '') {
      this.context.builder.addBlock(this.createBlock(paragraph));
      if (style.isTitle) this.context.builder.setTitle(content.text);
    }
    for (const image of content.images) this.addImage(image.relationshipId, image.alt);
    for (const box of content.textBoxes) this.readFlow(box);
    this.pendingNotes.push(...content.noteIds);
    this.addNotes();
  }

  /** Lines of code come as a paragraph each; together they are one block. */
  private flushCode(): void {
    const text = this.pendingCode
      .splice(0)
      .join('\n')
      .replace(/^\n+|\s+$/g, '');
    if (text !== '') this.context.builder.addBlock({ type: 'code', text });
  }

  private readParagraph(element: XmlElement): ReadParagraph {
    const properties = findChild(element, 'w:pPr');
    const styleId = findChild(properties, 'w:pStyle')?.attributes['w:val'];
    const style = this.context.findStyle(styleId);
    const content = readParagraphContent(element, style.isBold);
    const headingLevel = readOutlineLevel(properties) ?? style.headingLevel;
    const own = readNumbering(properties);
    const numId = own?.numId ?? style.numbering?.numId;
    const hasList =
      numId !== undefined && numId !== '0' && (content.text !== '' || headingLevel !== undefined);
    if (!hasList) return { content, style, ...(headingLevel === undefined ? {} : { headingLevel }) };
    const styleLevel =
      styleId === undefined ? undefined : this.context.numbering.findStyleLevel(numId, styleId);
    const level = own?.level ?? styleLevel ?? style.numbering?.level ?? 0;
    const number = this.context.numbering.next(numId, level);
    return {
      content,
      style,
      ...(headingLevel === undefined ? {} : { headingLevel }),
      ...(number ? { marker: number.marker } : {}),
      listLevel: level + 1,
    };
  }

  private createBlock(paragraph: ReadParagraph): BlockInput {
    const { content, style, headingLevel, marker, listLevel } = paragraph;
    const { text } = content;
    const href = this.findLink(content.linkId);
    const shared = {
      text,
      ...withMarks(this.findMarks(content)),
      ...(marker === undefined ? {} : { marker }),
      ...(content.isBold ? { style: { bold: true } } : {}),
      ...(href === undefined ? {} : { href }),
    };
    if (style.isTitle) return { ...shared, type: 'heading', level: 1 };
    if (headingLevel !== undefined) return { ...shared, type: 'heading', level: Math.min(headingLevel, 6) };
    if (listLevel !== undefined) return { ...shared, type: 'list_item', level: listLevel };
    if (style.isCaption) return { ...shared, type: 'caption' };
    if (!this.hasStyledHeadings && content.isBold && looksLikeHeading(text)) {
      return { ...shared, type: 'heading', level: 2 };
    }
    return { ...shared, type: 'paragraph' };
  }

  private findMarks({ runs, text }: ParagraphContent): MarkedText['marks'] {
    const resolved = runs.map(({ text: raw, look: { href, ...look } }) => {
      const target = this.findLink(href);
      return { text: raw, look: target === undefined ? look : { ...look, href: target } };
    });
    return placeMarks(resolved, text);
  }

  private findLink(linkId: string | undefined): string | undefined {
    const target = linkId === undefined ? undefined : this.context.relationships.get(linkId);
    return target?.isExternal && /^https?:|^mailto:/i.test(target.target) ? target.target : undefined;
  }

  private addImage(relationshipId: string | undefined, alt: string): void {
    const image = this.context.images.get(relationshipId ?? '');
    if (!image && alt === '') return;
    this.context.builder.addBlock({ type: 'image', text: alt, image: { ...image, alt } });
  }

  private addNotes(): void {
    for (const { id, kind } of this.pendingNotes.splice(0)) {
      const note = this.context.notes[kind].get(id);
      const { text, marks } = note ? this.readCellText(note) : { text: '', marks: [] };
      if (text === '') continue;
      this.noteNumber++;
      this.context.builder.addBlock({
        type: 'footnote',
        text,
        ...withMarks(marks),
        marker: String(this.noteNumber),
      });
    }
  }

  private addTable(element: XmlElement): void {
    this.flushCode();
    const single = findSingleCell(element);
    if (single) {
      // A frame around ordinary text.
      this.readFlow(single);
      return;
    }
    const images: ParagraphContent['images'] = [];
    const table = readDocxTable(element, (cell) => this.readCellText(cell, images));
    const isEmpty = !table.rows.some((cells) => cells.some((cell) => cell.text !== ''));
    if (!isEmpty) this.context.builder.addBlock({ type: 'table', table });
    for (const image of images) this.addImage(image.relationshipId, image.alt);
    this.addNotes();
  }

  /** The text of a cell or note: a line a paragraph, with list markers; nested tables a line a row. */
  private readCellText(cell: XmlElement, images: ParagraphContent['images'] = []): MarkedText {
    const lines: MarkedText[] = [];
    const visit = (element: XmlElement) => {
      for (const child of childElements(element)) {
        if (child.name === 'w:p') {
          const { content, marker, listLevel } = this.readParagraph(child);
          const indent = '  '.repeat(Math.max((listLevel ?? 1) - 1, 0));
          const line = { text: content.text, marks: this.findMarks(content) };
          const lead = { text: `${indent}${marker} `, marks: [] };
          if (content.text !== '') lines.push(marker === undefined ? line : joinMarked([lead, line], ''));
          images.push(...content.images);
          for (const box of content.textBoxes) visit(box);
          this.pendingNotes.push(...content.noteIds);
        } else if (child.name === 'w:tbl') {
          const nested = readDocxTable(child, (inner) => this.readCellText(inner, images));
          for (const row of nested.rows) {
            const parts = row.map(({ text, marks = [] }) => ({ text: text.replaceAll('\n', ' '), marks }));
            lines.push(joinMarked(parts, NESTED_TABLE_COLUMNS));
          }
        } else if (child.name !== 'w:tcPr' && child.name !== 'w:del') visit(child);
      }
    };
    visit(cell);
    return joinMarked(lines, '\n');
  }
}

function findSingleCell(table: XmlElement): XmlElement | undefined {
  const rows = childElements(table, 'w:tr');
  if (rows.length !== 1) return undefined;
  const cells = childElements(rows[0]!, 'w:tc');
  return cells.length === 1 ? cells[0] : undefined;
}

function looksLikeHeading(text: string): boolean {
  return (
    text.length <= 80 && !text.includes('\n') && /\p{L}/u.test(text) && !/[.!?;:,。！？；：，]$/.test(text)
  );
}
