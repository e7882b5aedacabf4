import { expect, it } from 'vitest';
import { fromCron, toCron } from './cron.ts';

it.each([
  ['30 * * * *', 'hourly'],
  ['5 6 * * *', 'daily'],
  ['0 22 * * 1,3', 'weekly'],
  ['0 6 1 * *', 'cron'],
  ['0 6 * * 1-5', 'cron'],
  ['*/15 * * * *', 'cron'],
  ['0 * * * 1', 'cron'],
])('%s is read as %s, and written again', (cron, repeat) => {
  const time = fromCron(cron);
  expect([time.repeat, toCron(time)]).toEqual([repeat, cron]);
});
