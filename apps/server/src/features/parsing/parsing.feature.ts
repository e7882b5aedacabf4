import { defineFeature } from '../../platform/feature.ts';
import { onContentDeleted } from '../file-storage/object.service.ts';
import { settleLostParses } from './orphaned-parses.service.ts';
import { forgetReadings } from './page-reading.service.ts';
import { parseDocumentJob } from './parse-document.job.ts';

export const parsingFeature = defineFeature({
  jobs: { 'document.parse': parseDocumentJob },
  maintenance: [{ name: 'orphaned parses', run: ({ database }) => settleLostParses(database) }],
  connections: [onContentDeleted.on(forgetReadings)],
});
