import { defineFeature } from '../../platform/feature.ts';
import { onContentDeleted } from '../file-storage/object.service.ts';
import { deletePageReadings } from './page-reading.queries.ts';
import { parseDocumentJob } from './parse-document.job.ts';
import { parseRuns } from './parse-runs.ts';

export const parsingFeature = defineFeature({
  jobs: { 'document.parse': parseDocumentJob },
  runs: [parseRuns],
  connections: [onContentDeleted.on(deletePageReadings)],
});
