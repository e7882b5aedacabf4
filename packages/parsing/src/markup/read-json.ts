import { createDocumentBuilder, type DocumentBuilder } from '../document-builder.ts';
import { type FileInput, type ParsedDocument, UnreadableFileError } from '../parsed-document.ts';
import { decodeText } from '../text/decode-text.ts';

const MAX_DEPTH = 512;
const MAX_BLOCK_CHARACTERS = 4_000;
/** Values below this size are written as lines of their parent rather than under a heading of their own. */
const SMALL_VALUE_CHARACTERS = 600;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Reads JSON: nested objects become headings by key, records and scalars "key path: value" lines. */
export function readJson(input: FileInput): ParsedDocument {
  const { text, guessed, encoding } = decodeText(input.bytes);
  const builder = createDocumentBuilder({ format: 'json' });
  if (guessed) builder.addWarning({ code: 'encoding_guessed', detail: encoding });
  addValue(builder, parseJson(text.replace(/^\ufeff/, '')), '', 1);
  return builder.build();
}

/** Reads JSON Lines: one record a line. A line that is no JSON is kept as written, with a warning. */
export function readJsonLines(input: FileInput): ParsedDocument {
  const { text, guessed, encoding } = decodeText(input.bytes);
  const builder = createDocumentBuilder({ format: 'jsonl' });
  if (guessed) builder.addWarning({ code: 'encoding_guessed', detail: encoding });
  let good = 0;
  let bad = 0;
  text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .forEach((line, index) => {
      if (line.trim() === '') return;
      try {
        const record = parseJson(line);
        addLines(builder, toLines(record, ''), String(index + 1));
        good++;
      } catch (error) {
        if (error instanceof UnreadableFileError && error.reason !== 'broken') throw error;
        bad++;
        if (bad <= 20) builder.addWarning({ code: 'text_truncated', detail: `line ${index + 1}` });
        builder.addBlock({ type: 'paragraph', text: line });
      }
    });
  if (good === 0) throw new UnreadableFileError('broken', 'no line is JSON');
  return builder.build();
}

function parseJson(text: string): Json {
  requireShallow(text);
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new UnreadableFileError('broken', (error as Error).message.slice(0, 200));
  }
}

/** Counts brackets outside strings before anything recursive sees the value. */
function requireShallow(text: string): void {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 92) i++;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 91 || code === 123) {
      if (++depth > MAX_DEPTH) throw new UnreadableFileError('too_deep', 'JSON');
    } else if (code === 93 || code === 125) depth--;
  }
}

function addValue(builder: DocumentBuilder, value: Json, path: string, depth: number): void {
  if (Array.isArray(value)) {
    if (value.every((item) => item === null || typeof item !== 'object')) {
      addLines(builder, [line(path, value.map((item) => String(item)).join(', '))]);
      return;
    }
    value.forEach((item, index) => {
      if (isLarge(item)) addValue(builder, item, `${path}[${index}]`, depth);
      else addLines(builder, toLines(item, ''), String(index + 1));
    });
    return;
  }
  if (value === null || typeof value !== 'object') {
    addLines(builder, [line(path, String(value))]);
    return;
  }
  const smallLines: string[] = [];
  const flush = () => addLines(builder, smallLines.splice(0));
  for (const [key, child] of Object.entries(value)) {
    const childPath = path === '' ? key : `${path}.${key}`;
    if (!isLarge(child)) {
      smallLines.push(...toLines(child, childPath));
      continue;
    }
    flush();
    builder.addBlock({ type: 'heading', text: childPath, level: Math.min(depth, 6) });
    addValue(builder, child, childPath, depth + 1);
  }
  flush();
}

function isLarge(value: Json): boolean {
  if (value === null || typeof value !== 'object') return false;
  const children = Array.isArray(value) ? value : Object.values(value);
  if (Array.isArray(value) && children.some((child) => child !== null && typeof child === 'object'))
    return true;
  let size = 0;
  for (const child of children) {
    size +=
      child !== null && typeof child === 'object'
        ? isLarge(child)
          ? SMALL_VALUE_CHARACTERS
          : 60
        : String(child).length;
    if (size >= SMALL_VALUE_CHARACTERS) return true;
  }
  return false;
}

function toLines(value: Json, path: string): string[] {
  if (value === null || typeof value !== 'object') return [line(path, String(value))];
  if (Array.isArray(value)) {
    if (value.every((item) => item === null || typeof item !== 'object')) {
      return [line(path, value.map((item) => String(item)).join(', '))];
    }
    return value.flatMap((item, index) => toLines(item, `${path}[${index}]`));
  }
  return Object.entries(value).flatMap(([key, child]) =>
    toLines(child, path === '' ? key : `${path}.${key}`),
  );
}

function line(path: string, text: string): string {
  return path === '' ? text : `${path}: ${text}`;
}

function addLines(builder: DocumentBuilder, lines: string[], marker?: string): void {
  let text = '';
  const flush = () => {
    if (text.trim() !== '') builder.addBlock({ type: 'paragraph', text, ...(marker ? { marker } : {}) });
    text = '';
  };
  for (const next of lines) {
    if (text !== '' && text.length + next.length > MAX_BLOCK_CHARACTERS) flush();
    text += (text === '' ? '' : '\n') + next;
  }
  flush();
}
