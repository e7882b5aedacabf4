import { expect, it } from 'vitest';
import { placeLabels } from './place-labels.ts';

const room = { width: 400, height: 200 };
const place = (...candidates: [x: number, y: number][]) =>
  placeLabels(
    candidates.map(([x, y]) => ({ x, y, size: 5, width: 60 })),
    14,
    room,
  );

it('puts a name to the right of its entity, or to the left at the edge', () => {
  expect(place([100, 100])).toMatchObject([{ left: 108, top: 93 }]);
  expect(place([390, 100])).toMatchObject([{ left: 322, top: 93 }]);
});

it('moves the name that would cover a weightier one, and leaves out those without room', () => {
  expect(place([100, 100], [100, 106])).toMatchObject([{ left: 108 }, { left: 70, top: 114 }]);
  const crowd = place(...Array.from({ length: 12 }, (_, n): [number, number] => [100 + n, 100]));
  expect(crowd[0]).toBeDefined();
  expect(crowd.filter(Boolean).length).toBeLessThan(6);
});

it('leaves no two names that overlap', () => {
  const random = (n: number) => ((n * 7_919) % 997) / 997;
  const places = place(
    ...Array.from({ length: 200 }, (_, n): [number, number] => [400 * random(n), 200 * random(n * n + 3)]),
  ).filter((one) => one !== undefined);
  expect(places.length).toBeGreaterThan(5);
  for (const a of places)
    for (const b of places)
      expect(a === b || Math.abs(a.left - b.left) >= 60 || Math.abs(a.top - b.top) >= 14).toBe(true);
});
