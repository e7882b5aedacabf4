import { useEffect, useState } from 'react';
import type { Options } from 'react-markdown';

type Plugins = NonNullable<Options['remarkPlugins']>;
type Parts = { remark: Plugins; rehype: Plugins };

let formulas: Parts | undefined;
let highlighting: Parts | undefined;

async function loadFormulas(): Promise<void> {
  const [math, katex] = await Promise.all([
    import('remark-math'),
    import('rehype-katex'),
    import('katex/dist/katex.min.css'),
  ]);
  formulas = {
    remark: [[math.default, { singleDollarTextMath: false }]],
    // A formula that cannot be read is shown as it was written.
    rehype: [[katex.default, { throwOnError: false, errorColor: 'var(--danger)' }]],
  };
}

async function loadHighlighting(): Promise<void> {
  const { default: highlight } = await import('rehype-highlight');
  highlighting = { remark: [], rehype: [[highlight, { detect: false }]] };
}

/** Formulas and coloured code are large: each loads when a text has some. */
export function useMarkdownParts(text: string): Parts {
  const needsFormulas = /\$|\\[([]/.test(text);
  const needsHighlighting = /```|~~~/.test(text);
  const [, setLoaded] = useState(0);
  useEffect(() => {
    const waits = [
      needsFormulas && !formulas ? loadFormulas() : undefined,
      needsHighlighting && !highlighting ? loadHighlighting() : undefined,
    ].filter((wait) => wait !== undefined);
    // What does not load is left plain: the text can be read all the same.
    if (waits.length > 0) void Promise.allSettled(waits).then(() => setLoaded((count) => count + 1));
  }, [needsFormulas, needsHighlighting]);
  return combineParts(needsFormulas ? formulas : undefined, needsHighlighting ? highlighting : undefined);
}

const combined = new Map<string, Parts>();

/** Equal parts are the same object, so that what depends on them is not recreated. */
function combineParts(first: Parts | undefined, second: Parts | undefined): Parts {
  const key = `${first !== undefined}${second !== undefined}`;
  const known = combined.get(key);
  if (known) return known;
  const parts = {
    remark: [...(first?.remark ?? []), ...(second?.remark ?? [])],
    rehype: [...(first?.rehype ?? []), ...(second?.rehype ?? [])],
  };
  combined.set(key, parts);
  return parts;
}
