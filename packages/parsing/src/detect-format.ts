import { verifyCompoundFile } from './archive/compound-file.ts';
import { formats } from './formats/index.ts';
import { type FileFormat, type FileInput, UnreadableFileError } from './parsed-document.ts';
import { looksLikeText } from './text/sniff-text.ts';

/** Lower-case extensions of every readable format, without the dot, in registry order. */
export function acceptedExtensions(): string[] {
  return formats.flatMap((format) => [...format.extensions]);
}

function findBySignature(signature: string): FileFormat | undefined {
  return formats.find(({ signatures }) => signatures?.includes(signature));
}

/** The extension of a file name in lower case, without the dot; empty when it has none. */
export function fileExtension(name: string): string {
  const match = /\.([^./\\]{1,12})$/.exec(name);
  return match ? match[1]!.toLowerCase() : '';
}

/**
 * Extensions that programs really write with another format's content. Everywhere else a name that
 * disagrees with the content is an error, since guessing hides a broken export or an attack.
 */
const TOLERATED: Record<string, readonly string[]> = {
  xls: ['xlsx', 'xlsb', 'html', 'csv'],
  xlsx: ['xls', 'xlsb'],
  doc: ['rtf', 'docx', 'html'],
  docx: ['rtf'],
  ppt: ['pptx'],
  html: ['html'],
};

/**
 * Finds how to read a file: binary formats by content, text formats by extension. Throws
 * UnreadableFileError with 'empty', 'encrypted', 'mislabelled' or 'unsupported'.
 */
export async function detectFormat(input: FileInput): Promise<FileFormat> {
  if (input.bytes.length === 0) throw new UnreadableFileError('empty');
  const extension = fileExtension(input.name);
  const named = formats.find((format) => format.extensions.includes(extension));
  const content = await detectContent(input, extension);
  if (content.kind === 'unsupported') {
    // A picture called .pdf lies; a picture called .png is merely not supported.
    if (named) throw new UnreadableFileError('mislabelled', `named .${extension}, contains ${content.name}`);
    throw new UnreadableFileError('unsupported', content.name);
  }
  if (content.kind === 'binary') {
    const format = formats.find(({ id }) => id === content.format);
    if (!format) throw new UnreadableFileError('unsupported', content.format);
    const agrees =
      extension === '' ||
      format.extensions.includes(extension) ||
      (TOLERATED[extension] ?? []).includes(format.id);
    if (agrees || (!named && !isKnownUnsupported(extension))) return format;
    throw new UnreadableFileError('mislabelled', `named .${extension}, contains ${format.id}`);
  }
  return chooseTextFormat(input, extension, named);
}

function chooseTextFormat(input: FileInput, extension: string, named: FileFormat | undefined): FileFormat {
  const byId = (id: string) => formats.find((format) => format.id === id)!;
  if (named?.isText) return named;
  const looksLikeHtml = /^\s*(?:<!doctype html|<html|<\?xml[^>]*>\s*<html|<table|<head|<body|<meta)/i.test(
    readHead(input),
  );
  if (TOLERATED[extension]?.includes('html') && looksLikeHtml) return byId('html');
  if (extension === 'xls' && /[\t;,]/.test(readHead(input))) return byId('csv');
  if (named || isKnownUnsupported(extension)) {
    throw new UnreadableFileError('mislabelled', `named .${extension}, contains text`);
  }
  if (looksLikeHtml) return byId('html');
  const mediaType = input.mediaType?.split(';')[0]?.trim().toLowerCase();
  return (
    formats.find((format) => format.isText && format.mediaTypes.includes(mediaType ?? '')) ?? byId('text')
  );
}

function readHead(input: FileInput): string {
  return Buffer.from(input.bytes.subarray(0, 1024))
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '');
}

type Content = { kind: 'text' } | { kind: 'binary'; format: string } | { kind: 'unsupported'; name: string };

async function detectContent(input: FileInput, extension: string): Promise<Content> {
  const signature = await findSignature(input.bytes);
  if (signature === 'cfb') return detectCompound(input.bytes, extension);
  if (signature !== undefined) {
    const format = findBySignature(signature);
    if (format !== undefined && !isTextBeginningLike(signature, input, extension))
      return { kind: 'binary', format: format.id };
    if (signature === 'zip') return detectZip(input.bytes, extension);
    // The detector also names kinds of plain text (XML, mail, calendars, subtitles).
    if (!looksLikeText(input.bytes)) return { kind: 'unsupported', name: signature };
  }
  if (looksLikeText(input.bytes)) return { kind: 'text' };
  return { kind: 'unsupported', name: 'binary data' };
}

