import { type BlockInput, createDocumentBuilder, type ParsedDocument, readDocument } from '@lectern/parsing';

/** Builds a parsed document of the given blocks for a test. */
export function buildDocument(blocks: BlockInput[], format = 'text'): ParsedDocument {
  const builder = createDocumentBuilder({ format });
  for (const block of blocks) builder.addBlock(block);
  return builder.build();
}

/** Reads a text as a file of that name. */
export function readWritten(name: string, text: string): Promise<ParsedDocument> {
  return readDocument({ name, bytes: Buffer.from(text) });
}

/** A paragraph of `count` different words. */
export function buildWords(count: number, from = 0): string {
  return Array.from({ length: count }, (_, index) => `word${from + index}`).join(' ');
}

/** Letters and digits of a text in order: what cutting and Markdown must keep. */
export function foldWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}
