import { and, eq, isNull } from 'drizzle-orm';
import type { SystemTx } from '../../platform/database/database.ts';
import { defineRunKind, isOrphaned } from '../../platform/runs/orphans.ts';
import { updateParse } from '../documents/document.queries.ts';
import { documents } from '../documents/document.table.ts';
import { parseJobs } from '../documents/request-parse.service.ts';
import { onParseEnded } from './parse-ended.ts';

async function failOrphan(
  tx: SystemTx,
  companyId: string,
  parse: { documentId: string; version: number },
): Promise<void> {
  const failed = { status: 'fail', stage: null, waitingReason: null, errorCode: 'parsing.failed' } as const;
  if (await updateParse(tx, parse, failed))
    await onParseEnded.run(tx, { companyId, documentIds: [parse.documentId], outcome: 'failed' });
}

/** A document is its own run of parsing: its columns hold more than the progress of a run. */
export const parseRuns = defineRunKind({
  name: 'parses',
  find: (tx) =>
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
          isOrphaned([...parseJobs], { documentId: documents.id, version: documents.parseVersion }),
        ),
      ),
  fail: ({ database }, { companyId, ...parse }) =>
    database.withCompany(companyId, (tx) => failOrphan(tx, companyId, parse)),
});
