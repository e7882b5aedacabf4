import {
  answerFlowRun,
  cancelFlowRun,
  deleteFlowRun,
  getFlowRun,
  listFlowRuns,
  startFlowRun,
  watchFlowRun,
} from '@lectern/contract';
import { route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  answerRun,
  cancelRun,
  createExecutor,
  listRuns,
  readRun,
  removeRun,
  startRun,
} from './flow-run.service.ts';
import { liveRunsOf } from './live-runs.ts';
import { watchRun } from './watch-run.ts';

export function flowRunRoutes(platform: Platform) {
  const executor = createExecutor(platform, liveRunsOf(platform));
  return {
    routes: [
      route(startFlowRun, ({ actor, params, body, language }) =>
        startRun(platform, executor, actor, params.flowId, body, language),
      ),
      route(listFlowRuns, ({ actor, params, query, language }) =>
        listRuns(platform, actor, params.flowId, query, language),
      ),
      route(getFlowRun, ({ actor, params, language }) =>
        readRun(platform, actor, params.flowRunId, language),
      ),
      route(watchFlowRun, async ({ actor, params, language, signal }) => {
        // Before the stream begins, so that a foreign id is a status and not an event.
        await readRun(platform, actor, params.flowRunId, language);
        return watchRun(platform, executor.live, actor, params.flowRunId, language, signal);
      }),
      route(answerFlowRun, ({ actor, params, body, language }) =>
        answerRun(platform, executor, actor, params.flowRunId, body, language),
      ),
      route(cancelFlowRun, ({ actor, params, language }) =>
        cancelRun(platform, executor, actor, params.flowRunId, language),
      ),
      route(deleteFlowRun, ({ actor, params }) => removeRun(platform, actor, params.flowRunId)),
    ],
    executor,
    close: executor.close,
  };
}
