import { Box, type BoxProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

type FactsProps = {
  /** Names with their values; what is false is left out. */
  items: readonly (readonly [name: ReactNode, value: ReactNode] | false)[];
  /** Names in a column of their own, values at the end of the line, values below names, or large figures. */
  layout?: 'columns' | 'apart' | 'stacked' | 'figures';
} & BoxProps;

/** What is known about a thing, name by name. */
export function Facts({ items, layout = 'columns', className, ...box }: FactsProps) {
  return (
    <Box
      component="dl"
      m={0}
      {...box}
      className={[classes.facts, className].filter(Boolean).join(' ')}
      data-layout={layout}
    >
      {items.map((item, place) =>
        item === false ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts keep their places.
          <div key={place}>
            <dt>{item[0]}</dt>
            <dd>{item[1]}</dd>
          </div>
        ),
      )}
    </Box>
  );
}
