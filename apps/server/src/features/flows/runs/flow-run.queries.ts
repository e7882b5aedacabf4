import type { Step } from '@lectern/flow';
import { and, count, desc, eq, getTableColumns, ilike, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Authorized } from '../../../platform/authorized.ts';
import { cleanText } from '../../../platform/database/clean-text.ts';
import type { SystemTx, Tx } from '../../../platform/database/database.ts';
import { likePattern } from '../../../platform/database/like-pattern.ts';
import { activeRuns } from '../../../platform/runs/columns.ts';
import { type FlowRow, flows } from '../flow.table.ts';
import { type FlowRunRow, type FlowStepRow, flowRunSteps, flowRuns } from './flow-run.table.ts';

export async function findFlowRun(tx: Tx, id: string): Promise<FlowRunRow | undefined> {
  const [row] = await tx.select().from(flowRuns).where(eq(flowRuns.id, id));
  return row;
}

export type FlowOfRun = Pick<FlowRow, 'id' | 'ownerId'>;

export async function findFlowOfRun(tx: Tx, runId: string): Promise<FlowOfRun | undefined> {
  const [row] = await tx
    .select({ id: flows.id, ownerId: flows.ownerId })
    .from(flows)
    .innerJoin(flowRuns, eq(flowRuns.flowId, flows.id))
    .where(eq(flowRuns.id, runId));
  return row;
}

export async function lockFlowRun(tx: Tx, id: string): Promise<FlowRunRow | undefined> {
  const [row] = await tx.select().from(flowRuns).where(eq(flowRuns.id, id)).for('update');
  return row;
}

export function countActiveFlowRuns(tx: Tx): Promise<number> {
  return tx.$count(flowRuns, activeRuns(flowRuns));
}

/** A run as lists show it: without its graph, which may be large. */
export type ListedRun = Omit<FlowRunRow, 'graph'>;

type RunFilter = {
  search?: string | undefined;
  state?: FlowRunRow['state'] | undefined;
  source?: FlowRunRow['source'] | undefined;
  version?: 'draft' | number | undefined;
};

/** Whether somebody wrote or was shown a text. */
const mentions = (pattern: string) =>
  or(
    ilike(flowRuns.question, pattern),
    ilike(sql`${flowRuns.memory} ->> 'question'`, pattern),
    sql`exists (select from jsonb_array_elements((${flowRuns.memory} -> 'posts') || (${flowRuns.memory} -> 'history')) said
      where coalesce(said ->> 'text', said ->> 'content') ilike ${pattern})`,
  );

/** Another one after each write to the run; undefined once it is deleted. */
export async function findFlowRunStamp(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ state: flowRuns.state, at: sql<string>`${flowRuns.updatedAt}::text` })
    .from(flowRuns)
    .where(eq(flowRuns.id, id));
  return row && `${row.state} ${row.at}`;
}

