import { memo, useMemo } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CodeBlock } from './code-block.tsx';
import { markCitations } from './mark-citations.ts';
import { markRanges } from './mark-ranges.ts';
import classes from './markdown.module.css';
import type { MarkdownProps } from './markdown-props.ts';
import { normalizeFormulas } from './normalize-formulas.ts';
import { useMarkdownParts } from './use-markdown-parts.ts';

const baseComponents: Components = {
  pre: ({ node, children, ...rest }) => <CodeBlock {...rest}>{children}</CodeBlock>,
  a: ({ node, children, ...rest }) =>
    // An address that was refused is empty here: a link to nowhere would open this page once more.
    !rest.href ? (
      <span>{children}</span>
    ) : rest.href.startsWith('#') ? (
      <a {...rest}>{children}</a>
    ) : (
      <a {...rest} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ),
  // A remote picture would tell its server who reads what: its address is offered instead.
  img: ({ alt, src }) =>
    typeof src === 'string' && src !== '' ? (
      <a href={src} target="_blank" rel="noopener noreferrer nofollow">
        {alt || src}
      </a>
    ) : (
      <span>{alt}</span>
    ),
  table: ({ node, children, ...rest }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than its place is scrolled by keyboard too.
    <div className={classes.tableFrame} tabIndex={0}>
      <table {...rest}>{children}</table>
    </div>
  ),
};

export const MarkdownBody = memo(function MarkdownBody(props: MarkdownProps) {
  const { text, renderCitation, ranges, renderRange } = props;
  const parts = useMarkdownParts(text);
  const components = useMemo<Components>(
    () => ({
      ...baseComponents,
      cite: ({ children }) => {
        const number = Number(String(children).replace(/\D/g, ''));
        return renderCitation?.(number) ?? `[${number}]`;
      },
      mark: ({ node, children }) =>
        renderRange?.(String(node?.properties['data-key'] ?? ''), children) ?? children,
    }),
    [renderCitation, renderRange],
  );
  const source = normalizeFormulas(text);
  // Where formulas were rewritten, characters are not where they were.
  const marked = source === text ? ranges : undefined;
  const remarkPlugins = useMemo<Options['remarkPlugins']>(
    () => [
      remarkGfm,
      ...parts.remark,
      ...(marked?.length ? [markRanges(marked)] : []),
      ...(renderCitation ? [markCitations] : []),
    ],
    [parts, renderCitation, marked],
  );
  return (
    <div className={classes.root}>
      <ReactMarkdown remarkPlugins={remarkPlugins} rehypePlugins={parts.rehype} components={components}>
        {source}
      </ReactMarkdown>
    </div>
  );
});
