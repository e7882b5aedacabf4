import { Box, type BoxProps, Tooltip } from '@mantine/core';
import { useState } from 'react';
import classes from './long-text.module.css';

type LongTextProps = { children: string; lines?: number } & BoxProps;

/** One or more lines of text, cut with an ellipsis; the whole of it in a tooltip when it was cut. */
export function LongText({ children, lines = 1, className, ...box }: LongTextProps) {
  const [cut, setCut] = useState(false);
  const measure = (element: HTMLElement) =>
    setCut(element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);
  return (
    <Tooltip label={children} disabled={!cut} openDelay={400}>
      <Box
        component="span"
        {...box}
        className={[lines > 1 ? classes.lines : classes.line, className].filter(Boolean).join(' ')}
        style={lines > 1 ? { WebkitLineClamp: lines } : undefined}
        onMouseEnter={(event) => measure(event.currentTarget)}
      >
        {children}
      </Box>
    </Tooltip>
  );
}
