import { AsyncLocalStorage } from 'node:async_hooks';

type Transaction = { companyLocked: boolean; outer: Transaction | undefined };

const transactions = new AsyncLocalStorage<Transaction>();

/** Runs one transaction, from `begin` to `commit`, so that a company's lock in it is known to what it calls. */
export async function trackTransaction<T>(run: () => Promise<T>): Promise<T> {
  const transaction: Transaction = { companyLocked: false, outer: transactions.getStore() };
  try {
    return await transactions.run(transaction, run);
  } finally {
    transaction.companyLocked = false;
  }
}

/** Called by whoever has locked a company's row in the current transaction. */
export function noteCompanyLock(): void {
  const transaction = transactions.getStore();
  if (transaction) transaction.companyLocked = true;
}

function isCompanyLocked(transaction: Transaction | undefined): boolean {
  return transaction !== undefined && (transaction.companyLocked || isCompanyLocked(transaction.outer));
}

/**
 * A port to the network whose calls throw while the caller's transaction holds a company's lock: every upload and
 * question of the company waits for that lock, and would wait for the network too.
 */
export function refuseUnderCompanyLock<Port extends object>(name: string, port: Port): Port {
  return new Proxy(port, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (isCompanyLocked(transactions.getStore()))
          throw new Error(`${name}.${String(key)} is called under a company's lock`);
        return value.apply(target, args);
      };
    },
  });
}
