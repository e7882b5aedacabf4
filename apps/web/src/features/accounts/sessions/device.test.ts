import { expect, it } from 'vitest';
import { describeDevice } from './device.ts';

it('names browser, system and kind', () => {
  expect(
    describeDevice(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    ),
  ).toEqual({ browser: 'Chrome 140', system: 'Windows', kind: 'desktop' });
  expect(
    describeDevice(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    ),
  ).toEqual({ browser: 'Safari 18', system: 'iOS', kind: 'mobile' });
});

it('says nothing of what it does not know', () => {
  expect(describeDevice(null)).toEqual({ browser: '', system: '', kind: 'unknown' });
  expect(describeDevice('my-script')).toMatchObject({ system: '', kind: 'unknown' });
});
