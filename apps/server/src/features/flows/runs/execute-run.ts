import { AppError } from '@lectern/contract';
import { flowComponents, runFlow } from '@lectern/flow';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import { authorizeSystem } from '../../../platform/authorized.ts';
import type { SystemTx } from '../../../platform/database/database.ts';
import { together } from '../../../platform/database/together.ts';
import type { Platform } from '../../../platform/platform.ts';
import { failedRun, finishedRun, isActive } from '../../../platform/runs/columns.ts';
import {
  type Lease,
  type LeasedRun,
  type LeasedWork,
  openLeasedRun,
  takeLease,
} from '../../../platform/runs/leased-run.ts';
import { JobObsoleteError } from '../../../platform/runs/watch-work.ts';
import { readActingMember } from '../../companies/acting-member.service.ts';
import { completeLostAnswer } from '../../conversations/answers/end-answers.service.ts';
import { resultOf } from '../chat/run-result.ts';
import {
  type FlowOfRun,
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

type Run = LeasedRun<FlowRunRow, 'running', FlowOfRun>;

const workOf = ({ companyId, runId }: FlowRunId): LeasedWork<FlowRunRow, 'running', FlowOfRun> => ({
  companyId,
  noun: 'flow run',
  table: flowRuns,
  which: eq(flowRuns.id, runId),
  lock: (tx) => lockFlowRun(tx, runId),
  findSubject: (tx) => findFlowOfRun(tx, runId),
  isDue: isActive,
  shares: { running: [0, 100] },
});

/** A run that this process carries out, with all that its first step needs. */
export type TakenRun = { lease: Lease<FlowRunRow, FlowOfRun>; start: Awaited<ReturnType<typeof readStart>> };

function readStart(tx: SystemTx, { row, subject }: Lease<FlowRunRow, FlowOfRun>) {
  const { companyId, accountId } = row;
  return together([readActing(tx, { companyId, accountId }, subject), listFlowStepRows(tx, row.id, true)]);
}

/** Who runs a flow, and whose rights its steps read with. */
export function readActing(
  tx: SystemTx,
  { companyId, accountId }: Pick<FlowRunRow, 'companyId' | 'accountId'>,
  { ownerId }: FlowOfRun,
) {
  return together([readActingMember(tx, companyId, accountId), readActingMember(tx, companyId, ownerId)]);
}

/** Takes a run in the caller's transaction; throws as `takeLease` does. */
export async function takeFlowRun(tx: SystemTx, id: FlowRunId): Promise<TakenRun> {
  const lease = await takeLease(tx, workOf(id));
  return { lease, start: await readStart(tx, lease) };
}

/**
 * Carries a run on from its stored steps until it ends, waits or fails. Whoever calls it — the request that started the
 * run, or the job behind it — only one attempt holds the lease; who has taken it already gives it.
 */
export function executeRun(
  platform: Platform,
  live: LiveRuns,
  id: FlowRunId,
  outer: AbortSignal,
  taken?: TakenRun,
): Promise<void> {
  return live.during(id.runId, () => attemptRun(platform, live, id, outer, taken));
}

async function attemptRun(
  platform: Platform,
  live: LiveRuns,
  id: FlowRunId,
  outer: AbortSignal,
  given: TakenRun | undefined,
): Promise<void> {
  const { companyId, runId } = id;
  const take = () =>
    platform.database
      .withCompany(companyId, (tx) => takeFlowRun(tx, id))
      .catch((error) => {
        if (error instanceof JobObsoleteError) return undefined;
        throw error;
      });
  const taken = given ?? (await take());
  if (!taken) return;
  const run: Run | undefined = await openLeasedRun(platform, workOf(id), outer, taken.lease);
  await run?.carryOut(() => carryOn(platform, live, run, taken.start), {
    onFailure: async (error) => {
      platform.log.error({ event: 'flow_run.failed', runId }, error);
      const code = error instanceof AppError ? error.code : 'server.error';
      await platform.database.withCompany(companyId, (tx) => updateRunOfJob(tx, runId, failedRun({ code })));
    },
  });
}

async function carryOn(
  platform: Platform,
  live: LiveRuns,
  { companyId, row, signal, write }: Run,
  [[actor, owner], stored]: TakenRun['start'],
): Promise<void> {
  if (!actor || !owner) throw new AppError('auth.no_company');
  // Whose run it is, is known of the row alone: the token that began it may be gone when a job carries it on.
  const caller: Actor = row.source === 'api' ? { ...actor, via: 'api_token' } : actor;
  const byKey = new Map(stored.map(toStep).map((step) => [step.key, step]));
  const end = await runFlow({
    graph: row.graph,
    components: flowComponents,
    steps: byKey,
    state: row.memory,
    store: {
      commit: ({ steps: changed, replaced, state }) =>
        write(async (tx) => {
          await together([
            writeFlowSteps(tx, authorizeSystem(tx, row), changed, replaced),
            updateRunOfJob(tx, row.id, { memory: state }),
          ]);
        }),
    },
    services: (usage, ending) =>
      createFlowServices(platform, { run: row, actor: caller, owner, signal: ending }, usage),
    signal,
    language: row.language,
    writeAfterMs: 50,
    runId: row.id,
    calledBy: [row.flowId],
    on: (event) => live.emit(row.id, event),
    ...(row.breakpoints.length > 0 ? { breakpoints: new Set(row.breakpoints) } : {}),
    ...(row.onlyNode === null ? {} : { onlyNode: row.onlyNode }),
  });
  await write(async (tx) => {
    await together([
      updateRunOfJob(tx, row.id, {
        memory: row.memory,
        ...(end.status === 'finished' ? finishedRun() : {}),
        ...(end.status === 'waiting' ? { state: 'waiting' as const, leaseId: null } : {}),
        ...(end.status === 'failed'
          ? { ...failedRun(asRunFailure(end.failure)), failedNode: end.nodeId }
          : {}),
      }),
      // There is nothing left for it to do.
      platform.jobs.withdraw<FlowRunId>(tx, 'flow.run', { companyId, runId: row.id }),
    ]);
    if (row.answerId !== null && end.status !== 'failed')
      await completeLostAnswer(tx, row.answerId, resultOf(row, byKey.values()));
  });
}

function asRunFailure({ code, detail }: { code: string; detail?: string | undefined }) {
  return { code: code as AppError['code'], ...(detail === undefined ? {} : { detail }) };
}
