/** How much of a page is searched for its own word on its encoding. */
const headBytes = 4_096;

/**
 * The text of a page: by byte order mark, then by the header that came with it, then by its own word, else as UTF-8.
 * `utf8` tells whether the bytes can stay as they are.
 */
export function decodePage(bytes: Uint8Array, headerCharset?: string): { text: string; utf8: boolean } {
  const label = findMark(bytes) ?? headerCharset ?? findDeclaration(bytes) ?? 'utf-8';
  const decoder = openDecoder(label) ?? new TextDecoder();
  return { text: decoder.decode(bytes), utf8: decoder.encoding === 'utf-8' };
}

/** UTF-8 with its mark, which counts more than the word of a page that was written in another encoding. */
export function encodePage(text: string): Uint8Array {
  return new TextEncoder().encode(`\uFEFF${text}`);
}

function findMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return undefined;
}

function findDeclaration(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, headBytes));
  return (
    /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{3,40})/i.exec(head)?.[1] ??
    /^\s*<\?xml[^>]{0,100}encoding=["']([\w-]{3,40})/i.exec(head)?.[1]
  );
}

function openDecoder(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label.trim());
  } catch {
    return undefined;
  }
}
