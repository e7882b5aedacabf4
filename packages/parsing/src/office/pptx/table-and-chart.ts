import {
  childElements,
  findChild,
  findDescendants,
  findPath,
  type XmlElement,
  xmlText,
} from '../../archive/xml.ts';
import type { Table, TableCell } from '../../parsed-document.ts';
import { markHeaderRows } from '../../sheets/header-rows.ts';
import { joinMarked, withMarks } from '../../text-marks.ts';
import { readTextBody } from './text-body.ts';

/** Reads a slide's table; cells that a merge covers are left out. */
export function readSlideTable(element: XmlElement): Table {
  const rows = childElements(element, 'a:tr').map((row) =>
    childElements(row, 'a:tc').flatMap((cell): TableCell[] => {
      const { gridSpan, rowSpan, hMerge, vMerge } = cell.attributes;
      if (isOn(hMerge) || isOn(vMerge)) return [];
      const body = findChild(cell, 'a:txBody');
      const colspan = Math.min(Number(gridSpan ?? 1) || 1, 1_000);
      const rowspan = Math.min(Number(rowSpan ?? 1) || 1, 1_000);
      const lines = body ? readTextBody(body, false) : [];
      const content = joinMarked(
        lines.map(({ text, marks, marker }) =>
          marker === undefined
            ? { text, marks }
            : joinMarked(
                [
                  { text: `${marker} `, marks: [] },
                  { text, marks },
                ],
                '',
              ),
        ),
        '\n',
      );
      return [
        {
          text: content.text,
          // What links name is known to the slide alone.
          ...withMarks(content.marks.map(({ href: _, ...mark }) => mark)),
          ...(colspan > 1 ? { colspan } : {}),
          ...(rowspan > 1 ? { rowspan } : {}),
        },
      ];
    }),
  );
  markHeaderRows(rows);
  const isUnnamed = !rows.some((cells) => cells.some((cell) => cell.header));
  if (isUnnamed && isOn(findChild(element, 'a:tblPr')?.attributes.firstRow) && rows.length > 1) {
    const hasGroups = rows.length > 2 && rows[0]!.some((cell) => (cell.colspan ?? 1) > 1);
    for (const cells of rows.slice(0, hasGroups ? 2 : 1)) for (const cell of cells) cell.header = true;
  }
  return { rows };
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** Reads a chart as the table of its values, its title as caption. Undefined for a chart without stored values. */
export function readChart(root: XmlElement): Table | undefined {
  const title = findDescendants(
    findPath(root, 'c:chart', 'c:title') ?? { name: '', attributes: {}, children: [] },
    'a:t',
  )
    .map(xmlText)
    .join('')
    .trim();
  const series = findDescendants(root, 'c:ser').map((element) => ({
    name: readPoints(findChild(element, 'c:tx')).get(0) ?? '',
    categories: readPoints(findChild(element, 'c:cat') ?? findChild(element, 'c:xVal')),
    values: readPoints(findChild(element, 'c:val') ?? findChild(element, 'c:yVal')),
  }));
  const categories = series.find((one) => one.categories.size > 0)?.categories ?? new Map<number, string>();
  const indexes = [
    ...new Set(series.flatMap((one) => [...one.values.keys(), ...one.categories.keys()])),
  ].sort((a, b) => a - b);
  if (indexes.length === 0) return undefined;
  const header: TableCell[] = ['', ...series.map((one) => one.name)].map((text) => ({ text, header: true }));
  const rows = indexes.map((index): TableCell[] => [
    { text: categories.get(index) ?? '' },
    ...series.map((one) => ({ text: one.values.get(index) ?? '' })),
  ]);
  return { rows: [header, ...rows], ...(title === '' ? {} : { caption: title }) };
}

function readPoints(element: XmlElement | undefined): Map<number, string> {
  const points = new Map<number, string>();
  if (!element) return points;
  for (const point of findDescendants(element, 'c:pt')) {
    points.set(Number(point.attributes.idx ?? 0), xmlText(findChild(point, 'c:v')).trim());
  }
  if (points.size === 0) {
    const value = findDescendants(element, 'c:v')[0];
    if (value) points.set(0, xmlText(value).trim());
  }
  return points;
}
