import { DatePickerInput, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/fr';
import 'dayjs/locale/zh';
import 'dayjs/locale/zh-tw';
import { IconCalendar } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** First and last day, as `2026-11-21`; both or neither. */
export type DayRange = { from?: string; to?: string };

type Props = DayRange & {
  label: string;
  placeholder: string;
  /** What the buttons beside the month and at the end of the field do. */
  controls: { previous: string; next: string; clear: string };
  onChange: (range: DayRange) => void;
};

/** The calendar's library names its languages in its own way. */
const calendarLocales: Record<string, string> = { 'zh-Hant': 'zh-tw' };

/** A day has no time zone: read and shown as one of Greenwich, it stays the same day everywhere. */
function showDay(day: string, language: string): string {
  const locale = language === 'en' ? 'en-GB' : language;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
}

/** Picks days of a calendar; tells once both ends are chosen. For screens only: the calendar is large. */
export function DayRangeInput({ from, to, label, placeholder, controls, onChange }: Props) {
  const { i18n } = useTranslation('shell');
  const [days, setDays] = useState<[string | null, string | null]>([from ?? null, to ?? null]);
  // The address may change by itself: a way back, or a link that shows everything again.
  useEffect(() => setDays([from ?? null, to ?? null]), [from, to]);
  return (
    <DatesProvider settings={{ locale: calendarLocales[i18n.language] ?? i18n.language, firstDayOfWeek: 1 }}>
      <DatePickerInput
        type="range"
        allowSingleDateInRange
        clearable
        aria-label={label}
        placeholder={placeholder}
        data-days
        valueFormatter={({ date }) => {
          const [first, last] = date as [string | null, string | null];
          if (!first) return '';
          return `${showDay(first, i18n.language)} – ${last ? showDay(last, i18n.language) : '…'}`;
        }}
        leftSection={<IconCalendar size={16} aria-hidden />}
        clearButtonProps={{ 'aria-label': controls.clear }}
        ariaLabels={{ previousMonth: controls.previous, nextMonth: controls.next }}
        maxDate={new Date()}
        value={days}
        onChange={(chosen) => {
          setDays(chosen);
          const [first, last] = chosen;
          if (first && last) onChange({ from: first, to: last });
          else if (!first && !last) onChange({});
        }}
      />
    </DatesProvider>
  );
}
