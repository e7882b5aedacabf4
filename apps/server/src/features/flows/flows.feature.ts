import { defineFeature } from '../../platform/feature.ts';
import { runKindOf } from '../../platform/runs/orphans.ts';
import { flowPort } from '../assistants/flow-port.ts';
import { flowAnswerPort } from '../conversations/answers/flow-answer-port.ts';
import { mcpToolUsers } from '../mcp-connections/mcp-connection.queries.ts';
import { flowNamesPort } from '../usage/flow-names-port.ts';
import { answerByFlow } from './chat/answer-by-flow.ts';
import { checkFlowToAnswer, describeFlows, listBasesOfFlow } from './chat/describe-flows.ts';
import { flowCredentialRoutes } from './credentials/flow-credential.routes.ts';
import { existsFlow, listFlowsUsingTools, nameOfFlow } from './flow.queries.ts';
import { flowRoutes } from './flow.routes.ts';
import { flowRunRoutes } from './runs/flow-run.routes.ts';
import { flowRuns } from './runs/flow-run.table.ts';
import { maintainFlowRuns } from './runs/maintain-runs.ts';
import { runFlowJob } from './runs/run-flow.job.ts';
import { flowTriggerRoutes } from './triggers/flow-trigger.routes.ts';
import { maintainFlowTriggers } from './triggers/maintain-triggers.ts';

export const flowsFeature = defineFeature({
  routes: (platform) => {
    const runs = flowRunRoutes(platform);
    return {
      routes: [
        ...flowRoutes(platform),
        ...flowCredentialRoutes(platform),
        ...flowTriggerRoutes(platform, runs.executor),
        ...runs.routes,
      ],
      close: runs.close,
    };
  },
  connections: [
    flowPort.implement({
      check: checkFlowToAnswer,
      describe: describeFlows,
      listKnowledgeBases: listBasesOfFlow,
    }),
    flowAnswerPort.implement({ answer: answerByFlow }),
    mcpToolUsers.on(listFlowsUsingTools),
    flowNamesPort.implement({ nameOf: nameOfFlow, exists: existsFlow }),
  ],
  maintenance: [
    { name: 'flow triggers', run: (platform) => maintainFlowTriggers(platform) },
    { name: 'old flow runs', everyMs: 3600_000, run: (platform) => maintainFlowRuns(platform) },
  ],
  jobs: { 'flow.run': runFlowJob },
  runs: [
    runKindOf(flowRuns, {
      name: 'flow runs',
      jobs: ['flow.run'],
      key: { runId: flowRuns.id },
      error: 'server.error',
    }),
  ],
});
