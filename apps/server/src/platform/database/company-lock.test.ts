import { expect, test } from 'vitest';
import { noteCompanyLock, refuseUnderCompanyLock } from './company-lock.ts';
import { afterCommit, trackTransaction } from './current-transaction.ts';

const store = refuseUnderCompanyLock('objects', {
  kind: 'memory',
  head: async (key: string) => key,
});

test('a port works outside transactions and in those without a company lock', async () => {
  expect(store.kind).toBe('memory');
  expect(await store.head('a')).toBe('a');
  expect(await trackTransaction(() => store.head('b'))).toBe('b');
});

test('it refuses calls once the transaction holds a lock, also from one inside it', async () => {
  await trackTransaction(async () => {
    await store.head('before');
    noteCompanyLock();
    expect(() => store.head('after')).toThrow(/objects\.head is called under a company's lock/);
    await trackTransaction(async () => {
      expect(() => store.head('inside')).toThrow(/company's lock/);
    });
  });
  expect(await store.head('later')).toBe('later');
});

test('work that outlives the transaction may use it', async () => {
  let outlive: Promise<string> | undefined;
  let release = () => {};
  const committed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await trackTransaction(async () => {
    noteCompanyLock();
    outlive = committed.then(() => store.head('late'));
  });
  release();
  expect(await outlive).toBe('late');
});

test('transactions at the same time do not share their locks', async () => {
  await Promise.all([
    trackTransaction(async () => {
      noteCompanyLock();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }),
    trackTransaction(async () => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      expect(await store.head('other')).toBe('other');
    }),
  ]);
});

test('what follows a commit is called after it, and not after a rollback', async () => {
  const order: string[] = [];
  await trackTransaction(async () => {
    afterCommit(() => order.push('after'));
    order.push('in');
  });
  await trackTransaction(async () => {
    afterCommit(() => order.push('never'));
    throw new Error('rolled back');
  }).catch(() => order.push('failed'));
  afterCommit(() => order.push('outside'));
  expect(order).toEqual(['in', 'after', 'failed', 'outside']);
});
