import { findDescendants, type XmlElement } from '../../archive/xml.ts';

/** In inches. */
export type PageSize = { width: number; height: number };

const DEFAULT_SIZE: PageSize = { width: 28 / 2.54, height: 15.75 / 2.54 };
const INCHES: Record<string, number> = {
  in: 1,
  cm: 1 / 2.54,
  mm: 1 / 25.4,
  pt: 1 / 72,
  pc: 1 / 6,
  px: 1 / 96,
};

/** Inches of a length such as "2.5cm"; undefined for anything else. */
export function readLength(text: string | undefined): number | undefined {
  const match = /^(-?[\d.]+)(in|cm|mm|pt|pc|px)$/.exec(text?.trim() ?? '');
  const value = match ? Number(match[1]) * INCHES[match[2]!]! : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** The size of a slide, from the layout of its master page. */
export function findPageSize(styles: XmlElement | undefined, masterName: string | undefined): PageSize {
  if (!styles) return DEFAULT_SIZE;
  const masters = findDescendants(styles, 'style:master-page');
  const master = masters.find((element) => element.attributes['style:name'] === masterName) ?? masters[0];
  const layoutName = master?.attributes['style:page-layout-name'];
  const layout = findDescendants(styles, 'style:page-layout').find(
    (element) => element.attributes['style:name'] === layoutName,
  );
  const properties = layout && findDescendants(layout, 'style:page-layout-properties')[0]?.attributes;
  const width = readLength(properties?.['fo:page-width']);
  const height = readLength(properties?.['fo:page-height']);
  return width && height && width > 0 && height > 0 ? { width, height } : DEFAULT_SIZE;
}
