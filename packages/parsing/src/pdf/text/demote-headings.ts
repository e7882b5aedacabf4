import { mayBeCaption } from './captions.ts';
import type { Element } from './element.ts';
import { findListMarker, type MarkedText } from './list-markers.ts';

/** Takes back headings of a page that what is around them shows to be something else. */
export function demoteHeadings(elements: readonly Element[]): void {
  demoteContents(elements);
  demoteItems(elements);
  demoteLabels(elements);
  demoteStacks(elements);
  demoteAuthors(elements);
}

function demote(element: Element): void {
  element.type = 'paragraph';
  delete element.heading;
}

function isGuess(element: Element): boolean {
  return element.type === 'heading' && element.heading?.known === undefined;
}

/** Lines of contents are set like the headings they name: three or more in a row that end in rising page numbers. */
function demoteContents(elements: readonly Element[]): void {
  let run: { element: Element; page: number }[] = [];
  const flush = () => {
    if (run.length >= MIN_CONTENTS_LINES) for (const { element } of run) demote(element);
    run = [];
  };
  for (const element of elements) {
    const number = element.type === 'heading' ? /\s(\d{1,4})$/.exec(element.text)?.[1] : undefined;
    const page = number === undefined ? Number.NaN : Number(number);
    if (run.length > 0 && !(page >= run.at(-1)!.page)) flush();
    if (!Number.isNaN(page)) run.push({ element, page });
  }
  flush();
}

const MIN_CONTENTS_LINES = 3;

/** Headings numbered one after the other with nothing between them are the items of a list. */
function demoteItems(elements: readonly Element[]): void {
  let run: { element: Element; marked: MarkedText; number: number }[] = [];
  const flush = () => {
    if (run.length >= MIN_ITEMS)
      for (const { element, marked } of run) {
        Object.assign(element, { type: 'list_item', marker: marked.marker, text: marked.text });
        delete element.heading;
      }
    run = [];
  };
  for (const element of elements) {
    const marked =
      element.type === 'heading' && element.heading?.known === undefined
        ? findListMarker(element.text)
        : undefined;
    const number = Number(/^[(（]?(\d{1,2})[.)）]$/.exec(marked?.marker ?? '')?.[1] ?? Number.NaN);
    if (run.length > 0 && number !== run.at(-1)!.number + 1) flush();
    if (marked && !Number.isNaN(number)) run.push({ element, marked, number });
  }
  flush();
}

const MIN_ITEMS = 3;

/** Lettering of a drawing that was not found as one: all that is short above its caption, up to running text. */
function demoteLabels(elements: readonly Element[]): void {
  for (const caption of elements) {
    if (!mayBeCaption(caption) || !OF_A_FIGURE.test(caption.text)) continue;
    const foot = caption.parts[0]!.box.y0;
    const above = elements.filter((element) => {
      const { box, direction } = element.parts[0]!;
      return element !== caption && direction === caption.parts[0]!.direction && box.y1 <= foot + 2;
    });
    const top = Math.max(0, ...above.filter(isNotLettering).map((element) => element.parts[0]!.box.y1));
    const inside = above.filter((element) => element.parts[0]!.box.y0 >= top - 2);
    if (inside.length < MIN_LABELS) continue;
    for (const element of inside) if (isGuess(element) && !NUMBERED.test(element.text)) demote(element);
  }
}

const OF_A_FIGURE = /^[[［【]?(?:fig|chart|abb|图|圖|図|그림)/iu;
const NUMBERED = /^(?:\d|[IVX]+\.)/;
const MIN_LABELS = 4;

function isNotLettering(element: Element): boolean {
  if (element.table !== undefined || element.image !== undefined) return true;
  if (element.heading?.known !== undefined) return true;
  if (element.type !== 'paragraph' && element.type !== 'list_item') return false;
  return element.lines.length >= 2 && element.text.length >= MIN_TEXT;
}

/** Letters from which on lines are running text. */
const MIN_TEXT = 80;

/** Three and more of one style right below each other, without a number or anything between them: points on a cover. */
function demoteStacks(elements: readonly Element[]): void {
  let run: Element[] = [];
  const flush = () => {
    if (run.length >= MIN_STACKED) for (const element of run) demote(element);
    run = [];
  };
  for (const element of elements) {
    if (!isGuess(element) || /\d/.test(element.text)) {
      flush();
      continue;
    }
    const last = run.at(-1);
    if (last !== undefined && !isStacked(last, element)) flush();
    run.push(element);
  }
  flush();
}

const MIN_STACKED = 3;

function isStacked(upper: Element, lower: Element): boolean {
  const [a, b] = [upper.heading!.style, lower.heading!.style];
  const [above, below] = [upper.parts[0]!.box, lower.parts[0]!.box];
  return (
    a.size === b.size && a.weight === b.weight && below.y0 >= above.y0 && Math.abs(above.x0 - below.x0) < 3
  );
}

/** Names below a title, each with where its bearer works. */
function demoteAuthors(elements: readonly Element[]): void {
  for (const [index, element] of elements.entries()) {
    const next = elements[index + 1];
    if (!isGuess(element) || next?.type !== 'paragraph' || /\d/.test(element.text)) continue;
    if (next.text.length <= MAX_AFFILIATION && AFFILIATION.test(next.text) && isName(element.text))
      demote(element);
  }
}

const MAX_AFFILIATION = 160;
const AFFILIATION =
  /\b(?:universit|institut|department of|school of|college|faculty|laborator|hospital|universidad|hochschule)/iu;

/** Capitalised words, two to five of them to a person. */
function isName(text: string): boolean {
  return text
    .split(/,|\band\b|\bet\b|\bund\b|&/)
    .every((name) => /^\s*(?:\p{Lu}[\p{L}.'’-]*\s*){2,5}$/u.test(name));
}
