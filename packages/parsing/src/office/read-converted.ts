import {
  type Conversion,
  type FileInput,
  type ParsedDocument,
  type ParseOptions,
  UnreadableFileError,
} from '../parsed-document.ts';

/** Reads an old format by way of a newer one. Throws 'converter_missing' where no program turns it into that. */
export async function readConverted(
  input: FileInput,
  options: ParseOptions,
  { format, from, to }: { format: string; from: Conversion['from']; to: 'docx' | 'pptx' },
): Promise<ParsedDocument> {
  if (!options.convert) throw new UnreadableFileError('converter_missing', 'LibreOffice');
  const bytes = await options.convert(input.bytes, { from, to });
  const converted = { name: `${input.name}.${to}`, bytes };
  const document =
    to === 'docx'
      ? await (await import('./docx/read-docx.ts')).readDocx(converted)
      : await (await import('./pptx/read-pptx.ts')).readPptx(converted, options);
  const blocks = document.blocks.map((block) => ({ ...block, source: 'converter' as const }));
  return { ...document, format, blocks };
}
