import { expect, it } from 'vitest';
import { inTime, MissingCodeError } from './route-errors.ts';

it('tells code that is missing from code that does not come', async () => {
  const late = await inTime(new Promise(() => {}), 1).catch(
    (cause) => new MissingCodeError('/knowledge', cause),
  );
  expect(late).toMatchObject({ late: true, part: 'script' });
  const gone = await inTime(Promise.reject(new Error('404')), 1_000).catch(
    (cause) => new MissingCodeError('/', cause),
  );
  expect(gone).toMatchObject({ late: false, part: 'script' });
  expect(new MissingCodeError('/', new Error('Unable to preload CSS for /a.css')).part).toBe('style');
  expect(await inTime(Promise.resolve('code'), 1_000)).toBe('code');
});
