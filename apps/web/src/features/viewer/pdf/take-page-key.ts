import type { KeyboardEvent } from 'react';
import { stepZoom, type Zoom } from './zoom.ts';

type Pages = {
  scale: number;
  page: number;
  onZoom: (zoom: Zoom) => void;
  onPage: (page: number) => void;
};

/** Zooms by +, - and 0, and turns pages by the arrows to the sides. */
export function takePageKey(event: KeyboardEvent<HTMLElement>, { scale, page, onZoom, onPage }: Pages): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '+' || event.key === '=') onZoom(stepZoom(scale, 1));
  if (event.key === '-') onZoom(stepZoom(scale, -1));
  if (event.key === '0') onZoom('fit');
  const turn = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const { scrollWidth, clientWidth } = event.currentTarget;
  // A page wider than the view is scrolled sideways by the same keys.
  if (turn !== 0 && scrollWidth <= clientWidth) onPage(page + turn);
}
