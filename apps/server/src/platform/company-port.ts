import type { QuotaKey } from '@lectern/contract';
import type { Tx } from './database/database.ts';
import { definePort } from './hooks.ts';

export type CompanyState = 'active' | 'disabled' | 'deleted';

/** What the platform asks about a company. The feature that owns the companies answers. */
export const companyPort = definePort<{
  /** Locks the row until the transaction ends. Rows that refer to the company can be inserted meanwhile. */
  lock: (tx: Tx, companyId: string) => Promise<void>;
  /** The limits that its package sets, in the package's own units; null for none. Throws `company.not_found`. */
  readLimits: (tx: Tx, companyId: string) => Promise<Record<QuotaKey, number | null>>;
  readState: (tx: Tx, companyId: string) => Promise<CompanyState>;
}>('companies');
