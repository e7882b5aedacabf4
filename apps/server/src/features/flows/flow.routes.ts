import {
  checkFlow,
  copyFlow,
  createFlow,
  deleteFlow,
  exportFlow,
  getFlow,
  getFlowVersion,
  importFlow,
  listFlowComponents,
  listFlows,
  listFlowTemplates,
  listFlowVersions,
  publishFlow,
  restoreFlowVersion,
  updateFlow,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  addFlow,
  changeFlow,
  duplicateFlow,
  findProblems,
  listComponents,
  listFlowsOf,
  readFlow,
  removeFlow,
} from './flow.service.ts';
import { exportFile, importFile } from './flow-file.service.ts';
import { listTemplates } from './flow-templates.ts';
import { listVersions, publish, readVersion, restoreVersion } from './flow-versions.service.ts';

export function flowRoutes(platform: Platform) {
  return [
    route(listFlowComponents, async ({ language }) => listComponents(language)),
    route(listFlowTemplates, async ({ language }) => listTemplates(language)),
    route(listFlows, ({ actor, query }) => listFlowsOf(platform, actor, query)),
    route(createFlow, ({ actor, body, language }) => addFlow(platform, actor, body, language)),
    route(getFlow, ({ actor, params }) => readFlow(platform, actor, params.flowId)),
    route(updateFlow, ({ actor, params, body }) => changeFlow(platform, actor, params.flowId, body)),
    route(copyFlow, ({ actor, params }) => duplicateFlow(platform, actor, params.flowId)),
    route(deleteFlow, async ({ actor, params, audit }) => {
      audit(await removeFlow(platform, actor, params.flowId));
    }),
    route(exportFlow, ({ actor, params }) => exportFile(platform, actor, params.flowId)),
    route(importFlow, ({ actor, body, language }) => importFile(platform, actor, body, language)),
    route(checkFlow, async ({ body }) => ({ problems: findProblems(body.graph) })),
    route(publishFlow, ({ actor, params, body }) => publish(platform, actor, params.flowId, body)),
    route(listFlowVersions, ({ actor, params, query }) =>
      listVersions(platform, actor, params.flowId, query),
    ),
    route(getFlowVersion, ({ actor, params }) => readVersion(platform, actor, params.flowId, params.number)),
    route(restoreFlowVersion, ({ actor, params }) =>
      restoreVersion(platform, actor, params.flowId, params.number),
    ),
  ];
}
