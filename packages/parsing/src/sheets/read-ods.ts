import { scanXml } from '../archive/scan-xml.ts';
import { beginOdf } from '../office/odt/package.ts';
import type { FileInput, ParsedDocument, ParseOptions } from '../parsed-document.ts';
import { createOdsScanner } from './ods-scanner.ts';
import { createRowProgress } from './row-progress.ts';
import { addSheetTables, createCellCounter } from './sheet-tables.ts';

/** Reads an OpenDocument spreadsheet: a sheet is a page with its name as heading, each region of cells a table. */
export async function readOds(input: FileInput, options: ParseOptions): Promise<ParsedDocument> {
  const { archive, builder } = await beginOdf(input.bytes, 'ods');
  const counter = createCellCounter(options.maxCells);
  const progress = createRowProgress(archive.sizeOf('content.xml'), options.onProgress);
  let page = 0;
  const scanner = createOdsScanner(counter, {
    onRow: progress.addRow,
    onSheet: ({ name, texts, merges }) => {
      page++;
      builder.addPage({ number: page, width: 0, height: 0, label: name });
      builder.addBlock({ type: 'heading', level: 1, text: name, page });
      addSheetTables(builder, { texts, merges, page }, counter);
    },
  });
  await scanXml(archive.readParts('content.xml'), { ...scanner, onProgress: progress.setBytes });
  return builder.build();
}
