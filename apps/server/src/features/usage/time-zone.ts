/**
 * Days and wall clocks of a time zone. They are worked out here and not by the database, whose
 * list of zones is another one and which reads an offset such as +05:30 the other way round.
 */
export type TimeZone = {
  /** The moment at which a day such as 2026-03-29 begins there. */
  startOfDay: (day: string) => Date;
  /** The day that it is there at a moment. */
  dayOf: (moment: Date) => string;
  /** ISO 8601 with the offset: 2026-03-29T03:00:00+02:00. */
  format: (moment: Date) => string;
};

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** No zone changes its offset within a quarter of an hour of the clock, and all are whole minutes today. */
const sameOffsetMs = 15 * minuteMs;

export function openTimeZone(name: string): TimeZone {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: name,
    calendar: 'iso8601',
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  const known = new Map<number, number>();

  /** Milliseconds to add to UTC. */
  function offsetAt(time: number): number {
    const slot = Math.floor(time / sameOffsetMs) * sameOffsetMs;
    const cached = known.get(slot);
    if (cached !== undefined) return cached;
    const parts = Object.fromEntries(clock.formatToParts(slot).map(({ type, value }) => [type, value]));
    const local = Date.parse(
      `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}Z`,
    );
    known.set(slot, local - slot);
    return local - slot;
  }

  return {
    startOfDay: (day) => {
      const midnight = Date.parse(`${day}T00:00:00Z`);
      const [before, after] = [offsetAt(midnight - dayMs), offsetAt(midnight + dayMs)];
      const found = [midnight - before, midnight - after]
        .filter((time) => time + offsetAt(time) === midnight)
        .sort((a, b) => a - b)[0];
      // Where the clock leaps over midnight, the day begins with the leap.
      return new Date(found ?? midnight - before);
    },
    dayOf: (moment) => new Date(moment.getTime() + offsetAt(moment.getTime())).toISOString().slice(0, 10),
    format: (moment) => {
      const offset = offsetAt(moment.getTime());
      const minutes = Math.round(Math.abs(offset) / minuteMs);
      const two = (value: number) => String(value).padStart(2, '0');
      const sign = offset < 0 ? '-' : '+';
      const wall = new Date(moment.getTime() + offset).toISOString().slice(0, 19);
      return `${wall}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
    },
  };
}

/** The day so many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** How many days lie between two days. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}
