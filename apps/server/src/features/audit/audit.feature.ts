import { auditPort, refusedSignInPort } from '../../platform/audit-port.ts';
import { defineFeature } from '../../platform/feature.ts';
import { insertRefusedSignIn } from './audit.queries.ts';
import { auditRoutes } from './audit.routes.ts';
import { beginAudit } from './audit.service.ts';

export const auditFeature = defineFeature({
  routes: auditRoutes,
  connections: [auditPort.implement(beginAudit), refusedSignInPort.implement(insertRefusedSignIn)],
});
