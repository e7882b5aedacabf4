import { childElements, findChild, findDescendants, type XmlElement, xmlText } from '../../archive/xml.ts';
import type { RunLook, TextRun } from '../../text-marks.ts';
import { readPictureAlt } from '../picture-alt.ts';
import { writeMath } from './math.ts';
import { readToggle } from './styles.ts';

/** A drawing met inside a paragraph. */
export type FoundImage = { relationshipId?: string; alt: string };

/** What one paragraph holds besides its properties. */
export type ParagraphContent = {
  text: string;
  /** The text with its white space, for code. */
  rawText: string;
  images: FoundImage[];
  /** Text boxes anchored here: elements with paragraphs and tables. */
  textBoxes: XmlElement[];
  noteIds: { kind: 'footnote' | 'endnote'; id: string }[];
  /** As the file has it; `href` is the id of a relationship. */
  runs: TextRun[];
  /** Relationship id of the link when one link covers all of the text. */
  linkId?: string;
  isBold: boolean;
};

/** Reads the runs of a paragraph. Hidden, deleted and moved-away text is left out. */
export function readParagraphContent(paragraph: XmlElement, styleIsBold: boolean): ParagraphContent {
  const reader = new RunReader(styleIsBold);
  reader.visitChildren(paragraph, undefined);
  const text = reader.text.replace(/[ \u00a0]*\n[ ]*/g, '\n').trim();
  const [linkId] = reader.linkIds;
  return {
    text,
    rawText: reader.text,
    images: reader.images,
    textBoxes: reader.textBoxes,
    noteIds: reader.noteIds,
    ...(reader.linkIds.size === 1 && linkId !== undefined ? { linkId } : {}),
    runs: reader.runs,
    isBold: reader.boldCharacters > 0 && reader.plainCharacters === 0,
  };
}

class RunReader {
  text = '';
  runs: TextRun[] = [];
  images: FoundImage[] = [];
  textBoxes: XmlElement[] = [];
  noteIds: ParagraphContent['noteIds'] = [];
  linkIds = new Set<string | undefined>();
  boldCharacters = 0;
  plainCharacters = 0;
  private readonly styleIsBold: boolean;

  constructor(styleIsBold: boolean) {
    this.styleIsBold = styleIsBold;
  }

  visitChildren(element: XmlElement, linkId: string | undefined): void {
    for (const child of element.children) if (typeof child !== 'string') this.visit(child, linkId);
  }

  private visit(element: XmlElement, linkId: string | undefined): void {
    switch (element.name) {
      case 'w:r':
        this.visitRun(element, linkId);
        break;
      case 'w:hyperlink':
        this.visitChildren(element, element.attributes['r:id'] ?? linkId);
        break;
      case 'w:pPr':
      case 'w:del':
      case 'w:moveFrom':
      case 'w:sdtPr':
      case 'w:rPr':
        break;
      case 'mc:AlternateContent':
        this.visitAlternate(element, linkId);
        break;
      case 'm:oMath':
      case 'm:oMathPara':
        this.addText(writeMath(element), linkId, {});
        break;
      default:
        this.visitChildren(element, linkId);
    }
  }

  private visitRun(run: XmlElement, linkId: string | undefined): void {
    const properties = findChild(run, 'w:rPr');
    if (readToggle(findChild(properties, 'w:vanish'))) return;
    const look = readLook(properties, this.styleIsBold);
    for (const child of childElements(run)) this.visitRunChild(child, linkId, look);
  }

