/** PostgreSQL keeps no NUL, and half a surrogate pair is no text: files and models write both. */
export function cleanText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
