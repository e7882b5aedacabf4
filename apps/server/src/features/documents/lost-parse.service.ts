import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { updateParse } from './document.queries.ts';
import { documents } from './document.table.ts';

/**
 * Documents that count as being parsed though no job of theirs is left: its last attempt ended with
 * its process, and nobody was there to say so. They fail, so that a person can try again. Row and
 * job come into being in one transaction, so that one statement tells the lost from the new.
 */
export async function settleLostParses(database: Database): Promise<number> {
  const lost = await database.acrossCompanies('parses of processes that died, of every company', (tx) =>
    tx
      .select({
        companyId: documents.companyId,
        documentId: documents.id,
        version: documents.parseVersion,
      })
      .from(documents)
      .where(
        and(
          eq(documents.status, 'parsing'),
          isNull(documents.deletedAt),
          sql`not exists (
            select from pgboss.job where name = 'document.parse' and state in ('created', 'retry', 'active')
              and data->>'documentId' = ${documents.id}::text
              and (data->>'version')::int = ${documents.parseVersion})`,
        ),
      ),
  );
  for (const { companyId, ...parse } of lost)
    await database.withCompany(companyId, (tx) =>
      updateParse(tx, parse, {
        status: 'fail',
        stage: null,
        waitingReason: null,
        errorCode: 'parsing.failed',
      }),
    );
  return lost.length;
}
