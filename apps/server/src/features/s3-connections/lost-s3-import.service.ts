import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { isOrphaned } from '../../platform/jobs/is-orphaned.ts';
import { s3Imports } from './s3-connection.table.ts';

/**
 * Imports that count as going on though no job of theirs is left: its last attempt ended with its process. They fail,
 * so that a person can begin another, which finds what this one brought.
 */
export async function settleLostS3Imports(database: Database): Promise<number> {
  const lost = await database.acrossCompanies('imports of processes that died, of every company', (tx) =>
    tx
      .update(s3Imports)
      .set({ status: 'failed', finishedAt: new Date(), errorCode: 's3.import_failed' })
      .where(and(eq(s3Imports.status, 'in_progress'), isOrphaned(['s3.import'], { importId: s3Imports.id })))
      .returning({ id: s3Imports.id }),
  );
  return lost.length;
}
