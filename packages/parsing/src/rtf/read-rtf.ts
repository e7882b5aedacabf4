import iconv from 'iconv-lite';
import { createDocumentBuilder, type DocumentBuilder } from '../document-builder.ts';
import { type FileInput, type ParsedDocument, UnreadableFileError } from '../parsed-document.ts';
import type { TextRun } from '../text-marks.ts';
import {
  CHARACTER_WORDS,
  changeLook,
  DESTINATION_BY_WORD,
  type Destination,
  ENCODING_BY_CHARSET,
  ENCODING_BY_CODE_PAGE,
  type GroupState,
} from './state.ts';
import { type RtfToken, tokenizeRtf } from './tokenize.ts';
import { type CellDefinition, type ParagraphFormat, RtfWriter } from './writer.ts';

const MAX_DEPTH = 512;

/** Reads rich text: code pages by font, Unicode escapes, headings by style and outline level, lists, tables, notes. */
export function readRtf(input: FileInput): ParsedDocument {
  const builder = createDocumentBuilder({ format: 'rtf' });
  new RtfReader(input.bytes, builder).read();
  return builder.build();
}

const HEADING_NAME = /^(?:heading|titre|überschrift|título|titolo|kop|標題|标题|見出し)\s*([1-9])$/i;

class RtfReader {
  private readonly bytes: Uint8Array;
  private readonly builder: DocumentBuilder;
  private readonly writer: RtfWriter;
  private state: GroupState = {
    destination: 'body',
    font: 0,
    encoding: 'windows-1252',
    unicodeSkip: 1,
    isHidden: false,
    isBold: false,
    look: {},
  };
  private readonly stack: GroupState[] = [];
  private defaultEncoding = 'windows-1252';
  private readonly fontEncodings = new Map<number, string>();
  private readonly styles = new Map<number, ParagraphFormat>();
  private currentStyle = 0;
  private styleOutline: number | undefined;
  private texts: Record<string, string> = {};
  private runs: TextRun[] = [];
  private pendingBytes: number[] = [];
  private toSkip = 0;
  private isGroupStart = false;
  private isOptionalGroup = false;
  private format: ParagraphFormat = { inTable: false, listLevel: 1 };
  private boldCharacters = 0;
  private plainCharacters = 0;
  private definitions: CellDefinition[] = [];
  private definition: CellDefinition = {};
  private footnotes: string[] = [];

  constructor(bytes: Uint8Array, builder: DocumentBuilder) {
    this.bytes = bytes;
    this.builder = builder;
    this.writer = new RtfWriter(builder);
  }

  read(): void {
    for (const token of tokenizeRtf(this.bytes)) this.handle(token);
    this.flushBytes();
    this.endParagraph();
    this.writer.flushTable();
    this.addRunningText('header');
    this.addRunningText('footer');
  }

  private handle(token: RtfToken): void {
    const wasGroupStart = this.isGroupStart;
    if (token.kind !== 'symbol' || token.symbol !== '*') this.isGroupStart = false;
    switch (token.kind) {
      case 'open':
        this.openGroup();
        break;
      case 'close':
        this.closeGroup();
        break;
      case 'byte':
        if (this.toSkip > 0) this.toSkip--;
        else this.pendingBytes.push(token.byte);
        break;
      case 'bytes':
        this.addBytes(token.start, token.end);
        break;
      case 'symbol':
        this.handleSymbol(token.symbol, wasGroupStart);
        break;
      case 'word':
        this.flushBytes();
        this.handleWord(token.word, token.value, wasGroupStart);
    }
  }

  private openGroup(): void {
    this.flushBytes();
    if (this.stack.length >= MAX_DEPTH) throw new UnreadableFileError('too_deep', 'nested RTF groups');
    this.stack.push(this.state);
    this.state = { ...this.state };
    this.isGroupStart = true;
    this.isOptionalGroup = false;
    this.toSkip = 0;
  }

  private closeGroup(): void {
    this.flushBytes();
    const ended = this.state.destination;
    this.state = this.stack.pop() ?? this.state;
    this.toSkip = 0;
    if (ended !== this.state.destination) this.endDestination(ended);
    if (ended === 'styles' && this.state.destination === 'styles') this.endStyle();
  }

  private endDestination(destination: Destination): void {
    if (destination === 'title') this.builder.setTitle(this.takeText('title'));
    if (destination === 'author' || destination === 'subject') {
      this.builder.setMetadata(destination, this.takeText(destination));
    }
    if (destination === 'footnote') {
      const text = this.takeText('footnote').trim();
      if (text !== '') this.footnotes.push(text);
    }
  }

