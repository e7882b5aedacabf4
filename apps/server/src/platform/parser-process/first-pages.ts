type PageRange = { from: number; to: number };

/** The ranges cut to so many pages in all. */
export function firstPages(ranges: PageRange[], pages: number): PageRange[] {
  const kept: PageRange[] = [];
  let left = pages;
  for (const { from, to } of ranges.length > 0 ? ranges : [{ from: 1, to: pages + 1 }]) {
    if (left <= 0) break;
    const end = Math.min(to, from + left);
    kept.push({ from, to: end });
    left -= end - from;
  }
  return kept;
}
