import { Box, useComputedColorScheme } from '@mantine/core';
import classes from './graph.module.css';
import { colourTypes } from './palette.ts';
import { useTypeName } from './use-type-name.ts';

/** A type with the colour that it has in the drawing. */
export function TypeMark({ type, types }: { type: string; types: readonly string[] }) {
  const scheme = useComputedColorScheme('light');
  const typeName = useTypeName();
  return (
    <span className={classes.type}>
      <Box
        component="span"
        flex="none"
        w={10}
        h={10}
        bdrs="50%"
        style={{ background: colourTypes(types, scheme).get(type) }}
        aria-hidden
      />
      {typeName(type)}
    </span>
  );
}
