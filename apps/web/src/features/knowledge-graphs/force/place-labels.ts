/** A name that would be drawn beside its entity; pixels of the window. */
export type Candidate = {
  x: number;
  y: number;
  /** Radius of the entity. */
  size: number;
  /** Width of the name. */
  width: number;
};

type Box = { left: number; top: number; right: number; bottom: number };

const gap = 3;

/** A name right of its entity. */
export function boxOf({ x, y, size, width }: Candidate, height: number): Box {
  const [left, top] = [x + size + gap, y - height / 2];
  return { left, top, right: left + width, bottom: top + height };
}

/** Right of the entity where there is room, else left, below or above it. */
function placesOf({ x, y, size, width }: Candidate, height: number): Box[] {
  const at = (left: number, top: number): Box => ({ left, top, right: left + width, bottom: top + height });
  return [
    boxOf({ x, y, size, width }, height),
    at(x - size - gap - width, y - height / 2),
    at(x - width / 2, y + size + gap),
    at(x - width / 2, y - size - gap - height),
  ];
}

/** Two names on one line need a space between them, or they read as one. */
const space = 2 * gap;

function meet(a: Box, b: Box): boolean {
  return a.left < b.right + space && b.left < a.right + space && a.top < b.bottom && b.top < a.bottom;
}

/**
 * Where names are drawn so that none covers another or the disc of another that is named, the first ones first, as on
 * a map; undefined for those that find no room within the window.
 */
export function placeLabels(
  candidates: readonly Candidate[],
  height: number,
  room: { width: number; height: number },
  /** What is drawn besides. */
  occupied: readonly Box[] = [],
): (Pick<Box, 'left' | 'top'> | undefined)[] {
  const taken: Box[] = [...occupied];
  return candidates.map((candidate) => {
    const { x, y, size } = candidate;
    const disc = { left: x - size, top: y - size, right: x + size, bottom: y + size };
    const isFree = (box: Box) =>
      box.left >= 0 &&
      box.top >= 0 &&
      box.right <= room.width &&
      box.bottom <= room.height &&
      !taken.some((other) => meet(box, other));
    const place = placesOf(candidate, height).find(isFree);
    if (place) taken.push(place, disc);
    return place;
  });
}
