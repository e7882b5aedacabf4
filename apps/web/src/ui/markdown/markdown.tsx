import { lazy, Suspense } from 'react';
import classes from './markdown.module.css';
import type { MarkdownProps } from './markdown-props.ts';

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
