import {
  AppError,
  type BodyOf,
  type EvaluationRun,
  evaluationLimits,
  type Language,
  type listEvaluationRuns,
  type QueryOf,
  retrievalSettings,
  type startEvaluationRun,
} from '@lectern/contract';
import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isActive } from '../../platform/runs/columns.ts';
import { presentRunError } from '../../platform/runs/present-run.ts';
import { readOwnerNames } from '../accounts/owner-names.service.ts';
import { documents } from '../documents/document.table.ts';
import { checkModel } from '../models/model.service.ts';
import { evaluationRunPolicy } from './evaluation.policy.ts';
import {
  cancelEvaluationRun,
  deleteEvaluationRun,
  findEvaluationSet,
  insertEvaluationRun,
} from './evaluation.queries.ts';
import {
  type EvaluationRunRow,
  type EvaluationSetRow,
  evaluationQuestions,
  evaluationResults,
  evaluationRuns,
} from './evaluation.table.ts';
import { readNames } from './evaluation-question.service.ts';
import { loadSet } from './evaluation-set.service.ts';

export type EvaluationRunId = { companyId: string; runId: string };

export function listRuns(
  { database }: Platform,
  actor: Actor,
  setId: string,
  { page, pageSize }: QueryOf<typeof listEvaluationRuns>,
  language: Language,
) {
  return database.withActor(actor, async (tx) => {
    const set = await loadSet(tx, actor, 'read', setId);
    const [total] = await tx
      .select({ count: count() })
      .from(evaluationRuns)
      .where(eq(evaluationRuns.setId, set.id));
    const rows = await tx
      .select()
      .from(evaluationRuns)
      .where(eq(evaluationRuns.setId, set.id))
      .orderBy(desc(evaluationRuns.createdAt), desc(evaluationRuns.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize);
    return { items: await presentRuns(tx, rows, language), total: total?.count ?? 0 };
  });
}

/** Copies the questions as they are now, and enqueues the job in the same commit. */
export function startRun(
  { database, jobs }: Platform,
  actor: Actor,
  setId: string,
  { variants }: BodyOf<typeof startEvaluationRun>,
  language: Language,
): Promise<EvaluationRun> {
  return database.withActor(actor, async (tx) => {
    const set = await loadSet(tx, actor, 'update', setId);
    const before = await tx
      .select({ state: evaluationRuns.state })
      .from(evaluationRuns)
      .where(eq(evaluationRuns.setId, set.id));
    if (before.some(isActive)) throw new AppError('evaluation.running');
    if (before.length >= evaluationLimits.maxRuns)
      throw new AppError('evaluation.too_many_runs', { max: evaluationLimits.maxRuns });
    for (const { settings } of variants)
      if (settings.rerankModelId) await checkModel(tx, settings.rerankModelId, 'rerank');
    const { questions, leftOut } = await readAskable(tx, set);
    if (questions.length === 0) throw new AppError('evaluation.no_questions');
    const [size] = await tx
      .select({ documents: count(), chunks: sql<number>`coalesce(sum(${documents.chunkCount}), 0)::int` })
      .from(documents)
      .where(and(eq(documents.knowledgeBaseId, set.knowledgeBaseId), isNull(documents.deletedAt)));
    const run = await insertEvaluationRun(
      tx,
      {
        id: newId(),
        companyId: actor.companyId,
        setId: set.id,
        ownerId: actor.accountId,
        variants: variants.map((variant) => ({ ...variant, figures: null })),
        documentCount: size?.documents ?? 0,
        chunkCount: size?.chunks ?? 0,
        leftOut,
      },
      questions,
    );
    await jobs.enqueue<EvaluationRunId>(tx, 'evaluation.run', { companyId: actor.companyId, runId: run.id });
    return presentRun(tx, run, language);
  });
}

/**
 * Questions with their expectations of existing documents; questions whose documents are gone are only counted. Those
 * that expect no document are for answers.
 */
async function readAskable(tx: Tx, set: EvaluationSetRow) {
  const rows = await tx
    .select()
    .from(evaluationQuestions)
    .where(
      and(
        eq(evaluationQuestions.setId, set.id),
        sql`jsonb_array_length(${evaluationQuestions.expected}) > 0`,
      ),
    )
    .orderBy(asc(evaluationQuestions.createdAt), asc(evaluationQuestions.id));
  const names = await readNames(
    tx,
    set,
    rows.flatMap(({ expected }) => expected.map(({ documentId }) => documentId)),
  );
  const questions = rows.flatMap(({ question, expected }) => {
    const existing = expected.flatMap((one) => {
      const documentName = names.get(one.documentId);
      return documentName === undefined ? [] : [{ ...one, documentName }];
    });
    return existing.length > 0 ? [{ question, expected: existing }] : [];
  });
  return { questions, leftOut: rows.length - questions.length };
}

export function readRun({ database }: Platform, actor: Actor, id: string, language: Language) {
  return database.withActor(actor, async (tx) =>
    presentRun(tx, await loadRun(tx, actor, 'read', id), language),
  );
}

export function listResults({ database }: Platform, actor: Actor, id: string) {
  return database.withActor(actor, async (tx) => {
    const run = await loadRun(tx, actor, 'read', id);
    const rows = await tx
      .select()
      .from(evaluationResults)
      .where(eq(evaluationResults.runId, run.id))
      .orderBy(asc(evaluationResults.position));
    return {
      items: rows.map(({ question, expected, outcomes }) => ({
        question,
        expected,
        outcomes: outcomes ?? [],
      })),
    };
  });
}

export function cancelRun({ database }: Platform, actor: Actor, id: string, language: Language) {
  return database.withActor(actor, async (tx) => {
    const row = await cancelEvaluationRun(tx, await loadRun(tx, actor, 'update', id));
    if (!row) throw new AppError('evaluation.not_running');
    return presentRun(tx, row, language);
  });
}

/** Returns the name of its set. */
export function deleteRun({ database }: Platform, actor: Actor, id: string): Promise<string> {
  return database.withActor(actor, async (tx) => {
    const run = await loadRun(tx, actor, 'delete', id);
    await deleteEvaluationRun(tx, run);
    return run.setName;
  });
}

/** The run with its set's name; the set is locked if the run is to be changed. */
async function loadRun<Action extends 'read' | 'update' | 'delete'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
) {
  const [run] = await tx.select().from(evaluationRuns).where(eq(evaluationRuns.id, id));
  const set = run && (await findEvaluationSet(tx, run.setId, { lock: action !== 'read' }));
  const found = set && { ...run, setName: set.name, knowledgeBase: set.knowledgeBase };
  return authorize(evaluationRunPolicy, actor, action, found);
}

