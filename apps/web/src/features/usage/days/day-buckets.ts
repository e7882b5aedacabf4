import type { UsageReport } from '@lectern/contract';
import { addDays } from '../filters/usage-range.ts';

type Day = UsageReport['days'][number];
export type Bucket = Pick<
  Day,
  'requests' | 'failed' | 'promptTokens' | 'completionTokens' | 'embeddingTokens' | 'cost'
> & { from: string; to: string };

function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** What one bar of the chart represents: a day, or beyond `mostDays` a week from Monday on. */
export function bucketDays(
  days: readonly Day[],
  mostDays: number,
): { unit: 'day' | 'week'; buckets: Bucket[] } {
  if (days.length <= mostDays)
    return { unit: 'day', buckets: days.map((day) => ({ ...day, from: day.day, to: day.day })) };
  const weeks = new Map<string, Bucket>();
  for (const day of days) {
    const monday = mondayOf(day.day);
    const week = weeks.get(monday);
    weeks.set(monday, week ? add(week, day) : { ...day, from: day.day, to: day.day });
  }
  return { unit: 'week', buckets: [...weeks.values()] };
}

function add(week: Bucket, day: Day): Bucket {
  return {
    from: week.from,
    to: day.day,
    requests: week.requests + day.requests,
    failed: week.failed + day.failed,
    promptTokens: week.promptTokens + day.promptTokens,
    completionTokens: week.completionTokens + day.completionTokens,
    embeddingTokens: week.embeddingTokens + day.embeddingTokens,
    cost: week.cost + day.cost,
  };
}
