import type { FlowTriggerSettings } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { fromCron } from './cron.ts';

/** Names of the days in the language of the page; 0 is Sunday. */
export function listDays(language: string): { value: string; label: string }[] {
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  // The week begins on Monday; 4 January 1970 was a Sunday.
  return [1, 2, 3, 4, 5, 6, 0].map((day) => ({
    value: String(day),
    label: format.format(new Date(Date.UTC(1970, 0, 4 + day))),
  }));
}

/** A schedule in words. */
export function useScheduleText() {
  const { t, i18n } = useTranslation('automation');
  return (settings: Extract<FlowTriggerSettings, { kind: 'schedule' }>): string => {
    const { repeat, time, days, cron } = fromCron(settings.cron);
    const names = listDays(i18n.language).filter(({ value }) => days.includes(value));
    return t(`triggers.when.${repeat}`, {
      time,
      minute: time.slice(3),
      days: names.map(({ label }) => label).join(', '),
      cron,
      zone: settings.timeZone.replaceAll('_', ' '),
    });
  };
}
