import { describe, expect, it } from 'vitest';
import { markCitations } from './mark-citations.ts';
import { normalizeFormulas } from './normalize-formulas.ts';

describe('formulas', () => {
  it('brings every way of writing them to one', () => {
    expect(normalizeFormulas('so \\(a^2\\) and \\[\nb\n\\] and $c_1$ and $x$')).toBe(
      'so $$a^2$$ and $$\nb\n$$ and $$c_1$$ and $$x$$',
    );
  });

  it('leaves money alone', () => {
    for (const text of ['from $5 to $10', 'US$1,000 and US$2,000', 'costs $5', 'between $3m and $4m'])
      expect(normalizeFormulas(text)).toBe(text);
  });

  it('leaves code alone, also where its fence is still open', () => {
    for (const text of ['`$a_1$`', '```sh\necho $HOME_DIR$x\n```', 'a\n```\n\\(x\\)'])
      expect(normalizeFormulas(text)).toBe(text);
  });
});

describe('citation markers', () => {
  const mark = (tree: object) => {
    markCitations()(tree);
    return JSON.stringify(tree);
  };

  it('become elements of their own, in order', () => {
    const tree = { type: 'root', children: [{ type: 'text', value: 'So it is [1][12], yes.' }] };
    markCitations()(tree);
    expect(tree.children).toEqual([
      { type: 'text', value: 'So it is ' },
      { type: 'citation', data: { hName: 'cite' }, children: [{ type: 'text', value: '1' }] },
      { type: 'citation', data: { hName: 'cite' }, children: [{ type: 'text', value: '12' }] },
      { type: 'text', value: ', yes.' },
    ]);
  });

  it('are found below other elements but not in links and code', () => {
    expect(mark({ type: 'strong', children: [{ type: 'text', value: '[2]' }] })).toContain('cite');
    expect(mark({ type: 'root', children: [{ type: 'inlineCode', value: 'a[2]' }] })).not.toContain('cite');
    expect(
      mark({ type: 'root', children: [{ type: 'link', children: [{ type: 'text', value: '[2]' }] }] }),
    ).not.toContain('cite');
  });

  it('are numbers of up to three digits and nothing else', () => {
    for (const value of ['[a]', '[1234]', '[ 1 ]', '[1'])
      expect(mark({ type: 'root', children: [{ type: 'text', value }] })).not.toContain('cite');
  });
});
