import { defineFeature } from '../../platform/feature.ts';
import { onAssistantDeleted } from '../assistants/assistant.service.ts';
import { visitorPort } from '../conversations/visitors/visitor-port.ts';
import { endVisits } from './visits/end-visits.service.ts';
import { registerFramePage } from './visits/frame-page.ts';
import { visitorRoutes } from './visits/visitor.routes.ts';
import { findActorOfVisitor, recheckVisitors } from './visits/visitor-actor.ts';
import { takeVisitorQuestion } from './visits/visitor-limits.ts';
import { countWidgets, deleteWidgetsOfAssistant } from './widget.queries.ts';
import { widgetRoutes } from './widget.routes.ts';

export const widgetsFeature = defineFeature({
  routes: (platform) => [...widgetRoutes(platform), ...visitorRoutes(platform)],
  plugin: registerFramePage,
  tokens: { lvt: findActorOfVisitor },
  quotas: { iframes: countWidgets },
  maintenance: [{ name: 'visits that have ended', everyMs: 3_600_000, run: endVisits }],
  connections: [
    visitorPort.implement({ recheck: recheckVisitors, takeQuestion: takeVisitorQuestion }),
    onAssistantDeleted.on(deleteWidgetsOfAssistant),
  ],
});
