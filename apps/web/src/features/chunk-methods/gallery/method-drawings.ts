/**
 * What each chunk method does, as data for one drawing: shapes on the original at the left (x 4–92) and on its chunks
 * at the right (x 128–216), in a field of 220 × 108.
 */
export type Shape =
  | { kind: 'line' | 'head' | 'label' | 'faint'; x: number; y: number; width: number }
  | { kind: 'page' | 'chunk' | 'figure' | 'box'; x: number; y: number; width: number; height: number }
  | { kind: 'table'; x: number; y: number; width: number; rows: number; columns: number }
  | { kind: 'dot'; x: number; y: number; radius: number; filled?: boolean }
  | { kind: 'link'; x: number; y: number; toX: number; toY: number }
  | { kind: 'bar'; x: number; y: number; height: number }
  | { kind: 'sign'; x: number; y: number; text: string };

const line = (x: number, y: number, width: number): Shape => ({ kind: 'line', x, y, width });
const head = (x: number, y: number, width: number): Shape => ({ kind: 'head', x, y, width });
const label = (x: number, y: number, width: number): Shape => ({ kind: 'label', x, y, width });
const faint = (x: number, y: number, width: number): Shape => ({ kind: 'faint', x, y, width });
const sign = (x: number, y: number, text: string): Shape => ({ kind: 'sign', x, y, text });
const dot = (x: number, y: number, radius: number, filled = false): Shape => ({
  kind: 'dot',
  x,
  y,
  radius,
  filled,
});
const bar = (x: number, y: number, height: number): Shape => ({ kind: 'bar', x, y, height });
const figure = (x: number, y: number, width: number, height: number): Shape => ({
  kind: 'figure',
  x,
  y,
  width,
  height,
});
const table = (x: number, y: number, width: number, rows: number, columns: number): Shape => ({
  kind: 'table',
  x,
  y,
  width,
  rows,
  columns,
});
const page: Shape = { kind: 'page', x: 4, y: 4, width: 88, height: 100 };

function lines(x: number, y: number, widths: readonly number[], gap = 7): Shape[] {
  return widths.map((width, index) => line(x, y + index * gap, width));
}

function chunk(y: number, height: number, ...shapes: Shape[]): Shape[] {
  return [{ kind: 'chunk', x: 128, y, width: 88, height }, ...shapes];
}

/** The headings above a chunk, which go with it. */
function path(y: number, ...widths: number[]): Shape[] {
  let x = 136;
  return widths.map((width) => {
    const shape = label(x, y, width);
    x += width + 4;
    return shape;
  });
}

function link(x: number, y: number, toX: number, toY: number): Shape {
  return { kind: 'link', x, y, toX, toY };
}

/** The heights of a sound wave, made so that it looks like speech. */
const wave = [6, 14, 24, 12, 30, 18, 8, 20, 34, 22, 10, 26, 16, 6];

