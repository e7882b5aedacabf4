import { defineFeature } from '../../platform/feature.ts';
import { countApiTokens } from './api-token.queries.ts';
import { apiTokenRoutes } from './api-token.routes.ts';
import { findActorOfApiToken } from './api-token.service.ts';

export const apiTokensFeature = defineFeature({
  routes: apiTokenRoutes,
  tokens: { lat: findActorOfApiToken },
  quotas: { iframes: countApiTokens },
});
