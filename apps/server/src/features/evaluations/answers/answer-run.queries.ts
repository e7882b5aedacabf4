import { and, asc, count, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Authorized } from '../../../platform/authorized.ts';
import { newId, type SystemTx, type Tx } from '../../../platform/database/database.ts';
import { activeRuns, cancelledRun } from '../../../platform/runs/columns.ts';
import { findAssistant } from '../../assistants/assistant.queries.ts';
import type { AssistantRow } from '../../assistants/assistant.table.ts';
import type { EvaluationQuestionRow } from '../evaluation.table.ts';
import {
  type AnswerResultRow,
  type AnswerRunRow,
  answerResults,
  answerRuns,
  type KeptCall,
  type StoredAnswerOutcome,
} from './answer-run.table.ts';

const unfinished = activeRuns(answerRuns);

export async function listAnswerRunRows(
  tx: Tx,
  { id }: Authorized<AssistantRow, 'update'>,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: AnswerRunRow[]; total: number }> {
  const where = eq(answerRuns.assistantId, id);
  const [total] = await tx.select({ count: count() }).from(answerRuns).where(where);
  const rows = await tx
    .select()
    .from(answerRuns)
    .where(where)
    .orderBy(desc(answerRuns.createdAt), desc(answerRuns.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { rows, total: total?.count ?? 0 };
}

export async function countAnswerRuns(tx: Tx, assistantId: string) {
  const ofAssistant = eq(answerRuns.assistantId, assistantId);
  const [all] = await tx.select({ count: count() }).from(answerRuns).where(ofAssistant);
  const [active] = await tx.select({ count: count() }).from(answerRuns).where(and(ofAssistant, unfinished));
  return { all: all?.count ?? 0, active: active?.count ?? 0 };
}

/** The versions of an assistant that runs asked. */
export async function listVersionsAsked(
  tx: Tx,
  { id }: Authorized<AssistantRow, 'update'>,
): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ version: answerRuns.version })
    .from(answerRuns)
    .where(eq(answerRuns.assistantId, id));
  return rows.map(({ version }) => version);
}

export async function findAnswerRun(tx: Tx, id: string): Promise<AnswerRunRow | undefined> {
  const [row] = await tx.select().from(answerRuns).where(eq(answerRuns.id, id));
  return row;
}

export async function lockAnswerRun(tx: Tx, id: string): Promise<AnswerRunRow | undefined> {
  const [row] = await tx.select().from(answerRuns).where(eq(answerRuns.id, id)).for('update');
  return row;
}

/** Without it nobody can be asked. */
export async function findAssistantOfRun(tx: Tx, id: string): Promise<AssistantRow | undefined> {
  const row = await findAnswerRun(tx, id);
  return row && findAssistant(tx, row.assistantId);
}

/** A run with its questions as they are now. */
export async function insertAnswerRun(
  tx: Tx,
  { id: assistantId, companyId }: Authorized<AssistantRow, 'update'>,
  values: Pick<AnswerRunRow, 'id' | 'setId' | 'ownerId' | 'fromDraft' | 'version' | 'settings' | 'judge'>,
  questions: Pick<EvaluationQuestionRow, 'question' | 'expected' | 'facts' | 'refusal'>[],
): Promise<AnswerRunRow> {
  const [row] = await tx
    .insert(answerRuns)
    .values({ ...values, assistantId, companyId })
    .returning();
  const run = row as AnswerRunRow;
  await tx.insert(answerResults).values(
    questions.map(({ question, expected, facts, refusal }, position) => ({
      ...{ companyId, position, question, expected, facts, refusal },
      runId: run.id,
      answerId: newId(),
    })),
  );
  return run;
}

export function listAnswerResultRows(tx: Tx, runId: string): Promise<AnswerResultRow[]> {
  return tx
    .select()
    .from(answerResults)
    .where(eq(answerResults.runId, runId))
    .orderBy(asc(answerResults.position));
}

export function countAnswerResults(tx: Tx, runIds: string[]) {
  return tx
    .select({ runId: answerResults.runId, total: count(), done: count(answerResults.outcome) })
    .from(answerResults)
    .where(inArray(answerResults.runId, runIds))
    .groupBy(answerResults.runId);
}

/** Undefined if the run has already ended. The job notices within a second. */
export async function cancelAnswerRunRow(
  tx: Tx,
  { id }: Authorized<AnswerRunRow, 'update'>,
): Promise<AnswerRunRow | undefined> {
  const [row] = await tx
    .update(answerRuns)
    .set(cancelledRun())
    .where(and(eq(answerRuns.id, id), unfinished))
    .returning();
  return row;
}

/** Deletes its results too. */
export async function deleteAnswerRunRow(tx: Tx, { id }: Authorized<AnswerRunRow, 'delete'>): Promise<void> {
  await tx.delete(answerRuns).where(eq(answerRuns.id, id));
}

/** False if the run has ended, was cancelled or deleted. */
export async function updateUnfinishedAnswerRun(
  tx: SystemTx,
  runId: string,
  changes: Partial<Omit<AnswerRunRow, 'id' | 'companyId' | 'setId' | 'assistantId'>>,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(answerRuns)
    .set({ updatedAt: new Date(), ...changes })
    .where(and(eq(answerRuns.id, runId), unfinished));
  return rowCount === 1;
}

export async function updateAnswerOutcome(
  tx: SystemTx,
  { runId, position }: Pick<AnswerResultRow, 'runId' | 'position'>,
  outcome: StoredAnswerOutcome,
): Promise<void> {
  await tx
    .update(answerResults)
    .set({ outcome, call: null })
    .where(and(eq(answerResults.runId, runId), eq(answerResults.position, position)));
}

export async function updateKeptCall(
  tx: SystemTx,
  { runId, position }: Pick<AnswerResultRow, 'runId' | 'position'>,
  call: KeptCall | null,
): Promise<void> {
  await tx
    .update(answerResults)
    .set({ call })
    .where(and(eq(answerResults.runId, runId), eq(answerResults.position, position)));
}

export async function setKeptTokens(
  tx: SystemTx,
  { runId, position }: Pick<AnswerResultRow, 'runId' | 'position'>,
  tokens: Pick<KeptCall, 'promptTokens' | 'completionTokens'>,
): Promise<void> {
  await tx
    .update(answerResults)
    .set({ call: sql`${answerResults.call} || ${JSON.stringify(tokens)}::jsonb` })
    .where(and(eq(answerResults.runId, runId), eq(answerResults.position, position)));
}

/** All that a process is writing, in one statement. */
export async function touchKeptCalls(
  tx: SystemTx,
  calls: (Pick<AnswerResultRow, 'runId' | 'position'> & Pick<KeptCall, 'completionTokens'>)[],
): Promise<void> {
  await tx.execute(sql`
    update ${answerResults} set call = jsonb_set(call, '{completionTokens}', to_jsonb(part."completionTokens"))
    from jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) as part("runId" uuid, position int, "completionTokens" int)
    where ${answerResults.runId} = part."runId" and ${answerResults.position} = part.position and call is not null`);
}

export function listKeptCalls(tx: SystemTx, runId: string): Promise<AnswerResultRow[]> {
  return tx
    .select()
    .from(answerResults)
    .where(and(eq(answerResults.runId, runId), isNotNull(answerResults.call)))
    .for('update');
}
