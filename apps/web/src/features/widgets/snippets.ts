import type { Widget } from '@lectern/contract';

const escapeAttribute = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

/** What goes into the pages of a site. */
export function scriptSnippet(origin: string, { publicId }: Pick<Widget, 'publicId'>): string {
  return `<script async src="${origin}/widget.js" data-id="${publicId}"></script>`;
}

export function frameSnippet(
  origin: string,
  { publicId, appearance: { title, width, height }, name }: Pick<Widget, 'publicId' | 'appearance' | 'name'>,
): string {
  return [
    '<iframe',
    `  src="${origin}/chat/iframe?shared_id=${publicId}"`,
    `  title="${escapeAttribute(title || name)}" width="${width}" height="${height}"`,
    '  style="border: 0" allow="clipboard-write"></iframe>',
  ].join('\n');
}

export function linkOf(origin: string, { publicId }: Pick<Widget, 'publicId'>): string {
  return `${origin}/chat/share?shared_id=${publicId}`;
}

/** What a site with a Content-Security-Policy must allow. */
export function policySnippet(origin: string): string {
  return ['script-src', 'connect-src', 'frame-src'].map((directive) => `${directive} ${origin};`).join('\n');
}

/** How a site's server says who visits. */
export function identitySnippet(): string {
  return [
    "import { SignJWT } from 'jose';",
    '',
    "const token = await new SignJWT({ name: 'Ada Lovelace', email: 'ada@example.com' })",
    "  .setProtectedHeader({ alg: 'HS256' })",
    "  .setSubject('user-42')",
    '  .setIssuedAt()',
    "  .setExpirationTime('5m')",
    '  .sign(new TextEncoder().encode(process.env.LECTERN_IDENTITY_SECRET));',
    '',
    '// In the page:',
    "addEventListener('lectern:ready', () => Lectern.identify(token));",
  ].join('\n');
}
