import { and, eq, isNull } from 'drizzle-orm';
import { defineRunKind, isOrphaned } from '../../platform/runs/orphans.ts';
import { updateParse } from '../documents/document.queries.ts';
import { documents } from '../documents/document.table.ts';
import { parseJobs } from '../documents/request-parse.service.ts';

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
    database.withCompany(companyId, (tx) =>
      updateParse(tx, parse, {
        status: 'fail',
        stage: null,
        waitingReason: null,
        errorCode: 'parsing.failed',
      }),
    ),
});
