import { defineFeature } from '../../platform/feature.ts';
import { countAssistants } from './assistant.queries.ts';
import { assistantRoutes } from './assistant.routes.ts';

export const assistantsFeature = defineFeature({
  routes: assistantRoutes,
  quotas: { assistants: countAssistants },
});
