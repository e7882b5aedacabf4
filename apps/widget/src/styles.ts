import type { Appearance } from './appearance.ts';

const edge = 20;
const gap = 12;
const buttonHeight = 56;

/** Set through the object model, which a strict policy of the host page for styles allows. */
export function buildStyles({ position, width, height, color, text_color }: Appearance): string {
  const vertical = position.startsWith('up') ? 'top' : 'bottom';
  const side = position.endsWith('left') ? 'left' : 'right';
  const room = edge + buttonHeight + gap;
  return `
:host { all: initial; }
* { box-sizing: border-box; }
button {
  position: fixed; ${vertical}: calc(${edge}px + env(safe-area-inset-${vertical})); ${side}: ${edge}px; z-index: 2147483000;
  display: flex; align-items: center; justify-content: center; gap: 10px;
  height: ${buttonHeight}px; min-width: ${buttonHeight}px; max-width: calc(100vw - ${2 * edge}px); padding: 0 18px;
  border: 0; border-radius: ${buttonHeight / 2}px; cursor: pointer;
  background: ${color}; color: ${text_color};
  font: 600 15px/1.2 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  box-shadow: 0 1px 3px rgb(0 0 0 / .2), 0 6px 20px rgb(0 0 0 / .18);
}
button.round { padding: 0; width: ${buttonHeight}px; }
button:hover { filter: brightness(1.08); }
button:focus-visible { outline: 3px solid ${color}; outline-offset: 3px; }
button span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
svg { flex: none; width: 26px; height: 26px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
canvas { flex: none; width: 40px; height: 40px; border-radius: 50%; margin-left: -8px; }
button.round canvas { width: 100%; height: 100%; margin: 0; }
.window {
  position: fixed; ${vertical}: calc(${room}px + env(safe-area-inset-${vertical})); ${side}: ${edge}px; z-index: 2147483001;
  width: min(${width}px, calc(100vw - ${2 * edge}px)); height: min(${height}px, calc(100dvh - ${room + edge}px));
  overflow: hidden; border: 1px solid rgb(0 0 0 / .12); border-radius: 14px; background: Canvas;
  box-shadow: 0 12px 48px rgb(0 0 0 / .26);
}
.window[hidden] { display: none; }
iframe { display: block; width: 100%; height: 100%; border: 0; color-scheme: normal; }
@media (max-width: 480px) {
  .window { inset: 0; width: 100vw; height: 100dvh; border: 0; border-radius: 0; }
}
@media (prefers-reduced-motion: no-preference) {
  .window { animation: appear .16s ease-out; }
  @keyframes appear { from { opacity: 0; translate: 0 ${vertical === 'bottom' ? 8 : -8}px; } }
}
@media print { :host { display: none; } }
`;
}
