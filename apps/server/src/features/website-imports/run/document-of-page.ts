import { extname } from 'node:path';
import { cleanText } from '../../../platform/database/clean-text.ts';

const longestName = 180;

/**
 * The names of a page's document and of its file: the title, or the last part of the address. Files have the extension
 * of their format; a web page is shown without, as nobody knows it by a file name.
 */
export function namesOfPage({ title, url, format }: { title: string; url: string; format: string }): {
  name: string;
  documentName: string;
} {
  const { hostname, pathname } = new URL(url);
  const last = decode(pathname.split('/').filter(Boolean).at(-1) ?? '');
  const raw = title || last || hostname;
  const clean = cleanText(raw)
    .normalize('NFC')
    // Neither control characters nor what would look like a path.
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/[\\/]+/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toWellFormed();
  const name = clean || hostname;
  const extension = `.${format}`;
  const stem = extname(name).toLowerCase() === extension ? name.slice(0, -extension.length) : name;
  const shown = [...stem].slice(0, longestName).join('').trim();
  const file = shown + extension;
  return { name: file, documentName: format === 'html' ? shown : file };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
