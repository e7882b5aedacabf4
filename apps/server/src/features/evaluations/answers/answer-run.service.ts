import {
  type AnswerResult,
  type AnswerRun,
  AppError,
  type BodyOf,
  errorText,
  evaluationLimits,
  type Language,
  type startAnswerRun,
} from '@lectern/contract';
import { asc, eq, inArray } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import { type Authorized, authorize } from '../../../platform/authorized.ts';
import { newId, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { presentRunError } from '../../../platform/runs/present-run.ts';
import { readOwnerNames } from '../../accounts/owner-names.service.ts';
import { findAssistant, listKnowledgeBasesOf } from '../../assistants/assistant.queries.ts';
import { loadAssistant } from '../../assistants/assistant.service.ts';
import type { AssistantRow } from '../../assistants/assistant.table.ts';
import { completeSettings, settingsOf } from '../../assistants/assistant-settings.ts';
import { listServableBases, lockAssistantRow } from '../../assistants/assistant-version.queries.ts';
import { flowPort } from '../../assistants/flow-port.ts';
import { knowledgeBasePolicy } from '../../knowledge-bases/knowledge-base.policy.ts';
import { listKnowledgeBaseRows } from '../../knowledge-bases/knowledge-base.queries.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import { evaluationQuestions, evaluationSets } from '../evaluation.table.ts';
import { loadSet } from '../evaluation-set.service.ts';
import { answerRunPolicy } from './answer-run.policy.ts';
import {
  cancelAnswerRunRow,
  countAnswerResults,
  countAnswerRuns,
  deleteAnswerRunRow,
  findAnswerRun,
  insertAnswerRun,
  listAnswerResultRows,
  listAnswerRunRows,
} from './answer-run.queries.ts';
import type { AnswerRunRow } from './answer-run.table.ts';
import type { AnswerRunId } from './run-answers.job.ts';

/** Knowledge bases whose sets are offered to a flow that searches none. */
const mostBases = 100;

/**
 * The knowledge bases that an assistant answers from, itself or by its flow, as published and as drafted; of a flow that
 * searches none, those of the actor.
 */
async function listBases(
  tx: Tx,
  actor: Actor,
  { id, draft, flowId }: AssistantRow,
): Promise<KnowledgeBaseRow[]> {
  const published = (await listKnowledgeBasesOf(tx, [id])).map(({ base }) => base);
  const ofFlow = flowId === null ? [] : await flowPort.get().listKnowledgeBases(tx, flowId);
  const named = await listServableBases(tx, id, [...(draft?.knowledgeBaseIds ?? []), ...ofFlow]);
  const found = [...new Map([...published, ...named].map((base) => [base.id, base])).values()];
  if (flowId === null || found.length > 0) return found;
  return (await listKnowledgeBaseRows(tx, actor, { page: 1, pageSize: mostBases })).rows;
}

export function listSetsOf({ database }: Platform, actor: Actor, assistantId: string) {
  return database.withActor(actor, async (tx) => {
    const assistant = await loadAssistant(tx, actor, 'update', assistantId);
    const bases = (await listBases(tx, actor, assistant)).filter((base) =>
      knowledgeBasePolicy.rules.read(actor, base),
    );
    if (bases.length === 0) return { items: [], newIn: [] };
    const rows = await tx
      .select()
      .from(evaluationSets)
      .where(
        inArray(
          evaluationSets.knowledgeBaseId,
          bases.map(({ id }) => id),
        ),
      )
      .orderBy(asc(evaluationSets.name), asc(evaluationSets.id));
    const items = [];
    for (const { id, name, knowledgeBaseId } of rows) {
      const base = bases.find((one) => one.id === knowledgeBaseId) as KnowledgeBaseRow;
      items.push({
        id,
        name,
        knowledgeBaseId,
        knowledgeBaseName: base.name,
        questionCount: await tx.$count(evaluationQuestions, eq(evaluationQuestions.setId, id)),
        mayChange: knowledgeBasePolicy.rules.update(actor, base),
      });
    }
    const newIn = bases
      .filter((base) => knowledgeBasePolicy.rules.update(actor, base))
      .map(({ id, name }) => ({ id, name }));
    return { items, newIn };
  });
}

export function listRuns(
  { database, config }: Platform,
  actor: Actor,
  assistantId: string,
  paging: { page: number; pageSize: number },
  language: Language,
) {
  return database.withActor(actor, async (tx) => {
    const assistant = await loadAssistant(tx, actor, 'update', assistantId);
    const { rows, total } = await listAnswerRunRows(tx, assistant, paging);
    return { items: await presentRuns(tx, rows, language, config.currency), total };
  });
}

/** Copies the settings and the questions as they are now, and enqueues the job in the same commit. */
export function startRun(
  { database, jobs, config }: Platform,
  actor: Actor,
  assistantId: string,
  { evaluationSetId, settings, judge }: BodyOf<typeof startAnswerRun>,
  language: Language,
): Promise<AnswerRun> {
  return database.withActor(actor, async (tx) => {
    await lockAssistantRow(tx, assistantId);
    const assistant = await loadAssistant(tx, actor, 'update', assistantId);
    const set = await loadSet(tx, actor, 'read', evaluationSetId);
    const fromDraft = settings === 'draft';
    if (fromDraft && !assistant.draft && !(await hasFlowDraft(tx, assistant)))
      throw new AppError('assistant.no_draft');
    if (!(await listBases(tx, actor, assistant)).some(({ id }) => id === set.knowledgeBaseId))
      throw new AppError('evaluation.not_of_assistant');
    const before = await countAnswerRuns(tx, assistant.id);
    if (before.active > 0) throw new AppError('evaluation.running');
    if (before.all >= evaluationLimits.maxRuns)
      throw new AppError('evaluation.too_many_runs', { max: evaluationLimits.maxRuns });
    const questions = await tx
      .select()
      .from(evaluationQuestions)
      .where(eq(evaluationQuestions.setId, set.id))
      .orderBy(asc(evaluationQuestions.createdAt), asc(evaluationQuestions.id));
    if (questions.length === 0) throw new AppError('evaluation.no_questions');
    const run = await insertAnswerRun(
      tx,
      assistant,
      {
        id: newId(),
        setId: set.id,
        ownerId: actor.accountId,
        fromDraft,
        version: assistant.version,
        settings: await readSettings(tx, assistant, fromDraft),
        judge,
      },
      questions,
    );
    await jobs.enqueue<AnswerRunId>(tx, 'answers.run', { companyId: actor.companyId, runId: run.id });
    return presentRun(tx, run, language, config.currency);
  });
}

async function hasFlowDraft(tx: Tx, { flowId }: AssistantRow): Promise<boolean> {
  if (flowId === null) return false;
  return (await flowPort.get().describe(tx, [flowId])).get(flowId)?.hasDraft === true;
}

async function readSettings(tx: Tx, assistant: AssistantRow, fromDraft: boolean) {
  if (fromDraft && assistant.draft) return completeSettings(assistant.draft);
  const bases = await listKnowledgeBasesOf(tx, [assistant.id]);
  return settingsOf(
    assistant,
    bases.map(({ base }) => base.id),
  );
}

export function readRun({ database, config }: Platform, actor: Actor, id: string, language: Language) {
  return database.withActor(actor, async (tx) =>
    presentRun(tx, await loadRun(tx, actor, 'update', id), language, config.currency),
  );
}

export function listResults({ database }: Platform, actor: Actor, id: string, language: Language) {
  return database.withActor(actor, async (tx) => {
    const run = await loadRun(tx, actor, 'update', id);
    const rows = await listAnswerResultRows(tx, run.id);
    return {
      items: rows.map(
        ({ question, expected, facts, refusal, outcome }): AnswerResult => ({
          ...{ question, expected, facts, refusal },
          outcome: outcome && {
            ...outcome,
            error: outcome.error && {
              code: outcome.error.code,
              message: errorText(outcome.error.code, language, { detail: outcome.error.detail ?? '' }),
            },
          },
        }),
      ),
    };
  });
}

export function cancelRun({ database, config }: Platform, actor: Actor, id: string, language: Language) {
  return database.withActor(actor, async (tx) => {
    const row = await cancelAnswerRunRow(tx, await loadRun(tx, actor, 'update', id));
    if (!row) throw new AppError('evaluation.not_running');
    return presentRun(tx, row, language, config.currency);
  });
}

/** Returns the name of its assistant. */
export function deleteRun({ database }: Platform, actor: Actor, id: string): Promise<string> {
  return database.withActor(actor, async (tx) => {
    const run = await loadRun(tx, actor, 'delete', id);
    await deleteAnswerRunRow(tx, run);
    return run.assistant.name;
  });
}

async function loadRun<Action extends 'update' | 'delete'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
): Promise<Authorized<AnswerRunRow & { assistant: AssistantRow }, Action>> {
  const row = await findAnswerRun(tx, id);
  const assistant = row && (await findAssistant(tx, row.assistantId));
  return authorize(answerRunPolicy, actor, action, row && assistant && { ...row, assistant });
}

