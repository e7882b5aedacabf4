import { methodDrawings, type Shape } from './method-drawings.ts';
import classes from './method-picture.module.css';

function Drawn({ shape }: { shape: Shape }) {
  switch (shape.kind) {
    case 'line':
    case 'head':
    case 'label':
    case 'faint': {
      const height = shape.kind === 'head' ? 4.5 : 3;
      return (
        <rect
          x={shape.x}
          y={shape.y}
          width={shape.width}
          height={height}
          rx="1.5"
          className={classes[shape.kind]}
        />
      );
    }
    case 'page':
    case 'chunk':
    case 'box':
      return (
        <rect
          x={shape.x}
          y={shape.y}
          width={shape.width}
          height={shape.height}
          rx={shape.kind === 'box' ? 2 : 4}
          className={classes[shape.kind]}
        />
      );
    case 'figure': {
      const { x, y, width, height } = shape;
      const ground = y + height - 2;
      return (
        <g>
          <rect x={x} y={y} width={width} height={height} rx="2" className={classes.figure} />
          <circle cx={x + width * 0.26} cy={y + height * 0.3} r={height * 0.1} className={classes.ink} />
          <path
            d={`M${x + 2} ${ground} L${x + width * 0.4} ${y + height * 0.45} L${x + width * 0.6} ${y + height * 0.72} L${x + width * 0.74} ${y + height * 0.55} L${x + width - 2} ${ground} Z`}
            className={classes.ink}
          />
        </g>
      );
    }
    case 'table': {
      const { x, y, width, rows, columns } = shape;
      const rowHeight = 8;
      const inner = [
        ...Array.from({ length: rows - 1 }, (_, row) => `M${x} ${y + (row + 1) * rowHeight}h${width}`),
        ...Array.from(
          { length: columns - 1 },
          (_, column) => `M${x + ((column + 1) * width) / columns} ${y}v${rows * rowHeight}`,
        ),
      ];
      return (
        <g>
          <rect x={x} y={y} width={width} height={rows * rowHeight} rx="1.5" className={classes.box} />
          <rect x={x} y={y} width={width} height={rowHeight} rx="1.5" className={classes.line} />
          <path d={inner.join('')} className={classes.rule} />
        </g>
      );
    }
    case 'dot':
      return (
        <circle
          cx={shape.x}
          cy={shape.y}
          r={shape.radius}
          className={shape.filled ? classes.label : classes.node}
        />
      );
    case 'link':
      return <path d={`M${shape.x} ${shape.y}L${shape.toX} ${shape.toY}`} className={classes.rule} />;
    case 'bar':
      return (
        <rect x={shape.x} y={shape.y} width="2.4" height={shape.height} rx="1.2" className={classes.head} />
      );
    case 'sign':
      return (
        <text x={shape.x} y={shape.y} className={classes.sign}>
          {shape.text}
        </text>
      );
  }
}

/** An original and what the method makes of it. A method without a drawing of its own gets the general one. */
export function MethodPicture({ method }: { method: string }) {
  const shapes = methodDrawings[method] ?? methodDrawings.naive!;
  return (
    <svg viewBox="0 0 220 108" className={classes.drawing} aria-hidden="true" focusable="false">
      {shapes.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a drawing never changes.
        <Drawn key={index} shape={shape} />
      ))}
      <path d="M102 54h16m-5-5 5 5-5 5" className={classes.arrow} />
    </svg>
  );
}
