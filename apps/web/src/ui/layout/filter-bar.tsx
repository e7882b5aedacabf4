import type { ReactNode } from 'react';
import classes from './filter-bar.module.css';

/** What narrows a list: the search first and widest, two filters side by side on a phone. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={classes.bar}>{children}</div>;
}
