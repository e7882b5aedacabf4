import type { ImageContent } from '../../parsed-document.ts';
import { buildFragments } from '../page/lines.ts';
import type { Line, PageItem } from '../page/page-draft.ts';
import { type PageGeometry, type Rectangle, uniteAll, unrotate } from '../page/page-geometry.ts';
import type { PageObjects } from '../page/page-objects.ts';
import type { Word } from '../page/page-text.ts';

/** A picture on a page: one image, or the pieces and strokes that make up one drawing. */
export type Figure = Rectangle & {
  /** The handle of the image object, where the figure is exactly one. */
  object?: number;
  /** Lines of lettering that belong to the figure. */
  labels: Line[];
};

/** Pieces nearer than this make up one figure, in points. */
const JOIN_DISTANCE = 6;
const MIN_SIDE = 36;
const MIN_AREA_SHARE = 0.012;
/** A picture that covers more of the page lies behind the text or is a scan. */
const BACKGROUND_SHARE = 0.8;
/** Strokes that a drawing must have at least to be told from ornament. */
const MIN_STROKES = 6;
const MAX_PIECES = 3000;
const MAX_LABEL_WORDS = 80;
/** Changes from lettering to the text beside and back; text stored as a whole around lettering has two. */
const MIN_TURNS = 3;

/** Images and strokes near each other, large enough to be a figure. */
export type Picture = { box: Rectangle; pieces: Rectangle[]; images: PageObjects['images'] };

/** Finds what may be figures of a page, whatever is written on them. */
export function findPictures(objects: PageObjects, page: PageGeometry): Picture[] {
  const pageArea = page.width * page.height;
  const images = objects.images.filter((image) => area(image) < BACKGROUND_SHARE * pageArea);
  const drawings = objects.drawings.filter((drawing) => area(drawing) < 0.5 * pageArea);
  if (images.length + drawings.length === 0 || images.length + drawings.length > MAX_PIECES) return [];
  return groupNear<Rectangle>([...images, ...drawings])
    .map((pieces) => {
      const inside = images.filter((image) => pieces.includes(image));
      const box = inside.length > 0 ? uniteAll(pieces) : addAxes(uniteAll(pieces), objects.rulings);
      return { box, pieces, images: inside };
    })
    .filter(
      ({ box, pieces, images: inside }) =>
        (inside.length > 0 || pieces.length >= MIN_STROKES) &&
        box.x1 - box.x0 >= MIN_SIDE &&
        box.y1 - box.y0 >= MIN_SIDE &&
        area(box) >= MIN_AREA_SHARE * pageArea,
    );
}

/** Finds the figures among the pictures of a page. Boxes drawn around running text are none. */
export function findFigures(
  pictures: readonly Picture[],
  items: readonly PageItem[],
  page: PageGeometry,
): Figure[] {
  if (pictures.length === 0) return [];
  const tables = items.filter((item) => item.kind === 'table');
  const lines = items
    .filter((item): item is Line => item.kind === 'line')
    .map((line) => ({ line, box: unrotate(line, line.direction, page.width, page.height) }));
  const figures: Figure[] = [];
  for (const { box: outline, pieces, images } of pictures) {
    let box = outline;
    if (tables.some((table) => overlapArea(table, box) > 0.3 * area(box))) continue;
    const inside = lines.filter((line) => overlapArea(line.box, box) > 0.6 * area(line.box));
    const words = inside.reduce((sum, { line }) => sum + line.text.split(' ').length, 0);
    if (words > MAX_LABEL_WORDS || words > 6 * inside.length) continue;
    const labels = inside.map(({ line }) => line);
    // Twice: the axis title is beyond the numbers.
    for (let round = 0; round < 2 && images.length === 0; round++) {
      const around = box;
      const beside = lines.filter(
        ({ line, box: place }) => !labels.includes(line) && isAxisLabel(line, place, around),
      );
      labels.push(...beside.map(({ line }) => line));
      box = uniteAll([box, ...beside.map((line) => line.box)]);
    }
    const only = pieces.length === 1 ? images[0] : undefined;
    figures.push({ ...box, labels, ...(only === undefined ? {} : { object: only.object }) });
  }
  return figures;
}

/** The frame and axes of a plot are straight lines that touch its curves. */
function addAxes(box: Rectangle, rulings: readonly Rectangle[]): Rectangle {
  const width = box.x1 - box.x0;
  const height = box.y1 - box.y0;
  const touching = rulings.filter(
    (ruling) =>
      areNear(ruling, box) && ruling.x1 - ruling.x0 < 1.6 * width && ruling.y1 - ruling.y0 < 1.6 * height,
  );
  return uniteAll([box, ...touching]);
}

const LABEL_DISTANCE = 16;

/** Numbers and short words just outside of a plot. */
function isAxisLabel(line: Line, place: Rectangle, box: Rectangle): boolean {
  if (line.text.length > 32) return false;
  const reach = {
    x0: box.x0 - LABEL_DISTANCE,
    y0: box.y0 - LABEL_DISTANCE,
    x1: box.x1 + LABEL_DISTANCE,
    y1: box.y1 + LABEL_DISTANCE,
  };
  if (overlapArea(place, reach) < 0.7 * area(place)) return false;
  return (
    line.direction !== 0 ||
    /^[-–−]?[\d.,%$€ ]+$/.test(line.text) ||
    (place.y0 > box.y1 - 4 && /^[^.]{1,32}$/.test(line.text) && !/^(?:fig|table|tab)/i.test(line.text))
  );
}

