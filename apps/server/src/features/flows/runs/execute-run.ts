import { AppError } from '@lectern/contract';
import { flowComponents, runFlow } from '@lectern/flow';
import { eq } from 'drizzle-orm';
import { authorizeSystem } from '../../../platform/authorized.ts';
import { together } from '../../../platform/database/together.ts';
import type { Platform } from '../../../platform/platform.ts';
import { failedRun, finishedRun, isActive } from '../../../platform/runs/columns.ts';
import { type LeasedRun, openLeasedRun } from '../../../platform/runs/leased-run.ts';
import { readActingMember } from '../../companies/acting-member.service.ts';
import { completeLostAnswer } from '../../conversations/answers/end-answers.service.ts';
import { resultOf } from '../chat/run-result.ts';
import type { FlowRow } from '../flow.table.ts';
import {
  findFlowOfRun,
  listFlowStepRows,
  lockFlowRun,
  toStep,
  updateRunOfJob,
  writeFlowSteps,
} from './flow-run.queries.ts';
import { type FlowRunRow, flowRuns } from './flow-run.table.ts';
import { createFlowServices } from './flow-services.ts';
import type { LiveRuns } from './live-runs.ts';

export type FlowRunId = { companyId: string; runId: string };

type Run = LeasedRun<FlowRunRow, 'running', FlowRow>;

/**
 * Carries a run on from its stored steps until it ends, waits or fails. Whoever calls it — the request that started the
 * run, or the job behind it — only one attempt holds the lease.
 */
export function executeRun(
  platform: Platform,
  live: LiveRuns,
  id: FlowRunId,
  outer: AbortSignal,
): Promise<void> {
  return live.during(id.runId, () => attemptRun(platform, live, id, outer));
}

async function attemptRun(
  platform: Platform,
  live: LiveRuns,
  { companyId, runId }: FlowRunId,
  outer: AbortSignal,
): Promise<void> {
  const run: Run | undefined = await openLeasedRun<FlowRunRow, 'running', FlowRow>(
    platform,
    {
      companyId,
      noun: 'flow run',
      table: flowRuns,
      which: eq(flowRuns.id, runId),
      lock: (tx) => lockFlowRun(tx, runId),
      findSubject: (tx) => findFlowOfRun(tx, runId),
      isDue: isActive,
      shares: { running: [0, 100] },
    },
    outer,
  );
  await run?.carryOut(() => carryOn(platform, live, run), {
    onFailure: async (error) => {
      platform.log.error({ event: 'flow_run.failed', runId }, error);
      const code = error instanceof AppError ? error.code : 'server.error';
      await platform.database.withCompany(companyId, (tx) => updateRunOfJob(tx, runId, failedRun({ code })));
    },
  });
}

async function carryOn(platform: Platform, live: LiveRuns, run: Run): Promise<void> {
  const { companyId, row, subject, signal } = run;
  const [actor, owner, stored] = await platform.database.withCompany(companyId, (tx) =>
    together([
      readActingMember(tx, companyId, row.accountId),
      readActingMember(tx, companyId, subject.ownerId),
      listFlowStepRows(tx, row.id, true),
    ]),
  );
  if (!actor || !owner) throw new AppError('auth.no_company');
  const byKey = new Map(stored.map(toStep).map((step) => [step.key, step]));
  const end = await runFlow({
    graph: row.graph,
    components: flowComponents,
    steps: byKey,
    state: row.memory,
    store: {
      commit: ({ steps: changed, replaced, state }) =>
        run.write(async (tx) => {
          await together([
            writeFlowSteps(tx, authorizeSystem(tx, row), changed, replaced),
            updateRunOfJob(tx, row.id, { memory: state }),
          ]);
        }),
    },
    services: (usage, ending) =>
      createFlowServices(platform, { run: row, actor, owner, signal: ending }, usage),
    signal,
    language: row.language,
    runId: row.id,
    calledBy: [row.flowId],
    on: (event) => live.emit(row.id, event),
    ...(row.breakpoints.length > 0 ? { breakpoints: new Set(row.breakpoints) } : {}),
    ...(row.onlyNode === null ? {} : { onlyNode: row.onlyNode }),
  });
  await run.write(async (tx) => {
    await updateRunOfJob(tx, row.id, {
      memory: row.memory,
      ...(end.status === 'finished' ? finishedRun() : {}),
      ...(end.status === 'waiting' ? { state: 'waiting' as const, leaseId: null } : {}),
      ...(end.status === 'failed' ? { ...failedRun(asRunFailure(end.failure)), failedNode: end.nodeId } : {}),
    });
    if (row.answerId !== null && end.status !== 'failed')
      await completeLostAnswer(tx, row.answerId, resultOf(row, byKey.values()));
  });
}

function asRunFailure({ code, detail }: { code: string; detail?: string | undefined }) {
  return { code: code as AppError['code'], ...(detail === undefined ? {} : { detail }) };
}
