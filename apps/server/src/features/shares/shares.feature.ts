import { defineFeature } from '../../platform/feature.ts';
import { onMemberRemoved } from '../companies/member.service.ts';
import { deleteSharesOfMember } from './share.queries.ts';
import { shareRoutes } from './share.routes.ts';

export const sharesFeature = defineFeature({
  routes: shareRoutes,
  connections: [onMemberRemoved.on(deleteSharesOfMember)],
});
