const code = /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`)/;

/** `$x^2$` is a formula, `$5 to $10` is money: only what holds a sign of mathematics counts. */
const dollars = /(?<![\\$\w])\$(?![\s$])([^$\n]*[^\s\\$])\$(?![\d$])/g;
const mathematics = /[\\^_={}]|^[A-Za-z]$/;

/**
 * Models write formulas as `\( … \)`, `\[ … \]`, `$ … $` and `$$ … $$`; the parser reads the last alone, since a
 * single dollar is mostly money. Code is left as it is.
 */
export function normalizeFormulas(text: string): string {
  if (!/[$\\]/.test(text)) return text;
  return text
    .split(code)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(/\\\[([\s\S]+?)\\\]/g, (_, body: string) => `$$${body}$$`)
            .replace(/\\\((.+?)\\\)/g, (_, body: string) => `$$${body}$$`)
            .replace(dollars, (whole, body: string) => (mathematics.test(body) ? `$$${body}$$` : whole)),
    )
    .join('');
}
