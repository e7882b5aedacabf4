import { defineFeature } from '../../platform/feature.ts';
import { deleteOldChallenges } from './challenge.service.ts';
import { findActorOfSession } from './own-session.service.ts';
import { signInRoutes } from './sign-in.routes.ts';

export const signInFeature = defineFeature({
  routes: signInRoutes,
  tokens: { lst: findActorOfSession },
  maintenance: [{ name: 'old challenges', run: ({ database }) => deleteOldChallenges(database) }],
});
