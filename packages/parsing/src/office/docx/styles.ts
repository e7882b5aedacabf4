import { childElements, findChild, findPath, type XmlElement } from '../../archive/xml.ts';

/** What a paragraph style says about the role of its paragraphs. */
export type ParagraphStyle = {
  headingLevel?: number;
  isTitle: boolean;
  isCaption: boolean;
  isCode: boolean;
  isBold: boolean;
  numbering?: { numId?: string; level?: number };
};

type RawStyle = { id: string; name: string; basedOn?: string; element: XmlElement };

const NO_STYLE: ParagraphStyle = { isTitle: false, isCaption: false, isCode: false, isBold: false };

/** Names of heading styles; files carry the English one mostly, else that of the writer's language. */
const HEADING_NAME =
  /^(?:heading|titre|überschrift|título|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|заголовок|başlık|标题|標題|見出し|제목)\s*([1-9])$/i;
const TITLE_NAME = /^(?:title|titel|titre|título|titolo|标题|標題|表題|제목|название)$/i;
const CODE_NAME =
  /^(?:source code|code|code block|html preformatted|preformatted(?: text)?|verbatim|macro text)$/i;
const CAPTION_NAME = /^(?:caption|légende|beschriftung|leyenda|didascalia|题注|標號|図表番号)$/i;

/** Reads `styles.xml` into a lookup by style id; basedOn chains are followed, loops cut. */
export function readStyles(root: XmlElement | undefined): (id: string | undefined) => ParagraphStyle {
  const raw = new Map<string, RawStyle>();
  let defaultId: string | undefined;
  for (const element of root ? childElements(root, 'w:style') : []) {
    const id = element.attributes['w:styleId'];
    if (id === undefined || element.attributes['w:type'] !== 'paragraph') continue;
    const basedOn = findChild(element, 'w:basedOn')?.attributes['w:val'];
    raw.set(id, {
      id,
      name: findChild(element, 'w:name')?.attributes['w:val'] ?? id,
      element,
      ...(basedOn === undefined ? {} : { basedOn }),
    });
    if (element.attributes['w:default'] === '1') defaultId = id;
  }
  const resolved = new Map<string, ParagraphStyle>();

  function resolve(id: string, depth: number): ParagraphStyle {
    const known = resolved.get(id);
    if (known) return known;
    const style = raw.get(id);
    if (!style || depth > 20) return NO_STYLE;
    const base = style.basedOn === undefined ? NO_STYLE : resolve(style.basedOn, depth + 1);
    const result = readStyle(style, base);
    resolved.set(id, result);
    return result;
  }

  return (id) => resolve(id ?? defaultId ?? '', 0);
}

function readStyle(style: RawStyle, base: ParagraphStyle): ParagraphStyle {
  const properties = findChild(style.element, 'w:pPr');
  const named = HEADING_NAME.exec(style.name.trim());
  const headingLevel = named ? Number(named[1]) : (readOutlineLevel(properties) ?? base.headingLevel);
  const isTitle = TITLE_NAME.test(style.name.trim());
  const numbering = readNumbering(properties);
  return {
    ...(headingLevel === undefined || isTitle ? {} : { headingLevel }),
    isTitle,
    isCaption: CAPTION_NAME.test(style.name.trim()),
    isCode: CODE_NAME.test(style.name.trim()) || base.isCode,
    isBold: readToggle(findPath(style.element, 'w:rPr', 'w:b')) ?? base.isBold,
    // A style inherits the list of its base, and may name another level in it.
    ...(numbering || base.numbering ? { numbering: { ...base.numbering, ...numbering } } : {}),
  };
}

/** Heading level 1–9 by outline level; body text has none. */
export function readOutlineLevel(properties: XmlElement | undefined): number | undefined {
  const value = Number(findChild(properties, 'w:outlineLvl')?.attributes['w:val'] ?? Number.NaN);
  return value >= 0 && value <= 8 ? value + 1 : undefined;
}

/** The list and level that paragraph properties name. */
export function readNumbering(
  properties: XmlElement | undefined,
): { numId?: string; level?: number } | undefined {
  const element = findChild(properties, 'w:numPr');
  if (!element) return undefined;
  const numId = findChild(element, 'w:numId')?.attributes['w:val'];
  const level = findChild(element, 'w:ilvl')?.attributes['w:val'];
  return {
    ...(numId === undefined ? {} : { numId }),
    ...(level === undefined ? {} : { level: Number(level) || 0 }),
  };
}

/** An on-off property: present means on, unless its value says otherwise. */
export function readToggle(element: XmlElement | undefined): boolean | undefined {
  if (!element) return undefined;
  const value = element.attributes['w:val'];
  return value === undefined || !/^(?:0|false|off|none)$/.test(value);
}
