import { type CurrentTransaction, findCurrentTransaction } from './current-transaction.ts';

/** Called by whoever has locked a company's row in the current transaction. */
export function noteCompanyLock(): void {
  const transaction = findCurrentTransaction();
  if (transaction) transaction.companyLocked = true;
}

function isCompanyLocked(transaction: CurrentTransaction | undefined): boolean {
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
        if (isCompanyLocked(findCurrentTransaction()))
          throw new Error(`${name}.${String(key)} is called under a company's lock`);
        return value.apply(target, args);
      };
    },
  });
}
