import { and, eq, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { activeRuns, cancelledRun } from '../../platform/runs/columns.ts';
import type { InKnowledgeBase } from '../knowledge-bases/knowledge-base.policy.ts';
import { findActiveKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import {
  type EvaluationQuestionRow,
  type EvaluationRunRow,
  type EvaluationSetRow,
  evaluationQuestions,
  evaluationResults,
  evaluationRuns,
  evaluationSets,
  type StoredExpectation,
  type StoredOutcome,
} from './evaluation.table.ts';

const unfinished = activeRuns(evaluationRuns);

/** A set with its knowledge base. */
export async function findEvaluationSet(
  tx: Tx,
  id: string,
  { lock }: { lock: boolean },
): Promise<InKnowledgeBase<EvaluationSetRow> | undefined> {
  const query = tx.select().from(evaluationSets).where(eq(evaluationSets.id, id));
  const [set] = await (lock ? query.for('update') : query);
  const knowledgeBase = set && (await findActiveKnowledgeBase(tx, set.knowledgeBaseId));
  return set && knowledgeBase && { ...set, knowledgeBase };
}

/** Serializes changes of a knowledge base's sets, so that their number and names are checked against the current rows. */
export async function lockEvaluationSets(tx: Tx, knowledgeBaseId: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`evaluation of ${knowledgeBaseId}`}, 0))`,
  );
}

export async function insertEvaluationSet(
  tx: Tx,
  values: typeof evaluationSets.$inferInsert,
): Promise<EvaluationSetRow> {
  const [row] = await tx.insert(evaluationSets).values(values).returning();
  return row as EvaluationSetRow;
}

export async function renameEvaluationSet(
  tx: Tx,
  set: Authorized<EvaluationSetRow, 'update'>,
  name: string,
): Promise<void> {
  await tx.update(evaluationSets).set({ name }).where(eq(evaluationSets.id, set.id));
}

/** Deletes its questions, runs and results too. A job that works on a run notices. */
export async function deleteEvaluationSet(
  tx: Tx,
  set: Authorized<EvaluationSetRow, 'delete'>,
): Promise<void> {
  await tx.delete(evaluationSets).where(eq(evaluationSets.id, set.id));
}

export async function insertEvaluationQuestion(
  tx: Tx,
  values: typeof evaluationQuestions.$inferInsert,
): Promise<EvaluationQuestionRow> {
  const [row] = await tx.insert(evaluationQuestions).values(values).returning();
  return row as EvaluationQuestionRow;
}

export async function updateEvaluationQuestionRow(
  tx: Tx,
  { id }: Authorized<EvaluationQuestionRow, 'update'>,
  changes: Partial<Pick<EvaluationQuestionRow, 'question' | 'expected' | 'facts' | 'refusal'>>,
): Promise<void> {
  await tx.update(evaluationQuestions).set(changes).where(eq(evaluationQuestions.id, id));
}

export async function deleteEvaluationQuestion(
  tx: Tx,
  { id }: Authorized<EvaluationQuestionRow, 'delete'>,
): Promise<void> {
  await tx.delete(evaluationQuestions).where(eq(evaluationQuestions.id, id));
}

/** A run with its questions as they are now. */
export async function insertEvaluationRun(
  tx: Tx,
  values: typeof evaluationRuns.$inferInsert,
  questions: { question: string; expected: StoredExpectation[] }[],
): Promise<EvaluationRunRow> {
  const [row] = await tx.insert(evaluationRuns).values(values).returning();
  const run = row as EvaluationRunRow;
  await tx.insert(evaluationResults).values(
    questions.map(({ question, expected }, position) => ({
      companyId: run.companyId,
      runId: run.id,
      position,
      question,
      expected,
    })),
  );
  return run;
}

/** Undefined if the run has already ended. The job notices within a second. */
export async function cancelEvaluationRun(
  tx: Tx,
  { id }: Authorized<EvaluationRunRow, 'update'>,
): Promise<EvaluationRunRow | undefined> {
  const [row] = await tx
    .update(evaluationRuns)
    .set(cancelledRun())
    .where(and(eq(evaluationRuns.id, id), unfinished))
    .returning();
  return row;
}

/** Deletes its results too. */
export async function deleteEvaluationRun(
  tx: Tx,
  { id }: Authorized<EvaluationRunRow, 'delete'>,
): Promise<void> {
  await tx.delete(evaluationRuns).where(eq(evaluationRuns.id, id));
}

/** False if the run has ended, was cancelled or deleted. */
export async function updateUnfinishedRun(
  tx: SystemTx,
  runId: string,
  changes: Partial<Omit<EvaluationRunRow, 'id' | 'companyId' | 'setId'>>,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(evaluationRuns)
    .set({ updatedAt: new Date(), ...changes })
    .where(and(eq(evaluationRuns.id, runId), unfinished));
  return rowCount === 1;
}

export async function updateEvaluationOutcomes(
  tx: SystemTx,
  runId: string,
  position: number,
  outcomes: StoredOutcome[],
): Promise<void> {
  await tx
    .update(evaluationResults)
    .set({ outcomes })
    .where(and(eq(evaluationResults.runId, runId), eq(evaluationResults.position, position)));
}

export async function lockEvaluationRun(tx: Tx, id: string): Promise<EvaluationRunRow | undefined> {
  const [row] = await tx.select().from(evaluationRuns).where(eq(evaluationRuns.id, id)).for('update');
  return row;
}

export async function findKnowledgeBaseOfRun(tx: Tx, id: string): Promise<KnowledgeBaseRow | undefined> {
  const [row] = await tx
    .select({ knowledgeBaseId: evaluationSets.knowledgeBaseId })
    .from(evaluationRuns)
    .innerJoin(evaluationSets, eq(evaluationSets.id, evaluationRuns.setId))
    .where(eq(evaluationRuns.id, id));
  return row && findActiveKnowledgeBase(tx, row.knowledgeBaseId);
}
