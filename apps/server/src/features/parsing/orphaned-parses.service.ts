import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { isOrphaned } from '../../platform/jobs/is-orphaned.ts';
import { updateParse } from '../documents/document.queries.ts';
import { documents } from '../documents/document.table.ts';

/**
 * Documents that count as being parsed though no job of theirs is left: its last attempt ended with
 * its process, and nobody was there to say so. They fail, so that a person can try again.
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
          isOrphaned(['document.parse'], { documentId: documents.id, version: documents.parseVersion }),
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
