import { defineFeature } from '../../platform/feature.ts';
import { onMemberRemoved } from '../companies/member.service.ts';
import { onKnowledgeBaseMadePrivate } from '../knowledge-bases/knowledge-base.service.ts';
import { mcpToolUsers } from '../mcp-connections/mcp-connection.queries.ts';
import { modelUses } from '../models/model.service.ts';
import {
  countAssistants,
  deleteAssistantMember,
  listAssistantsUsingModel,
  listAssistantsUsingTools,
} from './assistant.queries.ts';
import { assistantRoutes } from './assistant.routes.ts';
import { withdrawFromAssistants } from './withdrawn-knowledge-base.service.ts';

export const assistantsFeature = defineFeature({
  routes: assistantRoutes,
  quotas: { assistants: countAssistants },
  connections: [
    onMemberRemoved.on(deleteAssistantMember),
    onKnowledgeBaseMadePrivate.on(withdrawFromAssistants),
    modelUses.on(listAssistantsUsingModel),
    mcpToolUsers.on(listAssistantsUsingTools),
  ],
});
