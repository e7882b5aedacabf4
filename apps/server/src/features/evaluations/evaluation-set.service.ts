import { AppError, type EvaluationSet, evaluationLimits } from '@lectern/contract';
import { and, asc, count, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import { evaluationSetPolicy } from './evaluation.policy.ts';
import {
  deleteEvaluationSet,
  findEvaluationSet,
  insertEvaluationSet,
  lockEvaluationSets,
  renameEvaluationSet,
} from './evaluation.queries.ts';
import {
  type EvaluationSetRow,
  evaluationQuestions,
  evaluationRuns,
  evaluationSets,
} from './evaluation.table.ts';

/** The set, locked if it is to be changed. */
export async function loadSet<Action extends 'read' | 'update' | 'delete'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
) {
  const set = await findEvaluationSet(tx, id, { lock: action !== 'read' });
  return authorize(evaluationSetPolicy, actor, action, set);
}

export function listSets({ database }: Platform, actor: Actor, knowledgeBaseId: string) {
  return database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'read', knowledgeBaseId);
    const rows = await tx
      .select()
      .from(evaluationSets)
      .where(eq(evaluationSets.knowledgeBaseId, base.id))
      .orderBy(asc(sql`lower(${evaluationSets.name})`), asc(evaluationSets.id));
    return { items: await presentSets(tx, rows) };
  });
}

export function createSet({ database }: Platform, actor: Actor, knowledgeBaseId: string, name: string) {
  return database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'update', knowledgeBaseId);
    await lockEvaluationSets(tx, base.id);
    const [total] = await tx
      .select({ count: count() })
      .from(evaluationSets)
      .where(eq(evaluationSets.knowledgeBaseId, base.id));
    if ((total?.count ?? 0) >= evaluationLimits.maxSets)
      throw new AppError('evaluation.too_many_sets', { max: evaluationLimits.maxSets });
    await checkName(tx, base.id, name);
    const row = await insertEvaluationSet(tx, {
      id: newId(),
      companyId: actor.companyId,
      knowledgeBaseId: base.id,
      name,
    });
    return presentSet(tx, row);
  });
}

export function renameSet({ database }: Platform, actor: Actor, id: string, name: string) {
  return database.withActor(actor, async (tx) => {
    const set = await loadSet(tx, actor, 'update', id);
    await lockEvaluationSets(tx, set.knowledgeBaseId);
    await checkName(tx, set.knowledgeBaseId, name, id);
    await renameEvaluationSet(tx, set, name);
    return presentSet(tx, { ...set, name });
  });
}

export function deleteSet({ database }: Platform, actor: Actor, id: string): Promise<string> {
  return database.withActor(actor, async (tx) => {
    const set = await loadSet(tx, actor, 'delete', id);
    await deleteEvaluationSet(tx, set);
    return set.name;
  });
}

async function checkName(tx: Tx, knowledgeBaseId: string, name: string, self?: string): Promise<void> {
  const [taken] = await tx
    .select({ id: evaluationSets.id })
    .from(evaluationSets)
    .where(
      and(
        eq(evaluationSets.knowledgeBaseId, knowledgeBaseId),
        eq(sql`lower(${evaluationSets.name})`, sql`lower(${name})`),
        self === undefined ? undefined : ne(evaluationSets.id, self),
      ),
    );
  if (taken) throw new AppError('evaluation.name_taken', { name });
}

async function presentSet(tx: Tx, row: EvaluationSetRow): Promise<EvaluationSet> {
  const [presented] = await presentSets(tx, [row]);
  return presented as EvaluationSet;
}

async function presentSets(tx: Tx, rows: EvaluationSetRow[]): Promise<EvaluationSet[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const questions = await tx
    .select({ setId: evaluationQuestions.setId, count: count() })
    .from(evaluationQuestions)
    .where(inArray(evaluationQuestions.setId, ids))
    .groupBy(evaluationQuestions.setId);
  const runs = await tx
    .select({ setId: evaluationRuns.setId, count: count() })
    .from(evaluationRuns)
    .where(inArray(evaluationRuns.setId, ids))
    .groupBy(evaluationRuns.setId);
  const newest = await tx
    .selectDistinctOn([evaluationRuns.setId])
    .from(evaluationRuns)
    .where(and(inArray(evaluationRuns.setId, ids), eq(evaluationRuns.state, 'finished')))
    .orderBy(evaluationRuns.setId, desc(evaluationRuns.finishedAt));
  const countOf = (list: { setId: string; count: number }[], id: string) =>
    list.find(({ setId }) => setId === id)?.count ?? 0;
  return rows.map((row) => {
    const run = newest.find(({ setId }) => setId === row.id);
    const best = run?.variants
      .flatMap(({ name, figures }) => (figures ? [{ name, figures }] : []))
      .toSorted((a, b) => b.figures.ndcg10 - a.figures.ndcg10)[0];
    return {
      id: row.id,
      knowledgeBaseId: row.knowledgeBaseId,
      name: row.name,
      questionCount: countOf(questions, row.id),
      runCount: countOf(runs, row.id),
      lastRun:
        run && best && run.finishedAt
          ? {
              id: run.id,
              finishedAt: run.finishedAt.toISOString(),
              variantName: best.name,
              ndcg10: best.figures.ndcg10,
              hitRate: best.figures.hitRate,
            }
          : null,
      createdAt: row.createdAt.toISOString(),
    };
  });
}
