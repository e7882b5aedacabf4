import { AppError } from '@lectern/contract';
import { addDays, daysBetween, openTimeZone, type TimeZone } from './time-zone.ts';

/** Longest range of a report, in days. */
const mostDays = 400;
const usualDays = 30;
/** Before it there was no ledger, and after it there will be none of this form. */
const [firstDay, lastDay] = ['2000-01-01', '2200-01-01'];

/** A run of whole days in a time zone. */
export type UsageRange = {
  from: string;
  to: string;
  timezone: string;
  zone: TimeZone;
  days: string[];
  /** When each day begins, and at last when the range ends. */
  bounds: Date[];
  /** When as many days before it begin. */
  previousBegin: Date;
};

export function resolveRange(
  asked: { from?: string | undefined; to?: string | undefined },
  timezone: string,
  now: Date,
): UsageRange {
  const zone = openTimeZone(timezone);
  const to = asked.to ?? zone.dayOf(now);
  const from = asked.from ?? addDays(to, 1 - usualDays);
  const count = daysBetween(from, to) + 1;
  if (!(count >= 1 && count <= mostDays) || from < firstDay || to > lastDay)
    throw new AppError('usage.range_invalid', { days: mostDays });
  const days = Array.from({ length: count }, (_, n) => addDays(from, n));
  return {
    from,
    to,
    timezone,
    zone,
    days,
    bounds: [...days, addDays(to, 1)].map(zone.startOfDay),
    previousBegin: zone.startOfDay(addDays(from, -count)),
  };
}