/** "BM" begins a bitmap, and a paper on "BMP receptors". PDF and RTF files may consist of plain characters. */
function isTextBeginningLike(signature: string, { bytes }: FileInput, extension: string): boolean {
  const isNamedText = formats.some(({ extensions, isText }) => isText && extensions.includes(extension));
  return isNamedText && signature !== 'pdf' && signature !== 'rtf' && looksLikeText(bytes);
}

async function findSignature(bytes: Uint8Array): Promise<string | undefined> {
  // A PDF may carry up to a kilobyte of other bytes before its mark.
  if (Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) return 'pdf';
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '{\\rtf') return 'rtf';
  try {
    // Loaded with the first file: the web process only asks for extensions.
    const { fileTypeFromBuffer } = await import('file-type');
    return (await fileTypeFromBuffer(bytes))?.ext ?? findCutOffTiff(bytes);
  } catch {
    return findCutOffTiff(bytes);
  }
}

/** The detector knows TIFF by its directory, which often is at the end of the file. */
function findCutOffTiff(bytes: Uint8Array): string | undefined {
  const mark = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  return mark === 'II*\0' || mark === 'MM\0*' ? 'tif' : undefined;
}

/** A container the detector cannot name, by the parts that its directory lists. */
function detectZip(bytes: Uint8Array, extension: string): Content {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const has = (name: string) => tail.includes(name);
  if (has('word/document.xml')) return { kind: 'binary', format: 'docx' };
  if (has('xl/workbook.bin')) return { kind: 'binary', format: 'xlsb' };
  if (has('xl/workbook.xml')) return { kind: 'binary', format: 'xlsx' };
  if (has('ppt/presentation.xml')) return { kind: 'binary', format: 'pptx' };
  if (has('META-INF/container.xml')) return { kind: 'binary', format: 'epub' };
  if (has('application/vnd.oasis.opendocument.text')) return { kind: 'binary', format: 'odt' };
  if (has('application/vnd.oasis.opendocument.spreadsheet')) return { kind: 'binary', format: 'ods' };
  if (has('application/vnd.oasis.opendocument.presentation')) return { kind: 'binary', format: 'odp' };
  // A damaged or strange container under an office name: its reader says what is wrong with it.
  const claimed = findBySignature(extension)?.id;
  if (claimed !== undefined && !['pdf', 'rtf', 'audio', 'image'].includes(claimed))
    return { kind: 'binary', format: claimed };
  return { kind: 'unsupported', name: 'zip' };
}

/** Old Office files and encrypted new ones share one container; stream names tell them apart. */
function detectCompound(bytes: Uint8Array, extension: string): Content {
  const hasStream = createStreamSearch(bytes);
  if (hasStream('EncryptedPackage')) throw new UnreadableFileError('encrypted');
  const isWorkbook = hasStream('Workbook') || hasStream('Book');
  if (isWorkbook && (extension === 'xls' || extension === 'xlsx')) return { kind: 'binary', format: 'xls' };
  const isWord = hasStream('WordDocument');
  const isPresentation = hasStream('PowerPoint Document');
  if (hasStream('__properties_version1.0')) return { kind: 'binary', format: 'msg' };
  if (isWord) return { kind: 'binary', format: 'doc' };
  if (isPresentation) return { kind: 'binary', format: 'ppt' };
  if (isWorkbook) return { kind: 'binary', format: 'xls' };
  return { kind: 'unsupported', name: 'compound file' };
}

/** Streams at the top of the container; in a damaged one, names anywhere in its bytes. */
function createStreamSearch(bytes: Uint8Array): (name: string) => boolean {
  try {
    const { names } = verifyCompoundFile(bytes);
    return (name) => names.has(name);
  } catch {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return (name) => buffer.includes(Buffer.from(name, 'utf16le'));
  }
}

const KNOWN_UNSUPPORTED = new Set(['svg', 'heic', 'mov', 'zip', 'rar', '7z', 'gz', 'exe', 'dll']);

function isKnownUnsupported(extension: string): boolean {
  return KNOWN_UNSUPPORTED.has(extension);
}
