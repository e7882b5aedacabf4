import { DatePickerInput, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/fr';
import 'dayjs/locale/zh';
import 'dayjs/locale/zh-tw';
import { IconCalendar } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** First and last day, as `2026-11-21`; both or neither. */
export type DayRange = { from?: string; to?: string };

type Props = DayRange & {
  label: string;
  placeholder: string;
  /** Labels of the buttons next to the month and at the end of the field. */
  controls: { previous: string; next: string; clear: string };
  onChange: (range: DayRange) => void;
};

/** The calendar's library names its languages in its own way. */
const calendarLocales: Record<string, string> = { 'zh-Hant': 'zh-tw' };

/** “20–21 Nov 2026”. A day has no time zone: read and shown as one of Greenwich, it stays the same day everywhere. */
function showDays(first: string, last: string | null, language: string): string {
  const locale = language === 'en' ? 'en-GB' : language;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  if (last === null) return `${format.format(new Date(first))} – …`;
  return format.formatRange(new Date(first), new Date(last));
}

/** Picks days of a calendar; tells once both ends are chosen. For screens only: the calendar is large. */
export function DayRangeInput({ from, to, label, placeholder, controls, onChange }: Props) {
  const { i18n } = useTranslation('shell');
  const id = useId();
  const [days, setDays] = useState<[string | null, string | null]>([from ?? null, to ?? null]);
  // The address may change by itself: a way back, or a link that shows everything again.
  useEffect(() => setDays([from ?? null, to ?? null]), [from, to]);
  const [first, last] = days;
  const shown = first ? showDays(first, last, i18n.language) : '';
  return (
    <DatesProvider
      settings={{
        locale: calendarLocales[i18n.language] ?? i18n.language,
        firstDayOfWeek: 1,
        weekendDays: [],
      }}
    >
      <DatePickerInput
        type="range"
        allowSingleDateInRange
        clearable
        // A name of its own hides the text of the button: what was chosen must be in it.
        aria-label={shown === '' ? label : `${label}: ${shown}`}
        placeholder={placeholder}
        hideOutsideDates
        id={id}
        // The calendar is named after its field.
        popoverProps={{ id }}
        wrapperProps={{ 'data-days': true }}
        valueFormatter={() => shown}
        leftSection={<IconCalendar size={16} aria-hidden />}
        clearButtonProps={{ 'aria-label': controls.clear }}
        ariaLabels={{ previousMonth: controls.previous, nextMonth: controls.next }}
        maxDate={new Date()}
        value={days}
        onChange={(chosen) => {
          setDays(chosen);
          const [start, end] = chosen;
          if (start && end) onChange({ from: start, to: end });
          else if (!start && !end) onChange({});
        }}
      />
    </DatesProvider>
  );
}
