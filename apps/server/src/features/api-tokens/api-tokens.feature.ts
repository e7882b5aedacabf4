import { defineFeature } from '../../platform/feature.ts';
import { onMemberRemoved } from '../companies/member.service.ts';
import { onApiTokensEnded } from '../sign-in/change-password.service.ts';
import { countApiTokens, deleteApiTokensOfAccount, deleteApiTokensOfMember } from './api-token.queries.ts';
import { apiTokenRoutes } from './api-token.routes.ts';
import { findActorOfApiToken } from './api-token.service.ts';

export const apiTokensFeature = defineFeature({
  routes: apiTokenRoutes,
  tokens: { lat: findActorOfApiToken },
  quotas: { iframes: countApiTokens },
  connections: [onMemberRemoved.on(deleteApiTokensOfMember), onApiTokensEnded.on(deleteApiTokensOfAccount)],
});
