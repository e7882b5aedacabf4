import { newId, type Tx } from '../../platform/database/database.ts';
import type { QuotaToken } from '../../platform/quota.ts';
import { usageRecords } from './usage.table.ts';

export type Usage = Omit<typeof usageRecords.$inferInsert, 'id' | 'createdAt' | 'kind'>;

/** Appends a model call to the ledger, in the transaction that keeps its result: never lost, never twice. */
export async function recordModelCall(
  tx: Tx,
  kind: 'chat' | 'embedding' | 'rerank',
  usage: Usage,
): Promise<void> {
  await tx.insert(usageRecords).values({ id: newId(), kind, ...usage });
}

/** Appends a question; both request quotas must have been taken for it. */
export async function recordRequest(
  tx: Tx,
  usage: Usage,
  _places: [QuotaToken<'monthlyRequests'>, QuotaToken<'yearlyRequests'>],
): Promise<void> {
  await tx.insert(usageRecords).values({ id: newId(), kind: 'request', ...usage });
}
