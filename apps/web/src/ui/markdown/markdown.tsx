import { lazy, type ReactNode, Suspense } from 'react';
import classes from './markdown.module.css';

export type MarkdownProps = {
  text: string;
  /** Draws the marker `[n]`; markers stay plain text when left out or when it returns undefined. */
  renderCitation?: (number: number) => ReactNode | undefined;
};

const MarkdownBody = lazy(() =>
  import('./markdown-body.tsx').then((module) => ({ default: module.MarkdownBody })),
);

/**
 * Markdown with tables, task lists, formulas and coloured code. No HTML of the text reaches the page and no
 * picture is fetched. Its code loads with its first use; until then the plain text is shown.
 */
export function Markdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<div className={classes.plain}>{props.text}</div>}>
      <MarkdownBody {...props} />
    </Suspense>
  );
}
