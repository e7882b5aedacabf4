/** How often a schedule repeats, as its form asks for it. Everything else is written as cron. */
export const repeats = ['hourly', 'daily', 'weekly', 'cron'] as const;

export type ScheduleTime = {
  repeat: (typeof repeats)[number];
  /** `HH:MM`; of an hourly one, the minutes count. */
  time: string;
  /** Of a weekly one: 0 is Sunday. */
  days: string[];
  cron: string;
};

export function toCron({ repeat, time, days, cron }: ScheduleTime): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  switch (repeat) {
    case 'hourly':
      return `${minute} * * * *`;
    case 'daily':
      return `${minute} ${hour} * * *`;
    case 'weekly':
      return `${minute} ${hour} * * ${[...days].sort().join(',') || '1'}`;
    case 'cron':
      return cron.trim();
  }
}

export function fromCron(cron: string): ScheduleTime {
  const read = /^(\d{1,2}) (\*|\d{1,2}) \* \* (\*|[0-6](?:,[0-6])*)$/.exec(cron.trim());
  const [, minute = '0', hour = '*', days = '*'] = read ?? [];
  const time = `${(hour === '*' ? '0' : hour).padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (!read || (hour === '*' && days !== '*')) return { repeat: 'cron', time: '06:00', days: ['1'], cron };
  if (hour === '*') return { repeat: 'hourly', time, days: ['1'], cron };
  return days === '*'
    ? { repeat: 'daily', time, days: ['1'], cron }
    : { repeat: 'weekly', time, days: days.split(','), cron };
}