  private takeText(destination: string): string {
    const text = this.texts[destination] ?? '';
    this.texts[destination] = '';
    return text;
  }

  private addBytes(start: number, end: number): void {
    let from = start;
    if (this.toSkip > 0) {
      const skipped = Math.min(this.toSkip, end - start);
      from += skipped;
      this.toSkip -= skipped;
    }
    // Hex digits of pictures are long and say nothing.
    if (this.state.destination === 'skip' || this.state.destination === 'picture') return;
    for (let i = from; i < end; i++) this.pendingBytes.push(this.bytes[i]!);
  }

  private flushBytes(): void {
    if (this.pendingBytes.length === 0) return;
    const { destination, encoding } = this.state;
    if (destination !== 'skip' && destination !== 'picture') {
      this.addText(iconv.decode(Buffer.from(this.pendingBytes), encoding));
    }
    this.pendingBytes = [];
  }

  private addText(text: string): void {
    const { destination, isHidden, isBold, look } = this.state;
    if (isHidden || destination === 'skip' || destination === 'picture' || destination === 'fonts') return;
    this.texts[destination] = (this.texts[destination] ?? '') + text;
    if (destination !== 'body') return;
    this.runs.push({ text, look: isBold ? { ...look, bold: true } : look });
    const visible = text.trim().length;
    if (isBold) this.boldCharacters += visible;
    else this.plainCharacters += visible;
  }

  private handleSymbol(symbol: string, wasGroupStart: boolean): void {
    if (symbol === '*' && wasGroupStart) {
      this.isOptionalGroup = true;
      return;
    }
    this.flushBytes();
    if (this.toSkip > 0) this.toSkip--;
    else if (symbol === '~') this.addText('\u00a0');
    else if (symbol === '_') this.addText('-');
    else if (symbol === '\\' || symbol === '{' || symbol === '}') this.addText(symbol);
    else if (symbol === '\n' || symbol === '\r') this.endParagraph();
  }

  private handleWord(word: string, value: number | undefined, wasGroupStart: boolean): void {
    if (wasGroupStart) {
      const destination = DESTINATION_BY_WORD[word];
      if (destination !== undefined) {
        const inherited = this.state.destination;
        // What is inside a skipped group stays skipped, but the title is inside the skipped info group.
        const isInfo = destination === 'title' || destination === 'author' || destination === 'subject';
        if (inherited !== 'skip' || isInfo)
          this.state.destination = destination === 'body' ? inherited : destination;
        return;
      }
      if (this.isOptionalGroup && word !== 'ud') {
        this.isOptionalGroup = false;
        if (this.state.destination !== 'styles') this.state.destination = 'skip';
      }
    }
    const character = CHARACTER_WORDS[word];
    if (character !== undefined) {
      if (this.toSkip > 0) this.toSkip--;
      else this.addText(character);
    } else if (word === 'u') this.addUnicode(value ?? 0);
    else if (!this.handleCharacterFormat(word, value)) this.handleParagraphWord(word, value);
  }

  private addUnicode(value: number): void {
    const code = value < 0 ? value + 65_536 : value;
    const isPrivate = code >= 0xe000 && code <= 0xf8ff;
    if (code <= 0x10ffff) this.addText(isPrivate ? '•' : String.fromCharCode(code));
    this.toSkip = this.state.unicodeSkip;
  }

  private handleCharacterFormat(word: string, value: number | undefined): boolean {
    const { state } = this;
    switch (word) {
      case 'ansicpg':
        this.defaultEncoding = findEncoding(value ?? 1252);
        state.encoding = this.defaultEncoding;
        return true;
      case 'mac':
      case 'pc':
      case 'pca':
        this.defaultEncoding = word === 'mac' ? 'macintosh' : word === 'pc' ? 'cp437' : 'cp850';
        state.encoding = this.defaultEncoding;
        return true;
      case 'f':
        state.font = value ?? 0;
        state.encoding = this.fontEncodings.get(state.font) ?? this.defaultEncoding;
        return true;
      case 'fcharset':
      case 'cpg':
        if (state.destination === 'fonts') this.setFontEncoding(word, value ?? 0);
        return true;
      case 'uc':
        state.unicodeSkip = value ?? 1;
        return true;
      case 'v':
        state.isHidden = value !== 0;
        return true;
      case 'deleted':
        state.isHidden = value !== 0;
        return true;
      case 'b':
        state.isBold = value !== 0;
        return true;
      case 'plain':
        state.isBold = false;
        state.isHidden = false;
        state.look = {};
        return true;
      default: {
        const look = changeLook(state.look, word, value !== 0);
        state.look = look ?? state.look;
        return look !== undefined;
      }
    }
  }

