import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** The first and the last of a run of days. */
type Days = { from: string; to: string };

/** Writes days. They have no time zone: read and shown as those of Greenwich they stay the same everywhere. */
export function useDayText() {
  const { i18n } = useTranslation('shell');
  return useMemo(() => {
    const locale = i18n.language === 'en' ? 'en-GB' : i18n.language;
    const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    const medium = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
    const long = new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    });
    const range = ({ from, to }: Days) =>
      from === to ? medium.format(new Date(from)) : medium.formatRange(new Date(from), new Date(to));
    return {
      /** “3 Nov”, for an axis. */
      short: (day: string) => short.format(new Date(day)),
      /** “1–30 Nov 2026”. */
      range,
      /** A day with its weekday, or a week by its ends. */
      bucket: (days: Days) => (days.from === days.to ? long.format(new Date(days.from)) : range(days)),
    };
  }, [i18n.language]);
}