async function presentRun(
  tx: Tx,
  row: AnswerRunRow,
  language: Language,
  currency: string,
): Promise<AnswerRun> {
  const [presented] = await presentRuns(tx, [row], language, currency);
  return presented as AnswerRun;
}

async function presentRuns(
  tx: Tx,
  rows: AnswerRunRow[],
  language: Language,
  currency: string,
): Promise<AnswerRun[]> {
  if (rows.length === 0) return [];
  const progress = await countAnswerResults(
    tx,
    rows.map(({ id }) => id),
  );
  const sets = await tx
    .select({ id: evaluationSets.id, name: evaluationSets.name })
    .from(evaluationSets)
    .where(
      inArray(
        evaluationSets.id,
        rows.map(({ setId }) => setId),
      ),
    );
  const owners = await readOwnerNames(tx, rows);
  return rows.map((row) => {
    const { done = 0, total = 0 } = progress.find(({ runId }) => runId === row.id) ?? {};
    return {
      id: row.id,
      assistantId: row.assistantId,
      evaluationSetId: row.setId,
      setName: sets.find(({ id }) => id === row.setId)?.name ?? '',
      settings: row.fromDraft ? 'draft' : 'published',
      version: row.version,
      judge: row.judge,
      state: row.state,
      done,
      total,
      figures: row.figures,
      currency,
      ownerName: owners.get(row.ownerId) ?? '',
      error: presentRunError(row, language),
      createdAt: row.createdAt.toISOString(),
      finishedAt: row.finishedAt?.toISOString() ?? null,
    };
  });
}