  private visitRunChild(child: XmlElement, linkId: string | undefined, look: RunLook): void {
    switch (child.name) {
      case 'w:t':
        this.addText(xmlText(child), linkId, look);
        break;
      case 'w:tab':
      case 'w:ptab':
        this.add('\t');
        break;
      case 'w:br':
        if (child.attributes['w:type'] === undefined || child.attributes['w:type'] === 'textWrapping')
          this.add('\n');
        break;
      case 'w:cr':
        this.add('\n');
        break;
      case 'w:noBreakHyphen':
        this.add('-');
        break;
      case 'w:sym':
        this.add(readSymbol(child));
        break;
      case 'w:footnoteReference':
      case 'w:endnoteReference': {
        const id = child.attributes['w:id'];
        if (id !== undefined)
          this.noteIds.push({ kind: child.name === 'w:footnoteReference' ? 'footnote' : 'endnote', id });
        break;
      }
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        this.visitDrawing(child);
        break;
      case 'mc:AlternateContent':
        this.visitAlternate(child, linkId);
        break;
      case 'w:ruby':
        // The base text; the reading above it would break the word.
        for (const base of childElements(child, 'w:rubyBase')) this.visitChildren(base, linkId);
        break;
      default:
    }
  }

  /** The first choice is what the writer meant; the fallback repeats it for older programs. */
  private visitAlternate(element: XmlElement, linkId: string | undefined): void {
    const chosen = findChild(element, 'mc:Choice') ?? findChild(element, 'mc:Fallback');
    for (const child of chosen ? childElements(chosen) : []) {
      if (child.name === 'w:drawing' || child.name === 'w:pict') this.visitDrawing(child);
      else this.visit(child, linkId);
    }
  }

  private visitDrawing(drawing: XmlElement): void {
    this.textBoxes.push(...findTextBoxes(drawing));
    const properties = findDescendants(drawing, 'wp:docPr')[0] ?? findDescendants(drawing, 'pic:cNvPr')[0];
    const alt = readPictureAlt(
      properties?.attributes.descr ?? findDescendants(drawing, 'v:shape')[0]?.attributes.alt,
    );
    const blips = findDescendants(drawing, 'a:blip').map((blip) => blip.attributes['r:embed']);
    const shapes = findDescendants(drawing, 'v:imagedata').map((shape) => shape.attributes['r:id']);
    const ids = [...blips, ...shapes].filter((id) => id !== undefined);
    for (const relationshipId of ids) this.images.push({ relationshipId, alt });
  }

  private add(text: string, look: RunLook = {}): void {
    this.text += text;
    this.runs.push({ text, look });
  }

  private addText(text: string, linkId: string | undefined, look: RunLook): void {
    this.add(text, linkId === undefined ? look : { ...look, href: linkId });
    const visible = text.trim().length;
    if (visible === 0) return;
    this.linkIds.add(linkId);
    if (look.bold) this.boldCharacters += visible;
    else this.plainCharacters += visible;
  }
}

function readLook(properties: XmlElement | undefined, styleIsBold: boolean): RunLook {
  const isOn = (name: string) => readToggle(findChild(properties, name)) === true;
  const align = findChild(properties, 'w:vertAlign')?.attributes['w:val'];
  const position = align === 'superscript' ? 'super' : align === 'subscript' ? 'sub' : undefined;
  return {
    ...((readToggle(findChild(properties, 'w:b')) ?? styleIsBold) ? { bold: true } : {}),
    ...(isOn('w:i') ? { italic: true } : {}),
    ...(isOn('w:strike') || isOn('w:dstrike') ? { strike: true } : {}),
    ...(position ? { position } : {}),
  };
}

/** Text boxes, outermost only; a fallback copy inside an alternate is left out. */
function findTextBoxes(element: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  const visit = (node: XmlElement) => {
    for (const child of childElements(node)) {
      if (child.name === 'mc:Fallback') continue;
      if (child.name === 'w:txbxContent') found.push(child);
      else visit(child);
    }
  };
  visit(element);
  return found;
}

function readSymbol(element: XmlElement): string {
  const code = Number.parseInt(element.attributes['w:char'] ?? '', 16);
  if (!Number.isFinite(code) || code > 0x10ffff) return '';
  return code >= 0xe000 && code <= 0xf8ff ? '•' : String.fromCodePoint(code);
}
