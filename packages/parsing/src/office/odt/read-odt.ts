import { findPath } from '../../archive/xml.ts';
import { type FileInput, type ParsedDocument, UnreadableFileError } from '../../parsed-document.ts';
import { OdtBodyReader } from './body.ts';
import { openOdfPackage } from './package.ts';

/** Reads an OpenDocument text: headings with outline numbers, lists, tables, notes, pictures. */
export async function readOdt(input: FileInput): Promise<ParsedDocument> {
  const { builder, content, styles, images } = await openOdfPackage(input.bytes, 'odt');
  const text = findPath(content, 'office:body', 'office:text');
  if (!text) throw new UnreadableFileError('broken', 'no text body');
  new OdtBodyReader({ builder, styles, images }).readFlow(text);
  return builder.build();
}
