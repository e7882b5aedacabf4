import { defineFeature } from '../../platform/feature.ts';
import { deleteExpiredSessions } from './session.service.ts';
import { deleteOldAttempts } from './sign-in-guard.service.ts';

export const accountsFeature = defineFeature({
  maintenance: [
    { name: 'expired sessions', run: ({ database }) => deleteExpiredSessions(database) },
    { name: 'old sign-in attempts', run: ({ database }) => deleteOldAttempts(database) },
  ],
});
