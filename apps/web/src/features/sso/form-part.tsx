import type { ReactNode } from 'react';
import classes from './sso.module.css';

/** A step of the setup, with its heading. */
export function FormPart({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <fieldset className={classes.part}>
      <legend className={classes.partTitle}>{title}</legend>
      {text !== undefined && <p className={classes.partText}>{text}</p>}
      {children}
    </fieldset>
  );
}
