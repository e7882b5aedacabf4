import { Text } from '@mantine/core';
import classes from './method-picture.module.css';

type Line = { y: number; width: number; strong?: boolean };

const lines: Line[] = [
  { y: 16, width: 40, strong: true },
  { y: 26, width: 64 },
  { y: 34, width: 58 },
  { y: 42, width: 66 },
  { y: 56, width: 34, strong: true },
  { y: 66, width: 62 },
  { y: 74, width: 66 },
  { y: 82, width: 48 },
  { y: 92, width: 64 },
];

// Frames drawn over the page, as [top, height] of each chunk.
const frames: Record<string, [number, number][]> = {
  naive: [
    [10, 28],
    [38, 30],
    [68, 30],
  ],
  one: [[10, 88]],
};

/** A page and how the method cuts it. */
export function MethodPicture({ method, description }: { method: string; description: string | undefined }) {
  const cuts = frames[method] ?? frames.naive!;
  if (description === undefined) return null;
  return (
    <div className={classes.picture}>
      <svg viewBox="0 0 220 108" className={classes.drawing} aria-hidden="true" focusable="false">
        <rect x="4" y="4" width="88" height="100" rx="4" className={classes.page} />
        {lines.map(({ y, width, strong }) => (
          <rect
            key={y}
            x="14"
            y={y}
            width={width}
            height={strong ? 5 : 3}
            rx="1.5"
            className={strong ? classes.heading : classes.line}
          />
        ))}
        <path d="M102 54h16m-5-5 5 5-5 5" className={classes.arrow} />
        {cuts.map(([top, height], index) => {
          const gap = cuts.length > 1 ? 6 : 0;
          const y = 4 + index * (100 / cuts.length);
          const inner = lines.filter((line) => line.y >= top && line.y < top + height);
          return (
            <g key={top}>
              <rect
                x="128"
                y={y}
                width="88"
                height={100 / cuts.length - gap}
                rx="4"
                className={classes.chunk}
              />
              {inner.map((line, place) => (
                <rect
                  key={line.y}
                  x="138"
                  y={cuts.length > 1 ? y + 7 + place * 7 : line.y}
                  width={line.width}
                  height={line.strong ? 4 : 3}
                  rx="1.5"
                  className={line.strong ? classes.heading : classes.line}
                />
              ))}
            </g>
          );
        })}
      </svg>
      <Text size="sm" c="dimmed">
        {description}
      </Text>
    </div>
  );
}
