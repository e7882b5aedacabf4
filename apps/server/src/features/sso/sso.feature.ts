import { defineFeature } from '../../platform/feature.ts';
import { registerSsoCallback, ssoRoutes } from './sso.routes.ts';
import { deleteExpiredAttempts } from './sso-sign-in.service.ts';

export const ssoFeature = defineFeature({
  routes: ssoRoutes,
  plugin: registerSsoCallback,
  maintenance: [{ name: 'expired sign-ins', run: ({ database }) => deleteExpiredAttempts(database) }],
});
