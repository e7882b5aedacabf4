import { defineFeature } from '../../platform/feature.ts';
import { onMemberRemoved } from '../companies/member.service.ts';
import { modelUses } from '../models/model.service.ts';
import { countAssistants, deleteAssistantMember, listAssistantsUsingModel } from './assistant.queries.ts';
import { assistantRoutes } from './assistant.routes.ts';

export const assistantsFeature = defineFeature({
  routes: assistantRoutes,
  quotas: { assistants: countAssistants },
  connections: [onMemberRemoved.on(deleteAssistantMember), modelUses.on(listAssistantsUsingModel)],
});
