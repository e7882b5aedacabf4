import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMaybeMe } from '../../api/me.ts';
import {
  formatBytes,
  formatDuration,
  formatMoney,
  formatNumber,
  formatPercent,
  formatRelative,
  numberLocaleOf,
  separatorsOf,
} from './formats.ts';

/** Formats in the reader's language and the account's time zone. */
export function useFormat() {
  const { i18n } = useTranslation('shell');
  const me = useMaybeMe();
  const timeZone = me?.timezone;
  const locale = i18n.language;
  const numbers = numberLocaleOf(locale, me?.numberFormat);
  return useMemo(() => {
    // British order and a 24-hour clock read right to most readers of English outside the United States.
    const dateLocale = locale === 'en' ? 'en-GB' : locale;
    const date = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeZone });
    const dateTime = new Intl.DateTimeFormat(dateLocale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone,
    });
    const time = new Intl.DateTimeFormat(dateLocale, { timeStyle: 'medium', timeZone });
    return {
      number: (value: number, decimals?: number) => formatNumber(value, numbers, decimals),
      /** For fields in which numbers are typed. */
      separators: separatorsOf(numbers),
      money: (value: number, currency: string) => formatMoney(value, currency, locale, numbers),
      /** What is less than can be seen is not shown as nothing. */
      smallMoney: (value: number, currency: string) =>
        value > 0 && value < 0.005
          ? `<\u00a0${formatMoney(0.01, currency, locale, numbers)}`
          : formatMoney(value, currency, locale, numbers),
      percent: (share: number) => formatPercent(share, locale, numbers),
      bytes: (bytes: number) => formatBytes(bytes, locale, numbers),
      duration: (milliseconds: number) => formatDuration(milliseconds, locale, numbers),
      date: (at: string) => date.format(new Date(at)),
      dateTime: (at: string) => dateTime.format(new Date(at)),
      time: (at: string) => time.format(new Date(at)),
      relative: (at: string) => formatRelative(new Date(at), new Date(), locale) ?? date.format(new Date(at)),
    };
  }, [locale, numbers, timeZone]);
}
