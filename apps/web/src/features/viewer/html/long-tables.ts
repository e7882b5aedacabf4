import { sanitiseHtml } from './sanitise-html.ts';

/** Tables with more rows are drawn piece by piece. */
const longFrom = 300;
const rowsOfPiece = 100;
const guessedRowHeight = 34;

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The document text of a row: cells divided by tabs. */
export function textOfRow(row: string): string {
  return row
    .replace(/<br\s*\/?>/g, '\n')
    .split(/<\/t[dh]>/)
    .slice(0, -1)
    .map((cell) =>
      cell
        .replace(/<[^>]*>/g, '')
        .replace(/&(#39|[a-z]+);/g, (whole, name: string) => entities[name] ?? whole),
    )
    .join('\t');
}

/** Takes the rows of long tables out of rendered HTML, where each row is a line. What is left is drawn as it is. */
export function extractRows(html: string): { html: string; rows: Map<string, string[]> } {
  const rows = new Map<string, string[]>();
  const parts: string[] = [];
  let at = 0;
  for (let start = html.indexOf('<table '); start !== -1; start = html.indexOf('<table ', at)) {
    const end = html.indexOf('</tbody>', start);
    const body = html.indexOf('<tbody>', start);
    if (end === -1 || body === -1 || body > end) break;
    const id = /data-block-id="([^"]*)"/.exec(html.slice(start, body))?.[1];
    const lines = html
      .slice(body + '<tbody>'.length, end)
      .split('\n')
      .filter((line) => line !== '');
    const long = id !== undefined && lines.length > longFrom && lines.every((line) => line.startsWith('<tr'));
    if (long) rows.set(id, lines);
    parts.push(html.slice(at, long ? body : end));
    at = end;
    if (long) parts.push('<tbody>');
  }
  parts.push(html.slice(at));
  return { html: parts.join(''), rows };
}

type Piece = { body: HTMLElement; from: number; to: number; drawn: boolean; pinned: boolean };

/** A table of which only the pieces near what is shown are there. */
export class LongTable {
  readonly element: HTMLElement;
  readonly #rows: readonly string[];
  readonly #pieces: Piece[] = [];
  readonly #observer: IntersectionObserver;
  #starts: number[] | undefined;

  constructor(table: HTMLElement, rows: readonly string[], scroller: HTMLElement) {
    this.element = table;
    this.#rows = rows;
    table.classList.add('long');
    table.querySelector('tbody')?.remove();
    const pieceOf = new Map<Element, Piece>();
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const piece = pieceOf.get(target);
          if (piece && isIntersecting) this.#draw(piece);
          else if (piece) this.#clear(piece);
        }
      },
      { root: scroller, rootMargin: '150% 0px' },
    );
    for (let from = 0; from < rows.length; from += rowsOfPiece) {
      const to = Math.min(from + rowsOfPiece, rows.length);
      const body = window.document.createElement('tbody');
      const piece = { body, from, to, drawn: false, pinned: false };
      body.replaceChildren(spacer((to - from) * guessedRowHeight));
      this.#pieces.push(piece);
      pieceOf.set(body, piece);
      table.append(body);
      this.#observer.observe(body);
    }
  }

  leave(): void {
    this.#observer.disconnect();
  }

  #draw(piece: Piece): void {
    if (piece.drawn) return;
    const rows = this.#rows.slice(piece.from, piece.to).join('');
    const drawn = sanitiseHtml(`<table><tbody>${rows}</tbody></table>`).querySelector('tbody');
    piece.body.replaceChildren(...(drawn?.childNodes ?? []));
    piece.drawn = true;
  }

  #clear(piece: Piece): void {
    if (!piece.drawn || piece.pinned) return;
    piece.body.replaceChildren(spacer(piece.body.getBoundingClientRect().height));
    piece.drawn = false;
  }

  /** The text of every row, cells divided by tabs. */
  get rowTexts(): readonly string[] {
    return this.#rows.map(textOfRow);
  }

  /** One row, drawn and kept. */
  revealRow(row: number): HTMLElement | undefined {
    const piece = this.#pieces.find(({ from, to }) => row >= from && row < to);
    if (!piece) return undefined;
    piece.pinned = true;
    this.#draw(piece);
    return piece.body.children[row - piece.from] as HTMLElement | undefined;
  }

  /** Where each row begins in the table's own text. */
  get #rowStarts(): readonly number[] {
    this.#starts ??= startsOf(this.#rows);
    return this.#starts;
  }

  /** The rows that a range of the table's own text touches, drawn and kept. */
  reveal(start: number, end: number): HTMLElement[] {
    const starts = this.#rowStarts;
    const first = Math.max(
      starts.findLastIndex((rowStart) => rowStart <= start),
      0,
    );
    const after = starts.findIndex((rowStart) => rowStart >= end);
    const last = after === -1 ? this.#rows.length : Math.max(after, first + 1);
    const rows: HTMLElement[] = [];
    for (const piece of this.#pieces) {
      piece.pinned = piece.to > first && piece.from < last;
      if (!piece.pinned) continue;
      this.#draw(piece);
      const children = [...piece.body.children] as HTMLElement[];
      rows.push(...children.slice(Math.max(first - piece.from, 0), Math.max(last - piece.from, 0)));
    }
    return rows;
  }

  /** Where a drawn row begins in the table's own text. */
  startOf(row: HTMLElement): number {
    return this.#rowStarts[Number(row.dataset.row)] ?? 0;
  }
}

function startsOf(rows: readonly string[]): number[] {
  let at = 0;
  return rows.map((row) => {
    const start = at;
    at += textOfRow(row).length + 1;
    return start;
  });
}

function spacer(height: number): HTMLElement {
  const row = window.document.createElement('tr');
  row.append(window.document.createElement('td'));
  row.style.height = `${height}px`;
  row.className = 'spacer';
  return row;
}
