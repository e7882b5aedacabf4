import type { Me } from '@lectern/contract';

/** The locale whose separators a person reads numbers with: those of the language unless the profile says otherwise. */
export function numberLocaleOf(language: string, format: Me['numberFormat'] = 'auto'): string {
  return { auto: language, comma: 'en', point: 'de', space: 'fr' }[format];
}

/** What parts thousands and decimals there, for fields in which numbers are typed. */
export function separatorsOf(numberLocale: string): { thousandSeparator: string; decimalSeparator: string } {
  const parts = new Intl.NumberFormat(numberLocale).formatToParts(1_234_567.8);
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { thousandSeparator: find('group'), decimalSeparator: find('decimal') };
}

/** In English with commas between thousands, as the specification says; a fraction has two places unless said otherwise. */
export function formatNumber(value: number, numberLocale = 'en', decimals = 2): string {
  const places = Number.isInteger(value) ? 0 : decimals;
  return new Intl.NumberFormat(numberLocale, {
    minimumFractionDigits: places,
    maximumFractionDigits: decimals,
  }).format(value);
}

/** For quantities whose unit is chosen to fit: as many places as say something. */
function formatShort(value: number, decimals: number, numberLocale: string): string {
  return new Intl.NumberFormat(numberLocale, { maximumFractionDigits: decimals }).format(value);
}

/** 1,234.5 → “€1,234.50”, in French “1 234,50 €”: always with two places. */
export function formatMoney(value: number, currency: string, locale: string, numberLocale = locale): string {
  const symbol =
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
      .formatToParts(0)
      .find((part) => part.type === 'currency')?.value ?? currency;
  const amount = new Intl.NumberFormat(numberLocale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(Math.abs(value));
  const sign = value < 0 ? '-' : '';
  return locale === 'fr' ? `${sign}${amount}\u00a0${symbol}` : `${sign}${symbol}${amount}`;
}

export function formatPercent(share: number, locale: string, numberLocale = locale): string {
  return `${formatShort(share * 100, 1, numberLocale)}${locale === 'fr' ? '\u202f' : ''}%`;
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** 1,536 → “1.5 kB”, the unit in the reader's language; a step is 1,024. */
export function formatBytes(bytes: number, locale: string, numberLocale = locale): string {
  let value = bytes;
  let step = 0;
  while (value >= 1_024 && step < byteUnits.length - 1) {
    value /= 1_024;
    step += 1;
  }
  const unit = new Intl.NumberFormat(locale, { style: 'unit', unit: byteUnits[step], unitDisplay: 'narrow' })
    .formatToParts(value)
    .find((part) => part.type === 'unit')?.value;
  const decimals = step === 0 ? 0 : value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${formatShort(value, decimals, numberLocale)}\u00a0${unit ?? ''}`;
}

function formatUnit(value: number, unit: string, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  }).format(value);
}

/** 840 → “840 ms”, 2,400 → “2.4 s”, 61,000 → “1 min 1 s”. */
export function formatDuration(milliseconds: number, locale: string, numberLocale = locale): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)}\u00a0ms`;
  if (milliseconds < 59_950) return `${formatShort(milliseconds / 1_000, 1, numberLocale)}\u00a0s`;
  const seconds = Math.round(milliseconds / 1_000);
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor(seconds / 3_600) % 24, 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  return parts
    .slice(first, first + 2)
    .filter(([value]) => value > 0)
    .map(([value, unit]) => formatUnit(value, unit, locale))
    .join(' ');
}

const relativeSteps: [number, Intl.RelativeTimeFormatUnit][] = [
  [60, 'second'],
  [3_600, 'minute'],
  [86_400, 'hour'],
  [7 * 86_400, 'day'],
];

const unitSeconds: Partial<Record<Intl.RelativeTimeFormatUnit, number>> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
};

/** “3 minutes ago” within a week, else undefined: a date says more then. */
export function formatRelative(at: Date, now: Date, locale: string): string | undefined {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1_000);
  const step = relativeSteps.find(([below]) => Math.abs(seconds) < below);
  if (!step) return undefined;
  const value = Math.trunc(seconds / (unitSeconds[step[1]] ?? 1));
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(value, step[1]);
}
