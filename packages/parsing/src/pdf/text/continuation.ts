import type { Element } from './element.ts';
import { joinLines, type Vocabulary } from './text-joining.ts';

const SENTENCE_END = /[.!?:;。！？：；…][»”"')\]]*$/u;

/** Joins paragraphs and list items that a column or page break parts. Returns the elements that remain, in order. */
export function joinAcrossBreaks(elements: readonly Element[], vocabulary: Vocabulary): Element[] {
  const kept: Element[] = [];
  let open: Element | undefined;
  for (const element of elements) {
    const flows = element.type === 'paragraph' || element.type === 'list_item';
    // A stamp along the margin runs another way than the text, which continues past it.
    if (flows && open && isTurned(element, open)) {
      kept.push(element);
      continue;
    }
    if (flows && open && element.type === 'paragraph' && continues(open, element)) {
      open.text = joinLines(open.text, element.text, vocabulary);
      open.parts.push(...element.parts);
      open.lines.push(...element.lines);
      continue;
    }
    kept.push(element);
    // Headings end the text above them; floats, notes and running lines are between its parts.
    if (flows) open = element;
    else if (element.type === 'heading' || element.type === 'code') open = undefined;
  }
  return kept;
}

function isTurned(element: Element, open: Element): boolean {
  return element.parts[0]!.direction !== open.parts[0]!.direction;
}

function continues(open: Element, next: Element): boolean {
  const last = open.lines.at(-1);
  const first = next.lines[0];
  if (!last || !first) return false;
  const lastPart = open.parts.at(-1)!;
  const part = next.parts[0]!;
  if (
    last.direction !== first.direction ||
    Math.abs(last.size - first.size) > 0.06 * last.size ||
    last.bold !== first.bold
  )
    return false;
  const samePage = lastPart.page === part.page;
  const breaks = samePage
    ? first.y1 < last.y0 || part.box.x0 > lastPart.box.x1
    : part.page.number === lastPart.page.number + 1;
  if (!breaks || SENTENCE_END.test(open.text)) return false;
  // A line that stops well before the edge of its column ends a paragraph or a label.
  const right = Math.max(...open.lines.slice(-6).map((line) => line.x1));
  if (open.lines.length > 1 && right - last.x1 > 4 * last.size) return false;
  if (open.lines.length === 1 && (last.bold || last.x1 - last.x0 < 0.3 * part.page.width)) return false;
  if (open.lines.length === 1 && last.x1 - last.x0 < 0.6 * (part.box.x1 - part.box.x0)) return false;
  return (
    /^[\p{Ll}(\d]/u.test(next.text) ||
    /[-\u00ad,]$/u.test(open.text) ||
    /^[\u3040-\u9fff\uac00-\ud7af]/u.test(next.text) ||
    /\p{Ll}$/u.test(open.text)
  );
}
