import { AppError, flowTriggerLimits } from '@lectern/contract';
import { CronExpressionParser } from 'cron-parser';

/** Starts looked at to tell how often a schedule runs. */
const lookedAt = 12;

/** When a schedule starts next after `from`. Throws where it never does, cannot be read or is too frequent. */
export function nextStart({ cron, timeZone }: { cron: string; timeZone: string }, from: Date): Date {
  // Five places: one of six would be seconds.
  if (cron.trim().split(/\s+/).length !== 5) throw new AppError('flow_trigger.wrong_schedule');
  const starts = readStarts(cron, timeZone, from);
  const [first] = starts;
  if (!first) throw new AppError('flow_trigger.wrong_schedule');
  const least = flowTriggerLimits.leastMinutesBetween;
  for (const [i, start] of starts.entries()) {
    const before = starts[i - 1];
    if (before && start.getTime() - before.getTime() < least * 60_000)
      throw new AppError('flow_trigger.too_often', { minutes: least });
  }
  return first;
}

function readStarts(cron: string, timeZone: string, from: Date): Date[] {
  try {
    const expression = CronExpressionParser.parse(cron, { currentDate: from, tz: timeZone });
    return expression.take(lookedAt).map((start) => start.toDate());
  } catch (cause) {
    throw new AppError('flow_trigger.wrong_schedule', {}, { cause });
  }
}
