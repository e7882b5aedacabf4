import { defineFeature } from '../../platform/feature.ts';
import { onMemberRemoved } from '../companies/member.service.ts';
import { deleteIdentity } from './sso.queries.ts';
import { registerSsoCallback, ssoRoutes } from './sso.routes.ts';
import { deleteExpiredAttempts } from './sso-sign-in.service.ts';

export const singleSignOnFeature = defineFeature({
  routes: ssoRoutes,
  plugin: registerSsoCallback,
  connections: [onMemberRemoved.on(deleteIdentity)],
  maintenance: [{ name: 'expired sign-ins', run: ({ database }) => deleteExpiredAttempts(database) }],
});
