/**
 * The text nodes of a block, and the separators between cells and lines of a table in document text.
 * `text` begins at `lead` in the node.
 */
export type TextPiece = { node: Text | null; text: string; lead: number };

/**
 * A block as the document text has it: cells divided by tabs, rows and line breaks by newlines, so that an
 * offset in the document text can be counted off along the nodes.
 */
export function readPieces(block: Element): TextPiece[] {
  const pieces: TextPiece[] = [];
  const cells = new WeakSet<Element>();
  let afterBreak = false;
  function visit(node: Node): void {
    if (node instanceof Text) {
      // White space between the tags of a table is layout of the markup, not text.
      const parent = node.parentElement?.localName ?? '';
      if (/^(table|thead|tbody|tfoot|tr|colgroup)$/.test(parent)) return;
      // The newline after a <br> is layout too: the break itself represents it.
      const lead = afterBreak && node.data.startsWith('\n') ? 1 : 0;
      afterBreak = false;
      if (node.length > lead) pieces.push({ node, text: node.data.slice(lead), lead });
      return;
    }
    if (!(node instanceof Element)) return;
    // A computed bullet or number is shown but not part of the text.
    if (node.hasAttribute('data-marker')) return;
    afterBreak = node.localName === 'br';
    if (afterBreak) pieces.push({ node: null, text: '\n', lead: 0 });
    const isCell = node.localName === 'td' || node.localName === 'th';
    if (isCell && pieces.length > 0) {
      const row = node.parentElement;
      pieces.push({ node: null, text: row && cells.has(row) ? '\t' : '\n', lead: 0 });
    }
    if (isCell && node.parentElement) cells.add(node.parentElement);
    for (const child of node.childNodes) visit(child);
  }
  visit(block);
  return pieces;
}

/** Where an element inside a block begins in the block's text. */
export function offsetIn(block: Element, inner: Element): number {
  let at = 0;
  for (const { node, text } of readPieces(block)) {
    if (node && inner.contains(node)) return at;
    at += text.length;
  }
  return 0;
}

/** Wraps part of a text node; the given node keeps what comes before. */
function wrapText(node: Text, start: number, end: number, className: string): HTMLElement {
  const middle = start > 0 ? node.splitText(start) : node;
  if (end - start < middle.length) middle.splitText(end - start);
  const mark = window.document.createElement('mark');
  mark.className = className;
  middle.replaceWith(mark);
  mark.append(middle);
  return mark;
}

/** Marks `[start, end)` of the concatenated pieces. Returns the marks in order. */
export function markRange(
  pieces: readonly TextPiece[],
  start: number,
  end: number,
  className: string,
): HTMLElement[] {
  const marks: HTMLElement[] = [];
  let at = 0;
  for (const { node, text, lead } of pieces) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, text.length);
    if (node && from < to && text.slice(from, to).trim() !== '')
      marks.push(wrapText(node, lead + from, lead + to, className));
    at += text.length;
  }
  return marks;
}

export function removeMarks(root: ParentNode): void {
  for (const mark of [...root.querySelectorAll('mark.passage, mark.quote')]) {
    const parent = mark.parentNode;
    mark.replaceWith(...mark.childNodes);
    parent?.normalize();
  }
  for (const block of root.querySelectorAll('.passage-block')) block.classList.remove('passage-block');
}
