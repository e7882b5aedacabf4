import { describe, expect, it } from 'vitest';
import { findOffset, formatOffset, listTimeZones, matchesTimeZone } from './time-zones.ts';

const july = new Date('2026-07-01T12:00:00Z');
const january = new Date('2026-01-01T12:00:00Z');

describe('offset of a time zone', () => {
  it('follows summer time, halves and quarters of an hour, and both signs', () => {
    expect(findOffset('Europe/Paris', january)).toBe(60);
    expect(findOffset('Europe/Paris', july)).toBe(120);
    expect(findOffset('Asia/Kolkata', july)).toBe(330);
    expect(findOffset('Asia/Kathmandu', july)).toBe(345);
    expect(findOffset('America/St_Johns', january)).toBe(-210);
    expect(findOffset('UTC', july)).toBe(0);
  });

  it('is written as people know it', () => {
    expect(formatOffset(120)).toBe('UTC+02:00');
    expect(formatOffset(-210)).toBe('UTC−03:30');
    expect(formatOffset(0)).toBe('UTC+00:00');
  });
});

describe('list of time zones', () => {
  it('goes from west to east and keeps one that goes by an older name', () => {
    const zones = listTimeZones('America/Montreal', july);
    expect(zones.filter(({ zone }) => zone === 'America/Montreal')).toHaveLength(1);
    const place = (wanted: string) => zones.findIndex(({ zone }) => zone === wanted);
    expect(place('America/New_York')).toBeLessThan(place('UTC'));
    expect(place('UTC')).toBeLessThan(place('Asia/Tokyo'));
  });

  it('is searched by place and by offset', () => {
    const zone = { zone: 'America/New_York', label: 'America/New York · UTC−04:00' };
    for (const search of ['new york', 'New_York', 'america/', 'UTC-4', 'utc−04', '-04:00'])
      expect(matchesTimeZone(zone, search), search).toBe(true);
    expect(matchesTimeZone(zone, 'paris')).toBe(false);
  });
});
