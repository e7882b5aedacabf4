import { childElements, findChild, findDescendants, type XmlElement } from '../../archive/xml.ts';
import type { RunLook } from '../../text-marks.ts';

/** What an OpenDocument paragraph style says about the role of its paragraphs. */
export type OdtStyle = {
  isTitle: boolean;
  isCaption: boolean;
  isBold: boolean;
  isHidden: boolean;
  /** How its text looks; what it leaves open is left out. */
  look: RunLook;
};

/** A numbering level; `format` empty means no number, undefined a bullet. */
export type OdtLevel = {
  format: string | undefined;
  prefix: string;
  suffix: string;
  start: number;
  displayLevels: number;
};

/** Styles and list levels of a document, from its content and its style part. */
export type OdtStyles = {
  find: (name: string | undefined) => OdtStyle;
  findLevel: (listStyle: string | undefined, level: number) => OdtLevel | undefined;
  /** The list style that a paragraph style names. */
  findListStyle: (name: string | undefined) => string | undefined;
  outline: Map<number, OdtLevel>;
};

type RawStyle = {
  name: string;
  parent?: string;
  listStyle?: string;
  isBold?: boolean;
  isHidden: boolean;
  look: RunLook;
};

/** Reads styles, list styles and the outline numbering. */
export function readOdtStyles(roots: readonly XmlElement[]): OdtStyles {
  const raw = new Map<string, RawStyle>();
  const lists = new Map<string, Map<number, OdtLevel>>();
  let outline = new Map<number, OdtLevel>();
  for (const root of roots) {
    for (const element of findDescendants(root, 'style:style')) addStyle(raw, element);
    for (const element of findDescendants(root, 'text:list-style')) {
      const name = element.attributes['style:name'];
      if (name !== undefined) lists.set(name, readLevels(element));
    }
    for (const element of findDescendants(root, 'text:outline-style')) outline = readLevels(element);
  }

  function listAncestors(name: string | undefined): RawStyle[] {
    const chain: RawStyle[] = [];
    for (let style = raw.get(name ?? ''); style && chain.length < 20; style = raw.get(style.parent ?? '')) {
      chain.push(style);
    }
    return chain;
  }

  return {
    find: (name) => {
      const chain = listAncestors(name);
      const names = chain.slice(0, 2).map((style) => style.name);
      return {
        isTitle: names.includes('Title') || name === 'Title',
        isCaption: names.some((one) => /^(?:Caption|Illustration|Table|Figure|Drawing)$/.test(one)),
        isBold: chain.find((style) => style.isBold !== undefined)?.isBold ?? false,
        isHidden: chain[0]?.isHidden ?? false,
        look: Object.assign({}, ...chain.toReversed().map((style) => style.look)),
      };
    },
    findLevel: (listStyle, level) => lists.get(listStyle ?? '')?.get(level),
    findListStyle: (name) => listAncestors(name).find((style) => style.listStyle !== undefined)?.listStyle,
    outline,
  };
}

function addStyle(styles: Map<string, RawStyle>, element: XmlElement): void {
  const {
    'style:name': name,
    'style:parent-style-name': parent,
    'style:list-style-name': listStyle,
  } = element.attributes;
  if (name === undefined) return;
  const text = findChild(element, 'style:text-properties')?.attributes;
  const weight = text?.['fo:font-weight'];
  styles.set(name, {
    name: name.replaceAll('_20_', ' '),
    isHidden: text?.['text:display'] === 'none',
    look: readLook(text ?? {}),
    ...(parent === undefined ? {} : { parent }),
    ...(listStyle ? { listStyle } : {}),
    ...(weight === undefined ? {} : { isBold: weight === 'bold' || Number(weight) >= 600 }),
  });
}

function readLook(text: Record<string, string | undefined>): RunLook {
  const weight = text['fo:font-weight'];
  const slant = text['fo:font-style'];
  const line = text['style:text-line-through-style'] ?? text['style:text-line-through-type'];
  const place = text['style:text-position'];
  // The other place is a percentage, raised above zero.
  const raised =
    place === undefined ? 0 : /^super/.test(place) ? 1 : /^sub/.test(place) ? -1 : Number.parseFloat(place);
  return {
    ...(weight === undefined ? {} : { bold: weight === 'bold' || Number(weight) >= 600 }),
    ...(slant === undefined ? {} : { italic: slant === 'italic' || slant === 'oblique' }),
    ...(line === undefined ? {} : { strike: line !== 'none' }),
    ...(raised ? { position: raised > 0 ? ('super' as const) : ('sub' as const) } : {}),
  };
}

function readLevels(element: XmlElement): Map<number, OdtLevel> {
  const levels = new Map<number, OdtLevel>();
  for (const { name, attributes } of childElements(element)) {
    const level = Number(attributes['text:level']);
    if (!Number.isFinite(level)) continue;
    levels.set(level, {
      format: name === 'text:list-level-style-bullet' ? undefined : (attributes['style:num-format'] ?? ''),
      prefix: attributes['style:num-prefix'] ?? '',
      suffix: attributes['style:num-suffix'] ?? '',
      start: Number(attributes['text:start-value'] ?? 1) || 1,
      displayLevels: Number(attributes['text:display-levels'] ?? 1) || 1,
    });
  }
  return levels;
}
