import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

export type Tone = 'neutral' | 'success' | 'warning' | 'danger';

/** The state of a thing in a word, with a dot. */
export function StatusBadge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
