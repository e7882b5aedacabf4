import { defineFeature } from '../../platform/feature.ts';
import { accountRoutes } from './account.routes.ts';
import { deleteOldChallenges } from './challenge.service.ts';
import { deleteExpiredSessions, findActorOfSession } from './session.service.ts';
import { deleteOldAttempts } from './sign-in-guard.service.ts';

export const accountsFeature = defineFeature({
  routes: accountRoutes,
  tokens: { lst: findActorOfSession },
  maintenance: [
    { name: 'expired sessions', run: ({ database }) => deleteExpiredSessions(database) },
    { name: 'old sign-in attempts', run: ({ database }) => deleteOldAttempts(database) },
    { name: 'old challenges', run: ({ database }) => deleteOldChallenges(database) },
  ],
});