/** Whether the page is a picture of text that nobody has read yet. */
export function needsOcr(
  text: { characterCount: number; unmappedCount: number },
  objects: PageObjects,
  page: PageGeometry,
): boolean {
  if (text.characterCount >= 20) return text.unmappedCount > 0.5 * text.characterCount;
  const covered = objects.images.reduce((sum, image) => sum + area(image), 0);
  return covered >= 0.5 * page.width * page.height;
}

function area(box: Rectangle): number {
  return (box.x1 - box.x0) * (box.y1 - box.y0);
}

function overlapArea(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
  const height = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  return width > 0 && height > 0 ? width * height : 0;
}

function groupNear<Piece extends Rectangle>(pieces: readonly Piece[]): Piece[][] {
  const groups: { box: Rectangle; pieces: Piece[] }[] = [];
  for (const piece of pieces) {
    const group = { box: { ...piece } as Rectangle, pieces: [piece] };
    for (let index = groups.length - 1; index >= 0; index--) {
      const other = groups[index]!;
      if (!areNear(other.box, group.box)) continue;
      group.box = uniteAll([group.box, other.box]);
      group.pieces.push(...other.pieces);
      groups.splice(index, 1);
      // The grown box may reach groups already passed.
      index = groups.length;
    }
    groups.push(group);
  }
  return groups.map((group) => group.pieces);
}

function areNear(a: Rectangle, b: Rectangle): boolean {
  return (
    a.x0 <= b.x1 + JOIN_DISTANCE &&
    b.x0 <= a.x1 + JOIN_DISTANCE &&
    a.y0 <= b.y1 + JOIN_DISTANCE &&
    b.y0 <= a.y1 + JOIN_DISTANCE
  );
}

/**
 * The lettering of pictures that is stored in turns with the text beside them: on common rows, each would tear the
 * other. Text that runs across a picture's edge is none. Words are upright.
 */
export function findInterleavedLettering(pictures: readonly Picture[], words: readonly Word[]): Set<Word>[] {
  return pictures.flatMap(({ box }) => {
    const isInside = words.map((word) => overlapArea(word, box) > 0.6 * area(word));
    const lettering = words.filter((_, at) => isInside[at]);
    if (lettering.length === 0 || lettering.length > MAX_LABEL_WORDS) return [];
    const turns = words.flatMap((word, at): [Word, Word][] => {
      const previous = words[at - 1];
      if (previous === undefined || isInside[at] === isInside[at - 1]) return [];
      return isBeside(isInside[at] ? previous : word, box) ? [[previous, word]] : [];
    });
    const runsAcross = turns.some((pair) => buildFragments(pair).length === 1);
    return turns.length >= MIN_TURNS && !runsAcross ? [new Set(lettering)] : [];
  });
}

function isBeside(word: Word, box: Rectangle): boolean {
  const middle = (word.y0 + word.y1) / 2;
  return middle > box.y0 && middle < box.y1 && (word.x0 >= box.x1 || word.x1 <= box.x0);
}

/** Puts figures among the items: in place of their lettering, else below the last line above them. */
export function placeFigures(
  items: readonly PageItem[],
  figures: readonly { figure: Figure; image: ImageContent }[],
): PageItem[] {
  let placed: PageItem[] = [...items];
  for (const { figure, image } of figures) {
    const labels = new Set<PageItem>(figure.labels);
    const text = figure.labels.map((line) => line.text).join(' ');
    const first = placed.findIndex((item) => labels.has(item));
    const at = first >= 0 ? first : findPlace(placed, figure);
    const rest = placed.filter((item) => !labels.has(item));
    const before = placed.slice(0, at).filter((item) => !labels.has(item)).length;
    const { x0, y0, x1, y1 } = figure;
    const item: PageItem = {
      kind: 'image',
      x0,
      y0,
      x1,
      y1,
      direction: 0,
      image: text === '' ? image : { ...image, alt: image.alt ?? text },
    };
    placed = [...rest.slice(0, before), item, ...rest.slice(before)];
  }
  return placed;
}

/** After the last item that is above the figure in its column. */
export function findPlace(items: readonly PageItem[], figure: Rectangle): number {
  let at = -1;
  let nearest = Infinity;
  items.forEach((item, index) => {
    const overlaps = item.x0 < figure.x1 && item.x1 > figure.x0;
    const distance = figure.y0 - item.y1;
    if (overlaps && distance > -8 && distance < nearest) {
      nearest = distance;
      at = index;
    }
  });
  if (at >= 0) return at + 1;
  const below = items.findIndex(
    (item) => item.y0 >= figure.y1 - 8 && item.x0 < figure.x1 && item.x1 > figure.x0,
  );
  return below >= 0 ? below : items.length;
}
