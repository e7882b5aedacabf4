/** `fit`: the page fills the width; else 1 = 100 %. */
export type Zoom = 'fit' | number;

const steps = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];

export function clampZoom(zoom: number): number {
  return Math.min(Math.max(zoom, steps[0]!), steps.at(-1)!);
}

/** The next step above or below, also from a zoom between two steps. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  const next =
    direction === 1 ? steps.find((step) => step > zoom + 0.01) : steps.findLast((step) => step < zoom - 0.01);
  return next ?? clampZoom(zoom);
}
