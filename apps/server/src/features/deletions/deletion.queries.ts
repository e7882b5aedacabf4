import type { GoneNoun } from '@lectern/contract';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { deletions } from './deletion.table.ts';

const keptFor = '90 days';

/** To be called in the transaction that deletes them. They may be many: the ids are one parameter. */
export async function rememberDeleted(
  tx: Tx,
  noun: GoneNoun,
  rows: { id: string; companyId: string }[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const ids = JSON.stringify(rows.map(({ id }) => id));
  await tx.execute(
    sql`insert into ${deletions} (id, company_id, noun)
        select given::uuid, ${first.companyId}, ${noun} from jsonb_array_elements_text(${ids}::jsonb) given
        on conflict do nothing`,
  );
}

/** Whether one of these ids was such a thing of the transaction's company. */
export async function wasDeleted(tx: Tx, noun: GoneNoun, ids: string[]): Promise<boolean> {
  const [row] = await tx
    .select({ id: deletions.id })
    .from(deletions)
    .where(and(inArray(deletions.id, ids), eq(deletions.noun, noun)))
    .limit(1);
  return row !== undefined;
}

export async function forgetOldDeletions(tx: SystemTx): Promise<void> {
  await tx.delete(deletions).where(lt(deletions.deletedAt, sql`now() - ${keptFor}::interval`));
}
