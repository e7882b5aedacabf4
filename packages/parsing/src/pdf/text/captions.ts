import type { Element } from './element.ts';

const CAPTION =
  /^[[［【]?(?:fig(?:ure|\.)?|table(?:au)?|tab\.|chart|exhibit|graph(?:ique|ic)?|carte|schéma|illustration|photo|abbildung|tabelle|그림|표|図|表|图|圖)\s*[\dIVX]+(?:[.-]\d+)*/iu;
const CAPTION_REST = /^\s*(?:[:.–—|：．、\]］]|\s\p{Lu}|[\s\u3000][\u3040-\u9fff\uac00-\ud7af]|$)/u;
const OF_A_TABLE = /^[[［【]?(?:tab|표|表)/iu;
const MAX_CAPTION_LENGTH = 600;
/** Points between a caption and what it names when something is stored between them. */
const MAX_DISTANCE = 60;

/**
 * Finds captions, which are named as such and are next to a table or picture or are short, and ties each to
 * its table or picture: the caption is right next to it afterwards.
 */
export function attachCaptions(elements: readonly Element[]): Element[] {
  const tied = new Set<Element>();
  let ordered = [...elements];
  for (const element of elements) {
    if (!mayBeCaption(element)) continue;
    const index = ordered.indexOf(element);
    const beside = chooseNamed(element, [ordered[index + 1], ordered[index - 1]], tied);
    const named =
      beside ??
      chooseNamed(
        element,
        ordered.filter((other) => isNear(other, element)),
        tied,
      );
    const marked = /[:：]/u.test(element.text.slice(0, 16));
    if (named === undefined && !marked && element.lines.length > 3) continue;
    element.type = 'caption';
    delete element.heading;
    if (named === undefined) continue;
    tied.add(named);
    if (named.table) named.table.caption ??= element.text;
    else if (named.image) named.image = { ...named.image, alt: element.text };
    if (beside === undefined) ordered = moveNextTo(ordered, element, named);
  }
  return ordered;
}

export function mayBeCaption({ type, lines, text }: Element): boolean {
  if ((type !== 'paragraph' && type !== 'heading') || lines[0]?.heading) return false;
  if (text.length > MAX_CAPTION_LENGTH) return false;
  const name = CAPTION.exec(text);
  return name !== null && CAPTION_REST.test(text.slice(name[0].length));
}

/** The table or picture that a caption names: of its own kind first, then the nearest. */
function chooseNamed(
  caption: Element,
  candidates: readonly (Element | undefined)[],
  tied: ReadonlySet<Element>,
): Element | undefined {
  const type = OF_A_TABLE.test(caption.text) ? 'table' : 'image';
  return candidates
    .filter((other) => other !== undefined)
    .filter((other) => (other.type === 'table' || other.type === 'image') && !tied.has(other))
    .sort(
      (a, b) =>
        Number(b.type === type) - Number(a.type === type) || measureGap(a, caption) - measureGap(b, caption),
    )[0];
}

function isNear(other: Element, caption: Element): boolean {
  const a = other.parts[0]!;
  const b = caption.parts[0]!;
  return (
    a.direction === b.direction &&
    a.box.x0 < b.box.x1 &&
    a.box.x1 > b.box.x0 &&
    measureGap(other, caption) < MAX_DISTANCE
  );
}

function measureGap(a: Element, b: Element): number {
  const upper = a.parts[0]!.box;
  const lower = b.parts[0]!.box;
  return Math.max(lower.y0 - upper.y1, upper.y0 - lower.y1, 0);
}

function moveNextTo(elements: readonly Element[], caption: Element, named: Element): Element[] {
  const others = elements.filter((element) => element !== caption);
  const above = caption.parts[0]!.box.y0 < named.parts[0]!.box.y0;
  const at = others.indexOf(named) + (above ? 0 : 1);
  return [...others.slice(0, at), caption, ...others.slice(at)];
}
