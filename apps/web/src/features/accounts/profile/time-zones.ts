/** `Europe/Paris` in July → 120: how far its clock is ahead of UTC, in minutes. */
export function findOffset(timeZone: string, at: Date): number {
  const name = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value;
  // “GMT” alone is Greenwich itself; some zones of old had seconds, which nobody needs.
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '');
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
}

/** 330 → “UTC+05:30”. */
export function formatOffset(minutes: number): string {
  const absolute = Math.abs(minutes);
  const clock = [Math.floor(absolute / 60), absolute % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return `UTC${minutes < 0 ? '−' : '+'}${clock}`;
}

export type TimeZone = { zone: string; label: string };

/** Every zone that the browser knows, from west to east; `current` also where it goes by an older name. */
export function listTimeZones(current: string, at: Date): TimeZone[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current])]
    .map((zone) => ({ zone, offset: findOffset(zone, at) }))
    .sort((a, b) => a.offset - b.offset || a.zone.localeCompare(b.zone, 'en'))
    .map(({ zone, offset }) => ({ zone, label: `${zone.replaceAll('_', ' ')} · ${formatOffset(offset)}` }));
}

/** What people type: “new york”, “+5:30”, “utc-3”. */
export function matchesTimeZone({ zone, label }: TimeZone, search: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll('−', '-').replaceAll('_', ' ');
  const wanted = plain(search)
    .trim()
    .replace(/([+-])(\d)(?=:|$)/, '$10$2');
  return `${plain(zone)} ${plain(label)}`.includes(wanted);
}
