import { type Archive, openArchive } from '../archive/read-archive.ts';
import { scanXml } from '../archive/scan-xml.ts';
import type { SourceText } from '../parsed-document.ts';
import { readSharedStrings } from '../sheets/xlsx/shared-strings.ts';

// The words of an Office file as they stand in its XML, by another way than that of the readers: no style, no place, no
// order counts here. What a reader loses is found by comparing with these.

/** Unpacked bytes that are read a second time; a larger file is compared with its blocks alone. */
const mostBytes = 16 * 1024 * 1024;

/** Each is compared with the chunks of all slides. */
const mostParts = 300;

/** Copies for older programs, and what was struck out or moved away. */
const skipped = new Set(['mc:Fallback', 'w:del', 'w:moveFrom']);
/** Shapes of slides and notes that show a number, a date or the title of the whole. */
const furniture = new Set(['sldNum', 'dt', 'hdr']);
const breaks = new Set(['w:tab', 'w:br', 'w:cr', 'a:br']);

/** Body and notes. Headers and footers are read as one text each, however many parts repeat it. */
export function readWordSource(bytes: Uint8Array): Promise<SourceText[] | undefined> {
  return readParts(bytes, /^word\/(document\d*|footnotes|endnotes)\.xml$/);
}

export function readSlidesSource(bytes: Uint8Array): Promise<SourceText[] | undefined> {
  return readParts(bytes, /^ppt\/(slides\/slide|notesSlides\/notesSlide)\d+\.xml$/);
}

async function readParts(bytes: Uint8Array, parts: RegExp): Promise<SourceText[] | undefined> {
  const archive = await openArchive(bytes);
  const names = archive.names.filter((name) => parts.test(name));
  if (!isSmall(archive, names) || names.length > mostParts) return undefined;
  return Promise.all(names.map(async (name) => ({ text: await readParagraphs(archive, name) })));
}

function isSmall(archive: Archive, names: readonly string[]): boolean {
  return names.reduce((sum, name) => sum + archive.sizeOf(name), 0) <= mostBytes;
}

async function readParagraphs(archive: Archive, name: string): Promise<string> {
  const texts: string[] = [];
  let skipping = 0;
  let isText = false;
  let isFurniture = false;
  const isNotes = name.includes('/notesSlides/');
  await scanXml(archive.readParts(name), {
    onOpen: (element, { type }) => {
      // The number of a slide is written by the program that shows it.
      if (skipping > 0 || skipped.has(element) || (element === 'a:fld' && type === 'slidenum')) skipping++;
      else if (breaks.has(element)) texts.push(' ');
      if (element === 'p:ph') isFurniture = furniture.has(type ?? '') || (isNotes && type === 'ftr');
      isText = skipping === 0 && !isFurniture && (element === 'w:t' || element === 'a:t');
    },
    onText: (text) => {
      if (isText) texts.push(text);
    },
    onClose: (element) => {
      isText = false;
      if (element === 'p:sp') isFurniture = false;
      if (skipping > 0) skipping--;
      else if (element === 'w:p' || element === 'a:p') texts.push('\n');
    },
  });
  return texts.join('');
}

/** Cells that hold text. Numbers and dates are shown in another form than they are stored in. */
export async function readSheetsSource(bytes: Uint8Array): Promise<SourceText[] | undefined> {
  const archive = await openArchive(bytes);
  const shared = archive.names.find((name) => name === 'xl/sharedStrings.xml');
  const sheets = archive.names.filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name));
  if (!isSmall(archive, shared ? [...sheets, shared] : sheets)) return undefined;
  const strings = await readSharedStrings(archive, shared);
  const texts: string[] = [];
  for (const name of sheets) await readCells(archive, name, (cell) => texts.push(cell), strings);
  return [{ text: texts.join('\n') }];
}

function readCells(
  archive: Archive,
  name: string,
  onCell: (text: string) => void,
  strings: readonly string[],
): Promise<void> {
  let type = '';
  let value = '';
  let isValue = false;
  return scanXml(archive.readParts(name), {
    onOpen: (element, attributes) => {
      if (element === 'c') [type, value] = [attributes.t ?? '', ''];
      isValue = element === 'v' || element === 't';
    },
    onText: (text) => {
      if (isValue) value += text;
    },
    onClose: (element) => {
      isValue = false;
      if (element !== 'c') return;
      if (type === 's') onCell(strings[Number(value)] ?? '');
      else if (type === 'inlineStr' || type === 'str') onCell(value);
    },
  });
}
