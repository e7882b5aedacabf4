import { childElements, findChild, type XmlElement, xmlText } from '../../archive/xml.ts';
import type { TextMark } from '../../parsed-document.ts';
import { placeMarks, type RunLook, type TextRun } from '../../text-marks.ts';
import { formatNumber } from '../number-text.ts';

/** A paragraph of a text body. */
export type SlideParagraph = {
  text: string;
  /** `href` is the id of a relationship. */
  marks: TextMark[];
  level: number;
  marker?: string;
  linkId?: string;
};

const NUMBER_FORMATS: [RegExp, string][] = [
  [/^alphaLc/, 'lowerLetter'],
  [/^alphaUc/, 'upperLetter'],
  [/^romanLc/, 'lowerRoman'],
  [/^romanUc/, 'upperRoman'],
  [/^(?:ea1Chs|ea1Cht|ea1Jpn)/, 'chineseCounting'],
  [/^circleNum/, 'decimalEnclosedCircle'],
];

/** Reads the paragraphs of a text body; empty ones are left out. `hasBullets`: paragraphs are list items unless they say no. */
export function readTextBody(body: XmlElement, hasBullets: boolean): SlideParagraph[] {
  const paragraphs: SlideParagraph[] = [];
  const counts: number[] = [];
  for (const element of childElements(body, 'a:p')) {
    const properties = findChild(element, 'a:pPr');
    const level = Number(properties?.attributes.lvl ?? 0) || 0;
    const { text, marks, linkId } = readParagraphText(element);
    if (text === '') continue;
    counts.length = level + 1;
    const marker = readMarker(properties, hasBullets, counts, level);
    paragraphs.push({
      text,
      marks,
      level: level + 1,
      ...(marker === undefined ? {} : { marker }),
      ...(linkId === undefined ? {} : { linkId }),
    });
  }
  return paragraphs;
}

function readMarker(
  properties: XmlElement | undefined,
  hasBullets: boolean,
  counts: number[],
  level: number,
): string | undefined {
  if (findChild(properties, 'a:buNone')) {
    counts[level] = 0;
    return undefined;
  }
  const automatic = findChild(properties, 'a:buAutoNum');
  if (automatic) {
    const { type = 'arabicPeriod', startAt } = automatic.attributes;
    counts[level] = counts[level] ? counts[level] + 1 : Number(startAt ?? 1) || 1;
    const format = NUMBER_FORMATS.find(([pattern]) => pattern.test(type))?.[1] ?? 'decimal';
    const number = formatNumber(counts[level], format);
    if (type.endsWith('ParenBoth')) return `(${number})`;
    return type.endsWith('ParenR') ? `${number})` : type.endsWith('Plain') ? number : `${number}.`;
  }
  counts[level] = 0;
  return findChild(properties, 'a:buChar') || findChild(properties, 'a:buBlip') || hasBullets
    ? '•'
    : undefined;
}

function readLook(properties: XmlElement | undefined): RunLook {
  const { b, i, strike, baseline } = properties?.attributes ?? {};
  const raised = Number.parseInt(baseline ?? '0', 10);
  const href = findChild(properties, 'a:hlinkClick')?.attributes['r:id'];
  return {
    ...(b === '1' || b === 'true' ? { bold: true } : {}),
    ...(i === '1' || i === 'true' ? { italic: true } : {}),
    ...(strike !== undefined && strike !== 'noStrike' ? { strike: true } : {}),
    ...(raised ? { position: raised > 0 ? ('super' as const) : ('sub' as const) } : {}),
    ...(href ? { href } : {}),
  };
}

function readParagraphText(element: XmlElement): { text: string; marks: TextMark[]; linkId?: string } {
  let text = '';
  const runs: TextRun[] = [];
  const links = new Set<string | undefined>();
  const add = (part: string, look: RunLook = {}) => {
    text += part;
    runs.push({ text: part, look });
  };
  for (const child of childElements(element)) {
    if (child.name === 'a:r' || child.name === 'a:fld') {
      const part = xmlText(findChild(child, 'a:t'));
      const look = readLook(findChild(child, 'a:rPr'));
      add(part, look);
      if (part.trim() !== '') links.add(look.href);
    } else if (child.name === 'a:br') add('\n');
    else if (child.name === 'mc:AlternateContent' || child.name === 'a14:m') add(readMath(child));
  }
  const [linkId] = links;
  const trimmed = text.replaceAll('\v', '\n').trim();
  return {
    text: trimmed,
    marks: placeMarks(runs, trimmed),
    ...(links.size === 1 && linkId ? { linkId } : {}),
  };
}

function readMath(element: XmlElement): string {
  let text = '';
  for (const child of childElements(element)) {
    if (child.name === 'm:t') text += xmlText(child);
    else if (child.name !== 'mc:Fallback') text += readMath(child);
  }
  return text;
}
