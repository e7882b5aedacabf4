import { expect, it } from 'vitest';
import type { Platform } from '../../../platform/platform.ts';
import { liveRunsOf } from './live-runs.ts';

it('tells whoever follows a run of the work of the requests and jobs of this process, and when it ends', async () => {
  const platform = {} as Platform;
  const [ofRequests, ofJobs] = [liveRunsOf(platform), liveRunsOf(platform)];
  const heard: unknown[] = [];
  const leave = ofRequests.listen('run', (event) => heard.push(event === 'changed' ? event : event.type));
  await ofJobs.during('run', async () => {
    expect(ofRequests.isHere('run')).toBe(true);
    // The request's attempt may end while the job's goes on.
    await ofRequests.during('run', async () => {});
    expect(ofRequests.isHere('run')).toBe(true);
    ofJobs.emit('run', { type: 'delta', text: 'a' });
  });
  expect(ofRequests.isHere('run')).toBe(false);
  await expect(ofJobs.during('run', () => Promise.reject(new Error('lost its lease')))).rejects.toThrow(
    'lost',
  );
  expect(ofRequests.isHere('run')).toBe(false);
  expect(heard).toEqual(['changed', 'delta', 'changed', 'changed']);
  leave();
  expect(liveRunsOf({} as Platform)).not.toBe(ofRequests);
});
