import { SSF } from '@e965/xlsx';
import { childElements, findChild, parseXml } from '../../archive/xml.ts';

/** Writes a number as its cell shows it. */
export type FormatNumber = (value: number, style: number) => string;

/** Formats by the styles of a workbook; without any, numbers stand as Excel writes them by default. */
export function createNumberFormat(stylesXml: string | undefined, date1904: boolean): FormatNumber {
  const formats = stylesXml === undefined ? [] : readFormats(stylesXml);
  return (value, style) => {
    try {
      return SSF.format(formats[style] ?? 0, value, { date1904 });
    } catch {
      // A date before the calendar begins, or a format that nobody knows.
      return String(value);
    }
  };
}

/** By style: the number of a format that comes with Excel, or a format as it is written. */
function readFormats(stylesXml: string): (number | string)[] {
  const root = parseXml(stylesXml);
  const own = new Map<number, string>();
  const formatList = findChild(root, 'numFmts');
  for (const { attributes } of formatList ? childElements(formatList, 'numFmt') : [])
    own.set(Number(attributes.numFmtId), attributes.formatCode ?? 'General');
  const styles = findChild(root, 'cellXfs');
  return (styles ? childElements(styles, 'xf') : []).map(({ attributes }) => {
    const id = Number(attributes.numFmtId ?? 0) || 0;
    return own.get(id) ?? id;
  });
}
