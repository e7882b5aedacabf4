import { defineFeature } from '../../platform/feature.ts';
import { parseJob, parseTogetherJob as parseTogetherJobName } from '../documents/request-parse.service.ts';
import { onContentDeleted } from '../file-storage/object.service.ts';
import { deletePageReadings } from './page-reading.queries.ts';
import { parseDocumentJob } from './parse-document.job.ts';
import { parseRuns } from './parse-runs.ts';
import { parseTogetherJob } from './parse-together.job.ts';

export const parsingFeature = defineFeature({
  jobs: { [parseJob]: parseDocumentJob, [parseTogetherJobName]: parseTogetherJob },
  runs: [parseRuns],
  connections: [onContentDeleted.on((_platform, tx, sha256) => deletePageReadings(tx, sha256))],
});
