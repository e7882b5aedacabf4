const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** 1,200,000 → “1.2M”: for the axis of a chart, whose exact numbers are shown elsewhere. */
export function formatCompact(value: number): string {
  return compact.format(value);
}
