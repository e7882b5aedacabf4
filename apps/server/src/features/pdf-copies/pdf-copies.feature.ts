import { defineFeature } from '../../platform/feature.ts';
import { objectUses } from '../../platform/reconcile.ts';
import { onContentsDeleted } from '../file-storage/object.service.ts';
import { makePdfCopyJobOf } from './make-pdf-copy.job.ts';
import { isPdfCopyUsed } from './pdf-copy.queries.ts';
import { dropPdfCopies, evictUnusedPdfCopies, makePdfCopyJob } from './pdf-copy.service.ts';

/** Office files as pages, for whoever looks at them. */
export const pdfCopiesFeature = defineFeature({
  jobs: { [makePdfCopyJob]: makePdfCopyJobOf },
  maintenance: [{ name: 'unused PDF copies', everyMs: 3600_000, run: evictUnusedPdfCopies }],
  connections: [objectUses.on(isPdfCopyUsed), onContentsDeleted.on(dropPdfCopies)],
});
