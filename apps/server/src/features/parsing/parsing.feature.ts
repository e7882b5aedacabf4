import { defineFeature } from '../../platform/feature.ts';
import { parseJob, parseTogetherJob as parseTogetherJobName } from '../documents/request-parse.service.ts';
import { onContentsDeleted } from '../file-storage/object.service.ts';
import { deletePageReadings } from './page-reading.queries.ts';
import { parseDocumentJob } from './parse-document.job.ts';
import { parseRuns } from './parse-runs.ts';
import { parseTogetherJob } from './parse-together.job.ts';

export const parsingFeature = defineFeature({
  jobs: { [parseJob]: parseDocumentJob, [parseTogetherJobName]: parseTogetherJob },
  runs: [parseRuns],
  connections: [onContentsDeleted.on((_platform, tx, sha256s) => deletePageReadings(tx, sha256s))],
});
