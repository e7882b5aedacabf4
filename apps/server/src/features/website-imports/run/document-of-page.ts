import { extname } from 'node:path';
import { cleanText } from '../../../platform/database/clean-text.ts';

const longestName = 180;

/** The name of a page's document: its title, or the last part of its address, with the extension of its format. */
export function documentNameOf({
  title,
  url,
  format,
}: {
  title: string;
  url: string;
  format: string;
}): string {
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
  return [...stem].slice(0, longestName).join('').trim() + extension;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
