import type { Settings } from 'sigma/settings';
import type { NodeDisplayData, PartialButFor } from 'sigma/types';
import { boxOf, placeLabels } from './place-labels.ts';

type Drawn = PartialButFor<NodeDisplayData, 'x' | 'y' | 'size' | 'label' | 'color'>;
type Colours = { ground: string; text: string };

/** Of the ground below a name. */
const padding = 5;

/** The names of one frame: first all are collected, then those that find room are drawn. */
export function collectLabels() {
  const names: Drawn[] = [];
  const widths = new Map<string, number>();
  return {
    add: (name: Drawn) => names.push(name),
    draw: (
      context: CanvasRenderingContext2D,
      { labelSize, labelFont, labelWeight }: Settings,
      colours: Colours,
      room: { width: number; height: number },
    ): void => {
      context.font = `${labelWeight} ${labelSize}px ${labelFont}`;
      context.textBaseline = 'middle';
      context.lineJoin = 'round';
      context.lineWidth = 3;
      context.strokeStyle = colours.ground;
      context.fillStyle = colours.text;
      const height = labelSize + 2;
      const measure = (label: string) => {
        const width = widths.get(label) ?? context.measureText(label).width;
        widths.set(label, width);
        return width;
      };
      const all = names.splice(0);
      // What is chosen is drawn on a ground of its own, above these.
      const taken = all
        .filter(({ highlighted }) => highlighted)
        .map(({ x, y, size, label }) =>
          boxOf({ x, y, size, width: measure(label ?? '') * 1.06 + 2 * padding }, labelSize + 2 * padding),
        );
      // Neighbours of what is pointed at, then the weightiest.
      const ordered = all
        .filter(({ highlighted }) => !highlighted)
        .sort((a, b) => Number(b.forceLabel ?? false) - Number(a.forceLabel ?? false) || b.size - a.size)
        .map((name) => ({ ...name, width: measure(name.label ?? '') }));
      placeLabels(ordered, height, room, taken).forEach((place, n) => {
        const label = ordered[n]?.label;
        if (!place || !label) return;
        // Over lines and discs it stays readable.
        context.strokeText(label, place.left, place.top + height / 2);
        context.fillText(label, place.left, place.top + height / 2);
      });
    },
  };
}

/** A name on a ground of its own, for what is pointed at or chosen: readable over anything, on light and on dark. */
export function drawNamed(
  context: CanvasRenderingContext2D,
  { x, y, size, label }: Drawn,
  settings: Settings,
  colours: Colours,
): void {
  if (!label) return;
  const { labelSize, labelFont } = settings;
  context.font = `600 ${labelSize}px ${labelFont}`;
  const width = context.measureText(label).width + 2 * padding;
  const height = labelSize + 2 * padding;
  const left = x + size + 3;
  context.beginPath();
  context.fillStyle = colours.ground;
  context.shadowColor = 'rgb(0 0 0 / 25%)';
  context.shadowBlur = 6;
  context.roundRect(left, y - height / 2, width, height, 5);
  context.fill();
  context.shadowBlur = 0;
  context.fillStyle = colours.text;
  context.fillText(label, left + padding, y + labelSize / 3);
}
