import { deletionPort } from '../../platform/deletion-port.ts';
import { defineFeature } from '../../platform/feature.ts';
import { forgetOldDeletions, wasDeleted } from './deletion.queries.ts';

export const deletionsFeature = defineFeature({
  maintenance: [
    {
      name: 'old deletions',
      everyMs: 6 * 3600_000,
      run: ({ database }) => database.asSystem('deletions of every company', forgetOldDeletions),
    },
  ],
  connections: [deletionPort.implement({ wasDeleted })],
});