export const methodDrawings: Record<string, readonly Shape[]> = {
  naive: [
    page,
    head(14, 14, 40),
    ...lines(14, 25, [64, 58, 66]),
    head(14, 51, 34),
    ...lines(14, 62, [62, 66, 48, 64, 52]),
    ...chunk(4, 30, head(136, 11, 36), ...lines(136, 20, [64, 52])),
    ...chunk(39, 30, head(136, 46, 30), ...lines(136, 55, [62, 66])),
    ...chunk(74, 30, ...lines(136, 81, [60, 66, 44])),
  ],
  book: [
    page,
    head(14, 14, 50),
    head(20, 26, 36),
    ...lines(26, 36, [52, 46, 50]),
    head(20, 62, 30),
    ...lines(26, 72, [50, 54, 38]),
    ...chunk(4, 47, ...path(12, 30, 22), ...lines(136, 22, [66, 60, 68, 40])),
    ...chunk(57, 47, ...path(65, 30, 18), ...lines(136, 75, [64, 68, 56, 46])),
  ],
  laws: [
    page,
    head(32, 12, 32),
    sign(14, 31, '§1'),
    ...lines(30, 26, [52, 46]),
    sign(14, 53, '§2'),
    ...lines(30, 48, [50, 54, 34]),
    sign(14, 82, '§3'),
    ...lines(30, 77, [52, 40]),
    ...[4, 39, 74].flatMap((y, index) =>
      chunk(
        y,
        30,
        ...path(y + 6, 26, 18),
        sign(136, y + 21, `§${index + 1}`),
        ...lines(154, y + 16, [52, 40]),
      ),
    ),
  ],
  manual: [
    page,
    head(14, 12, 44),
    ...[23, 33, 43].flatMap((y) => [dot(18, y, 3, true), line(26, y - 1, 52)]),
    table(14, 54, 68, 4, 3),
    faint(14, 90, 46),
    ...chunk(
      4,
      47,
      head(136, 12, 40),
      ...[24, 33, 42].flatMap((y) => [dot(140, y, 3, true), line(148, y - 1, 52)]),
    ),
    ...chunk(57, 47, table(136, 64, 72, 3, 3), faint(136, 94, 46)),
  ],
  paper: [
    page,
    head(24, 11, 48),
    faint(34, 19, 28),
    ...lines(24, 28, [48, 48, 30], 6),
    ...lines(12, 50, [32, 34, 30, 34, 28, 32, 34], 7),
    ...lines(52, 50, [34, 30, 34, 32, 34, 22], 7),
    ...chunk(
      4,
      34,
      head(136, 10, 48),
      label(136, 18, 14),
      label(154, 18, 20),
      ...lines(136, 26, [70, 52], 6),
    ),
    ...chunk(43, 28, head(136, 49, 28), ...lines(136, 57, [68, 60], 6)),
    ...chunk(76, 28, head(136, 82, 34), ...lines(136, 90, [66, 48], 6)),
  ],
  presentation: [
    { kind: 'page', x: 4, y: 4, width: 88, height: 47 },
    head(12, 11, 42),
    ...lines(12, 21, [32, 28, 34, 24]),
    figure(54, 20, 30, 24),
    { kind: 'page', x: 4, y: 57, width: 88, height: 47 },
    head(12, 64, 34),
    ...lines(12, 74, [66, 58, 62]),
    ...chunk(4, 47, figure(134, 10, 32, 20), head(172, 12, 34), ...lines(172, 21, [36, 28, 32])),
    ...chunk(57, 47, figure(134, 63, 32, 20), head(172, 65, 28), ...lines(172, 74, [36, 34, 24])),
  ],
  qa: [
    page,
    ...[12, 44, 76].flatMap((y) => [
      sign(14, y + 6, '?'),
      head(24, y + 1, 48),
      ...lines(24, y + 10, [58, 44]),
    ]),
    ...[4, 39, 74].flatMap((y) =>
      chunk(y, 30, sign(136, y + 12, '?'), label(146, y + 7, 50), ...lines(146, y + 16, [60, 42])),
    ),
  ],
  resume: [
    page,
    dot(24, 22, 9),
    head(40, 16, 40),
    faint(40, 24, 30),
    head(14, 42, 28),
    ...lines(14, 52, [66, 58]),
    head(14, 72, 34),
    ...lines(14, 82, [62, 66]),
    ...chunk(4, 30, dot(144, 19, 7), ...[11, 18, 25].flatMap((y) => [label(156, y, 14), line(174, y, 34)])),
    ...chunk(39, 30, faint(136, 45, 40), head(136, 51, 30), ...lines(136, 59, [66, 44], 6)),
    ...chunk(74, 30, faint(136, 80, 40), head(136, 86, 36), ...lines(136, 94, [62], 6)),
  ],
  table: [
    page,
    table(12, 16, 72, 8, 4),
    ...[4, 30, 56, 82].flatMap((y) =>
      chunk(
        y,
        22,
        ...[y + 6, y + 13].flatMap((at) => [
          label(136, at, 14),
          line(153, at, 20),
          label(178, at, 12),
          line(193, at, 16),
        ]),
      ),
    ),
  ],
  picture: [
    { kind: 'page', x: 4, y: 14, width: 88, height: 80 },
    figure(12, 22, 72, 50),
    ...lines(12, 79, [48, 30]),
    ...chunk(
      14,
      80,
      figure(136, 22, 34, 24),
      ...lines(176, 24, [32, 28, 32]),
      label(136, 54, 26),
      label(166, 54, 20),
      ...lines(136, 64, [70, 62, 46]),
    ),
  ],
  one: [
    page,
    head(14, 14, 40),
    ...lines(14, 25, [64, 58, 66]),
    head(14, 51, 34),
    ...lines(14, 62, [62, 66, 48, 64, 52]),
    ...chunk(
      4,
      100,
      head(138, 14, 40),
      ...lines(138, 25, [64, 58, 66]),
      head(138, 51, 34),
      ...lines(138, 62, [62, 66, 48, 64, 52]),
    ),
  ],
  knowledge_graph: [
    page,
    ...lines(14, 16, [30]),
    label(48, 16, 22),
    ...lines(14, 26, [64, 20]),
    label(38, 33, 26),
    ...lines(14, 43, [60, 66]),
    label(14, 61, 20),
    line(38, 61, 40),
    ...lines(14, 71, [64, 58, 66]),
    ...chunk(
      4,
      100,
      link(150, 30, 184, 24),
      link(150, 30, 164, 64),
      link(184, 24, 196, 58),
      link(164, 64, 196, 58),
      link(164, 64, 150, 90),
      link(196, 58, 190, 88),
      dot(150, 30, 7, true),
      dot(184, 24, 5),
      dot(164, 64, 8, true),
      dot(196, 58, 6),
      dot(150, 90, 4),
      dot(190, 88, 5),
    ),
  ],
  email: [
    page,
    ...[12, 19, 26].flatMap((y) => [label(14, y, 14), line(32, y, 46)]),
    ...lines(14, 38, [64, 58, 40]),
    bar(15, 60, 20),
    ...lines(22, 62, [54, 48, 30], 6),
    { kind: 'box', x: 14, y: 86, width: 36, height: 12 },
    faint(20, 91, 22),
    ...chunk(
      4,
      44,
      label(136, 11, 14),
      line(154, 11, 40),
      label(136, 18, 14),
      line(154, 18, 48),
      ...lines(136, 28, [66, 56], 7),
    ),
    ...chunk(53, 24, bar(137, 59, 13), ...lines(144, 60, [58, 48], 7)),
    ...chunk(82, 22, { kind: 'box', x: 136, y: 87, width: 20, height: 12 }, ...lines(162, 89, [46, 36], 7)),
  ],
  audio: [
    { kind: 'page', x: 4, y: 28, width: 88, height: 52 },
    ...wave.map((height, index): Shape => bar(12 + index * 5.6, 54 - height / 2, height)),
    ...[4, 39, 74].flatMap((y, index) =>
      chunk(
        y,
        30,
        sign(136, y + 12, `0:${index}0`),
        ...lines(162, y + 8, [44]),
        ...lines(136, y + 18, [68, 50], 6),
      ),
    ),
  ],
};