  private setFontEncoding(word: string, value: number): void {
    const encoding = word === 'cpg' ? findEncoding(value) : ENCODING_BY_CHARSET[value];
    if (encoding !== undefined) this.fontEncodings.set(this.state.font, encoding);
    else if (value === 0) this.fontEncodings.set(this.state.font, 'windows-1252');
  }

  private handleParagraphWord(word: string, value: number | undefined): void {
    if (this.state.destination === 'styles') {
      if (word === 's') this.currentStyle = value ?? 0;
      if (word === 'outlinelevel') this.styleOutline = value;
      return;
    }
    if (word === 'par' || word === 'sect' || word === 'page') {
      if (this.state.destination === 'body') this.endParagraph();
      else this.addText('\n');
    }
    if (this.state.destination !== 'body') return;
    switch (word) {
      case 'pard':
        this.format = { inTable: false, listLevel: 1 };
        break;
      case 's':
        this.format = { ...this.format, ...this.styles.get(value ?? 0), inTable: this.format.inTable };
        break;
      case 'outlinelevel':
        if (value !== undefined && value < 9) this.format.headingLevel = value + 1;
        break;
      case 'ilvl':
        this.format.listLevel = (value ?? 0) + 1;
        break;
      case 'intbl':
        this.format.inTable = true;
        break;
      default:
        this.handleTableWord(word);
    }
  }

  private handleTableWord(word: string): void {
    switch (word) {
      case 'trowd':
        this.definitions = [];
        this.definition = {};
        break;
      case 'clmgf':
        this.definition.merge = 'first';
        break;
      case 'clmrg':
        this.definition.merge = 'with-left';
        break;
      case 'clvmgf':
        this.definition.verticalMerge = 'first';
        break;
      case 'clvmrg':
        this.definition.verticalMerge = 'with-above';
        break;
      case 'cellx':
        this.definitions.push(this.definition);
        this.definition = {};
        break;
      case 'cell':
        this.takeText('marker');
        this.writer.endCell(this.takeText('body'));
        break;
      case 'nestcell':
        this.writer.endNestedCell(this.takeText('body'));
        break;
      case 'nestrow':
        this.writer.endNestedRow();
        break;
      case 'row':
        this.writer.endRow(this.definitions);
        break;
      default:
    }
  }

  private endStyle(): void {
    const name = this.takeText('styles').replace(/;.*$/s, '').trim();
    const named = HEADING_NAME.exec(name);
    const level = named
      ? Number(named[1])
      : this.styleOutline !== undefined && this.styleOutline < 9
        ? this.styleOutline + 1
        : undefined;
    this.styles.set(this.currentStyle, {
      inTable: false,
      listLevel: 1,
      ...(level === undefined ? {} : { headingLevel: Math.min(level, 6) }),
      ...(/^(?:title|titre|titel|título|titolo|標題|标题)$/i.test(name) ? { isTitle: true } : {}),
      ...(/^(?:caption|légende)$/i.test(name) ? { isCaption: true } : {}),
    });
    this.styleOutline = undefined;
    this.currentStyle = 0;
  }

  private endParagraph(): void {
    const isBold = this.boldCharacters > 0 && this.plainCharacters === 0;
    this.boldCharacters = 0;
    this.plainCharacters = 0;
    const marker = readMarker(this.takeText('marker'));
    this.writer.endParagraph(this.takeText('body'), marker, this.format, { isBold, runs: this.runs });
    this.runs = [];
    if (this.format.inTable) return;
    for (const text of this.footnotes.splice(0)) this.builder.addBlock({ type: 'footnote', text });
  }

  private addRunningText(destination: 'header' | 'footer'): void {
    const text = this.takeText(destination).trim();
    if (/\p{L}/u.test(text)) {
      this.builder.addBlock({ type: destination === 'header' ? 'page_header' : 'page_footer', text });
    }
  }
}

/** The marker of a list item as the writer spelled it out; bullets of symbol fonts come in odd code pages. */
function readMarker(text: string): string {
  const marker = text.trim();
  if (marker === '') return '';
  return /[\p{L}\p{N}]/u.test(marker) && !/^[·§oØ]$/.test(marker) ? marker : '•';
}

function findEncoding(codePage: number): string {
  return (
    ENCODING_BY_CODE_PAGE[codePage] ??
    (codePage >= 1250 && codePage <= 1258 ? `windows-${codePage}` : 'windows-1252')
  );
}