export async function listFlowRunRows(
  tx: Tx,
  flowId: string,
  { search, state, source, version, page, pageSize }: RunFilter & { page: number; pageSize: number },
): Promise<{ rows: ListedRun[]; total: number }> {
  const where = and(
    eq(flowRuns.flowId, flowId),
    state === undefined ? undefined : eq(flowRuns.state, state),
    source === undefined ? undefined : eq(flowRuns.source, source),
    version === 'draft' ? isNull(flowRuns.version) : undefined,
    typeof version === 'number' ? eq(flowRuns.version, version) : undefined,
    search ? mentions(likePattern(search)) : undefined,
  );
  const [total] = await tx.select({ count: count() }).from(flowRuns).where(where);
  const { graph: _, ...columns } = getTableColumns(flowRuns);
  const rows = await tx
    .select(columns)
    .from(flowRuns)
    .where(where)
    .orderBy(desc(flowRuns.createdAt), desc(flowRuns.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { rows, total: total?.count ?? 0 };
}

export function listFlowStepRows(tx: Tx, runId: string, onlyCurrent = false): Promise<FlowStepRow[]> {
  return tx
    .select()
    .from(flowRunSteps)
    .where(and(eq(flowRunSteps.runId, runId), onlyCurrent ? eq(flowRunSteps.current, true) : undefined))
    .orderBy(flowRunSteps.startedAt, flowRunSteps.key);
}

export async function insertFlowRun(tx: Tx, values: typeof flowRuns.$inferInsert): Promise<FlowRunRow> {
  const [row] = await tx.insert(flowRuns).values(values).returning();
  return row as FlowRunRow;
}

/** Without its lease it is nobody's: whoever wrote it before stops within a second. */
export async function updateFlowRunRow(
  tx: Tx,
  { id }: Authorized<FlowRunRow, 'update'>,
  changes: Partial<typeof flowRuns.$inferInsert>,
): Promise<FlowRunRow> {
  const [row] = await tx
    .update(flowRuns)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(flowRuns.id, id))
    .returning();
  return row as FlowRunRow;
}

export async function deleteFlowRunRow(tx: Tx, { id }: Authorized<FlowRunRow, 'delete'>): Promise<void> {
  await tx.delete(flowRuns).where(eq(flowRuns.id, id));
}

/** Of every company: runs that ended before, with their traces. Returns how many; call it until there are none. */
export async function deleteEndedRuns(tx: SystemTx, before: Date): Promise<number> {
  const ended = tx
    .select({ id: flowRuns.id })
    .from(flowRuns)
    .where(and(inArray(flowRuns.state, ['finished', 'failed', 'cancelled']), lt(flowRuns.updatedAt, before)))
    .limit(500);
  const deleted = await tx.delete(flowRuns).where(inArray(flowRuns.id, ended)).returning({ id: flowRuns.id });
  return deleted.length;
}

export async function updateRunOfJob(
  tx: SystemTx,
  id: string,
  changes: Partial<typeof flowRuns.$inferInsert>,
): Promise<void> {
  await tx
    .update(flowRuns)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(flowRuns.id, id));
}

/** JSON of a step: a model may send what the database refuses. */
function clean<T>(value: T): T {
  const text = JSON.stringify(value);
  return text.includes('\\u0000') || /\\ud[89a-f]/i.test(text) ? JSON.parse(cleanJson(text)) : value;
}

function cleanJson(text: string): string {
  return JSON.stringify(JSON.parse(text), (_, value) =>
    typeof value === 'string' ? cleanText(value) : value,
  );
}

function toRow(run: Pick<FlowRunRow, 'id' | 'companyId'>, step: Step): typeof flowRunSteps.$inferInsert {
  return {
    ...step,
    runId: run.id,
    companyId: run.companyId,
    current: true,
    inputs: clean(step.inputs),
    outputs: clean(step.outputs),
    citations: clean(step.citations),
    journal: clean(step.journal),
    startedAt: new Date(step.startedAt),
    finishedAt: step.finishedAt === null ? null : new Date(step.finishedAt),
  };
}

const excluded = (name: string) => sql.raw(`excluded.${name}`);

/** Writes steps as they are now, and marks others as history. */
export async function writeFlowSteps(
  tx: Tx,
  run: Authorized<Pick<FlowRunRow, 'id' | 'companyId'>, 'update'>,
  steps: Step[],
  replaced: string[] = [],
): Promise<void> {
  if (steps.length > 0)
    await tx
      .insert(flowRunSteps)
      .values(steps.map((step) => toRow(run, step)))
      .onConflictDoUpdate({
        target: [flowRunSteps.runId, flowRunSteps.key],
        set: {
          status: excluded('status'),
          stale: excluded('stale'),
          port: excluded('port'),
          inputs: excluded('inputs'),
          outputs: excluded('outputs'),
          citations: excluded('citations'),
          failure: excluded('failure'),
          awaits: excluded('awaits'),
          attempts: excluded('attempts'),
          journal: excluded('journal'),
          tokens: excluded('tokens'),
          price: excluded('price'),
          models: excluded('models'),
          finishedAt: excluded('finished_at'),
        },
      });
  if (replaced.length > 0)
    await tx
      .update(flowRunSteps)
      .set({ current: false })
      .where(and(eq(flowRunSteps.runId, run.id), inArray(flowRunSteps.key, replaced)));
}

export function toStep(row: FlowStepRow): Step {
  const { runId: _, companyId: __, current: ___, startedAt, finishedAt, ...step } = row;
  return { ...step, startedAt: startedAt.getTime(), finishedAt: finishedAt?.getTime() ?? null };
}
