export type DayGroup = 'pinned' | 'today' | 'yesterday' | 'week' | 'month' | 'older';
const order: DayGroup[] = ['pinned', 'today', 'yesterday', 'week', 'month', 'older'];

/** The calendar day in a time zone, as days since 1970. */
function dayNumber(moment: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return Date.parse(`${parts.format(moment)}T00:00:00Z`) / 86_400_000;
}

/** Groups what is pinned, and what was used today, yesterday, in the last 7 and 30 days and before, as the calendar of `timeZone` has it. */
export function groupByDay<T extends { updatedAt: string; pinned?: boolean }>(
  items: readonly T[],
  now: Date,
  timeZone: string,
): { group: DayGroup; items: T[] }[] {
  const today = dayNumber(now, timeZone);
  const groups = new Map<DayGroup, T[]>();
  for (const item of items) {
    const age = today - dayNumber(new Date(item.updatedAt), timeZone);
    const group = item.pinned
      ? 'pinned'
      : age <= 0
        ? 'today'
        : age === 1
          ? 'yesterday'
          : age < 7
            ? 'week'
            : age < 30
              ? 'month'
              : 'older';
    groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  return order.flatMap((group) => {
    const members = groups.get(group);
    return members ? [{ group, items: members }] : [];
  });
}
