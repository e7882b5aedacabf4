import { Tooltip } from '@mantine/core';
import { useState } from 'react';
import classes from './long-text.module.css';

/** One or more lines of text, cut with an ellipsis; the whole of it in a tooltip when it was cut. */
export function LongText({
  children,
  lines = 1,
  className,
}: {
  children: string;
  lines?: number;
  className?: string;
}) {
  const [cut, setCut] = useState(false);
  const measure = (element: HTMLElement) =>
    setCut(element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);
  return (
    <Tooltip label={children} disabled={!cut} openDelay={400}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it measures itself; nothing can be done with it. */}
      <span
        className={[lines > 1 ? classes.lines : classes.line, className].filter(Boolean).join(' ')}
        style={lines > 1 ? { WebkitLineClamp: lines } : undefined}
        onMouseEnter={(event) => measure(event.currentTarget)}
      >
        {children}
      </span>
    </Tooltip>
  );
}
