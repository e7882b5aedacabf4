import { AppError, type BodyOf, type Flow, type publishFlow } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { type Authorized, authorize } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { flowPolicy } from './flow.policy.ts';
import { insertFlowVersion, listFlowVersionRows, lockFlow, updateFlowRow } from './flow.queries.ts';
import { hasProblems, loadFlow, loadVersion, presentFlow, readNames } from './flow.service.ts';
import type { FlowRow, FlowVersionRow } from './flow.table.ts';
import { checkCalledFlows } from './runs/called-flows.ts';

export function publish(
  { database }: Platform,
  actor: Actor,
  id: string,
  { note, revision }: BodyOf<typeof publishFlow>,
): Promise<Flow> {
  return database.withActor(actor, async (tx) => {
    const before = authorize(flowPolicy, actor, 'update', await lockFlow(tx, id));
    if (revision !== before.revision) throw new AppError('flow.changed_elsewhere');
    return presentFlow(tx, actor, await publishRow(tx, actor, before, note));
  });
}

async function publishRow(
  tx: Tx,
  actor: Actor,
  row: Authorized<FlowRow, 'update'>,
  note: string,
): Promise<FlowRow> {
  if (hasProblems(row.graph)) throw new AppError('flow.has_problems');
  await checkCalledFlows(tx, row, row.graph);
  const number = await insertFlowVersion(tx, row, { note, publishedBy: actor.accountId });
  return updateFlowRow(tx, row, { publishedVersion: number, publishedRevision: row.revision });
}

export function listVersions(
  { database }: Platform,
  actor: Actor,
  id: string,
  paging: { page: number; pageSize: number },
) {
  return database.withActor(actor, async (tx) => {
    const flow = await loadFlow(tx, actor, 'read', id);
    const { rows, total } = await listFlowVersionRows(tx, flow.id, paging);
    const names = await readNames(
      tx,
      rows.map(({ publishedBy }) => publishedBy),
    );
    return { items: rows.map((row) => presentVersion(row, names)), total };
  });
}

function presentVersion(row: FlowVersionRow, names: Map<string, string>) {
  return {
    number: row.number,
    note: row.note,
    publishedByName: names.get(row.publishedBy ?? '') ?? '',
    publishedAt: row.publishedAt.toISOString(),
    nodeCount: row.graph.nodes.length,
  };
}

export function readVersion({ database }: Platform, actor: Actor, id: string, number: number) {
  return database.withActor(actor, async (tx) => {
    const row = await loadVersion(tx, await loadFlow(tx, actor, 'read', id), number);
    const names = await readNames(tx, [row.publishedBy]);
    return { ...presentVersion(row, names), graph: row.graph };
  });
}

/** Publishes an earlier version again: the versions after it stay. */
export function restoreVersion(
  { database }: Platform,
  actor: Actor,
  id: string,
  number: number,
): Promise<Flow> {
  return database.withActor(actor, async (tx) => {
    const before = authorize(flowPolicy, actor, 'update', await lockFlow(tx, id));
    const { graph, note } = await loadVersion(tx, before, number);
    const row = await updateFlowRow(tx, before, {
      graph,
      revision: before.revision + 1,
      savedBy: actor.accountId,
    });
    return presentFlow(
      tx,
      actor,
      await publishRow(tx, actor, authorize(flowPolicy, actor, 'update', row), note),
    );
  });
}
