import { AsyncLocalStorage } from 'node:async_hooks';

export type CurrentTransaction = {
  companyLocked: boolean;
  outer: CurrentTransaction | undefined;
  afterCommit: (() => void)[];
};

const transactions = new AsyncLocalStorage<CurrentTransaction>();

/** Runs one transaction, from `begin` to `commit`, so that what is called in it knows it. */
export async function trackTransaction<T>(run: () => Promise<T>): Promise<T> {
  const transaction: CurrentTransaction = {
    companyLocked: false,
    outer: transactions.getStore(),
    afterCommit: [],
  };
  let result: T;
  try {
    result = await transactions.run(transaction, run);
  } finally {
    transaction.companyLocked = false;
  }
  for (const callback of transaction.afterCommit) callback();
  return result;
}

export function findCurrentTransaction(): CurrentTransaction | undefined {
  return transactions.getStore();
}

/** Calls back once the current transaction is committed, and never if it is rolled back. */
export function afterCommit(callback: () => void): void {
  const transaction = transactions.getStore();
  if (transaction) transaction.afterCommit.push(callback);
  else callback();
}
