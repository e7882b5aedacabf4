import type { Settings } from 'sigma/settings';
import type { NodeDisplayData, PartialButFor } from 'sigma/types';

type Drawn = PartialButFor<NodeDisplayData, 'x' | 'y' | 'size' | 'label' | 'color'>;

/** A name on a ground of its own, for what is pointed at or chosen: readable over anything, on light and on dark. */
export function drawNamed(
  context: CanvasRenderingContext2D,
  { x, y, size, label }: Drawn,
  settings: Settings,
  colours: { ground: string; text: string },
): void {
  if (!label) return;
  const { labelSize, labelFont } = settings;
  context.font = `600 ${labelSize}px ${labelFont}`;
  const padding = 5;
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