async function presentRun(tx: Tx, row: EvaluationRunRow, language: Language): Promise<EvaluationRun> {
  const [presented] = await presentRuns(tx, [row], language);
  return presented as EvaluationRun;
}

async function presentRuns(tx: Tx, rows: EvaluationRunRow[], language: Language): Promise<EvaluationRun[]> {
  if (rows.length === 0) return [];
  const progress = await tx
    .select({
      runId: evaluationResults.runId,
      total: count(),
      done: count(evaluationResults.outcomes),
    })
    .from(evaluationResults)
    .where(
      inArray(
        evaluationResults.runId,
        rows.map(({ id }) => id),
      ),
    )
    .groupBy(evaluationResults.runId);
  const owners = await readOwnerNames(tx, rows);
  return rows.map((row) => {
    const { done = 0, total = 0 } = progress.find(({ runId }) => runId === row.id) ?? {};
    return {
      id: row.id,
      evaluationSetId: row.setId,
      state: row.state,
      done,
      total,
      variants: row.variants.map((variant) => ({
        ...variant,
        // Runs from before a setting existed used its default.
        settings: retrievalSettings.parse(variant.settings),
      })),
      documentCount: row.documentCount,
      chunkCount: row.chunkCount,
      leftOut: row.leftOut,
      ownerName: owners.get(row.ownerId) ?? '',
      error: presentRunError(row, language),
      createdAt: row.createdAt.toISOString(),
      finishedAt: row.finishedAt?.toISOString() ?? null,
    };
  });
}
