import type { Archive } from '../../archive/read-archive.ts';
import { type Relationship, readRelationships } from '../../archive/relationships.ts';
import { scanXml } from '../../archive/scan-xml.ts';
import { childElements, findChild, parseXml, type XmlElement } from '../../archive/xml.ts';
import { createDocumentBuilder } from '../../document-builder.ts';
import { addCoreProperties } from '../../office/core-properties.ts';
import { type ParsedDocument, type ParseOptions, UnreadableFileError } from '../../parsed-document.ts';
import { createRowProgress } from '../row-progress.ts';
import { addSheetTables, createCellCounter } from '../sheet-tables.ts';
import { createNumberFormat } from './number-formats.ts';
import { readSharedStrings } from './shared-strings.ts';
import { createSheetScanner } from './sheet-scanner.ts';

/** From so many bytes of XML in its sheets a workbook is read row by row instead of as a whole. */
const LARGE_BYTES = 8 * 1024 * 1024;

export function isLargeWorkbook(archive: Archive): boolean {
  const sheets = archive.names.filter((name) => /^xl\/worksheets\/[^/]+\.xml$/i.test(name));
  return sheets.reduce((sum, name) => sum + archive.sizeOf(name), 0) > LARGE_BYTES;
}

/** Reads an XLSX of any size: as the reader of small ones does, but a row at a time, telling how far it is. */
export async function readLargeXlsx(archive: Archive, options: ParseOptions): Promise<ParsedDocument> {
  const mainPart = await findMainPart(archive);
  const workbook = parseXml((await archive.findText(mainPart)) ?? '');
  const relationships = await readRelationships(archive, mainPart);
  const date1904 = /^(?:1|true)$/.test(findChild(workbook, 'workbookPr')?.attributes.date1904 ?? '');
  const stylesPart = findTarget(relationships, 'styles');
  const stylesXml = stylesPart === undefined ? undefined : await archive.findText(stylesPart);
  const content = {
    strings: await readSharedStrings(archive, findTarget(relationships, 'sharedStrings')),
    formatNumber: createNumberFormat(stylesXml, date1904),
  };
  const builder = createDocumentBuilder({ format: 'xlsx' });
  await addCoreProperties(builder, archive);
  const counter = createCellCounter(options.maxCells);
  const sheets = listSheets(workbook, relationships, archive);
  const totalBytes = sheets.reduce((sum, { part }) => sum + archive.sizeOf(part), 0);
  const progress = createRowProgress(totalBytes, options.onProgress);
  let bytesBefore = 0;
  for (const [index, { name, part }] of sheets.entries()) {
    const page = index + 1;
    builder.addPage({ number: page, width: 0, height: 0, label: name });
    builder.addBlock({ type: 'heading', level: 1, text: name, page });
    const scanner = createSheetScanner(content, counter, progress.addRow);
    const before = bytesBefore;
    await scanXml(archive.readParts(part), {
      ...scanner,
      onProgress: (bytes) => progress.setBytes(before + bytes),
    });
    bytesBefore += archive.sizeOf(part);
    addSheetTables(builder, { ...scanner, page }, counter);
  }
  return builder.build();
}

async function findMainPart(archive: Archive): Promise<string> {
  const roots = await readRelationships(archive, '');
  const target = findTarget(roots, 'officeDocument') ?? 'xl/workbook.xml';
  if (archive.has(target)) return target;
  throw new UnreadableFileError('broken', 'no workbook part');
}

function findTarget(relationships: Map<string, Relationship>, type: string): string | undefined {
  return [...relationships.values()].find((relationship) => relationship.type === type)?.target;
}

function listSheets(
  workbook: XmlElement,
  relationships: Map<string, Relationship>,
  archive: Archive,
): { name: string; part: string }[] {
  const list = findChild(workbook, 'sheets');
  return (list ? childElements(list, 'sheet') : []).flatMap(({ attributes }) => {
    const target = relationships.get(attributes['r:id'] ?? '');
    // A sheet that is only a chart has no cells.
    if (target?.type !== 'worksheet' || !archive.has(target.target)) return [];
    return [{ name: attributes.name ?? '', part: target.target }];
  });
}
