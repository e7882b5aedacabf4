import { SaxesParser } from 'saxes';
import { UnreadableFileError } from '../parsed-document.ts';
import { canonicalName, learnPrefixes, MAX_DEPTH, refuseHostileXml, renameAttributes } from './xml.ts';

/** What is told while XML is read from its beginning to its end; names as in `parseXml`. */
export type XmlHandlers = {
  onOpen: (name: string, attributes: Record<string, string>) => void;
  onClose: (name: string) => void;
  onText: (text: string) => void;
  /** Bytes read so far. */
  onProgress?: (bytes: number) => void;
};

/** Reads XML piece by piece without keeping any of it. Refuses what `parseXml` refuses. */
export async function scanXml(parts: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser({ position: false, xmlns: false as const });
  const renames = new Map<string, string>();
  let depth = 0;
  refuseHostileXml(parser);
  parser.on('opentag', (tag) => {
    if (++depth > MAX_DEPTH) throw new UnreadableFileError('too_deep', 'nested XML elements');
    learnPrefixes(tag.attributes, renames);
    const attributes = renames.size === 0 ? tag.attributes : renameAttributes(tag.attributes, renames);
    handlers.onOpen(canonicalName(tag.name, renames), attributes);
  });
  parser.on('closetag', (tag) => {
    depth--;
    handlers.onClose(canonicalName(tag.name, renames));
  });
  parser.on('text', handlers.onText);
  parser.on('cdata', handlers.onText);
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let bytes = 0;
  for await (const part of parts) {
    const isFirst = decoder === undefined;
    decoder ??= new TextDecoder(chooseEncoding(part));
    const text = decoder.decode(part, { stream: true });
    parser.write(isFirst ? text.replace(/^\ufeff/, '') : text);
    bytes += part.length;
    handlers.onProgress?.(bytes);
  }
  parser.write(decoder?.decode() ?? '').close();
}

function chooseEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
