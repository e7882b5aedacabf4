const places = { minimumFractionDigits: 2, maximumFractionDigits: 6 };

/** 2 → “2.00”, 0.0255 → “0.0255”: prices of tokens may be small, so no place that says something is cut. */
export function formatPrice(price: number | null): string {
  return price === null ? '–' : new Intl.NumberFormat('en-US', places).format(price);
}
