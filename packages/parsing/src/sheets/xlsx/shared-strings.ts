import type { Archive } from '../../archive/read-archive.ts';
import { scanXml } from '../../archive/scan-xml.ts';

/** The texts that cells refer to by number; phonetic guides are left out. */
export async function readSharedStrings(archive: Archive, part: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (part === undefined || !archive.has(part)) return strings;
  let text = '';
  let isText = false;
  let phonetic = 0;
  await scanXml(archive.readParts(part), {
    onOpen: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic++;
      else if (name === 't') isText = phonetic === 0;
    },
    onText: (value) => {
      if (isText) text += value;
    },
    onClose: (name) => {
      if (name === 'si') strings.push(decodeEscapes(text));
      else if (name === 'rPh') phonetic--;
      else if (name === 't') isText = false;
    },
  });
  return strings;
}

/** Characters that XML cannot hold are written by their number. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
