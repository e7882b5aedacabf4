import {
  AppError,
  type addEvaluationQuestion,
  type BodyOf,
  type EvaluationQuestion,
  evaluationLimits,
  type listEvaluationQuestions,
  type QueryOf,
  type updateEvaluationQuestion,
} from '@lectern/contract';
import { and, asc, count, eq, ilike, inArray, isNull, ne } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { type Authorized, authorize } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import type { Platform } from '../../platform/platform.ts';
import { documents } from '../documents/document.table.ts';
import type { InKnowledgeBase } from '../knowledge-bases/knowledge-base.policy.ts';
import { evaluationQuestionPolicy } from './evaluation.policy.ts';
import {
  deleteEvaluationQuestion,
  findEvaluationSet,
  insertEvaluationQuestion,
  updateEvaluationQuestionRow,
} from './evaluation.queries.ts';
import {
  type EvaluationQuestionRow,
  type EvaluationSetRow,
  evaluationQuestions,
  type StoredExpectation,
} from './evaluation.table.ts';
import { loadSet } from './evaluation-set.service.ts';

type Expected = BodyOf<typeof addEvaluationQuestion>['expected'];

/** What is expected of a question: what it finds, and what its answer says. */
export type Expectations = Pick<EvaluationQuestionRow, 'expected' | 'facts' | 'refusal'>;

export function listQuestions(
  { database }: Platform,
  actor: Actor,
  setId: string,
  { search, page, pageSize }: QueryOf<typeof listEvaluationQuestions>,
) {
  return database.withActor(actor, async (tx) => {
    const set = await loadSet(tx, actor, 'read', setId);
    const where = and(
      eq(evaluationQuestions.setId, set.id),
      search ? ilike(evaluationQuestions.question, likePattern(search)) : undefined,
    );
    const [total] = await tx.select({ count: count() }).from(evaluationQuestions).where(where);
    const rows = await tx
      .select()
      .from(evaluationQuestions)
      .where(where)
      .orderBy(asc(evaluationQuestions.createdAt), asc(evaluationQuestions.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize);
    return { items: await presentQuestions(tx, set, rows), total: total?.count ?? 0 };
  });
}

/** One click in the retrieval test adds one document: to the same question, if it exists. */
export function addQuestion(
  { database }: Platform,
  actor: Actor,
  setId: string,
  { question, expected, ...answer }: BodyOf<typeof addEvaluationQuestion>,
): Promise<EvaluationQuestion> {
  return database.withActor(actor, async (tx) => {
    const set = await loadSet(tx, actor, 'update', setId);
    const wanted = { expected: await nameExpected(tx, set, expected), ...answer };
    return presentOne(tx, set, (await mergeQuestion(tx, actor, set, question, wanted)).row);
  });
}

/** Adds the question, or adds to what an existing one should find. The set is locked. */
export async function mergeQuestion(
  tx: Tx,
  actor: Actor,
  set: Authorized<InKnowledgeBase<EvaluationSetRow>, 'update'>,
  question: string,
  wanted: Expectations,
): Promise<{ row: EvaluationQuestionRow; change: 'added' | 'extended' | 'none' }> {
  const [before] = await tx
    .select()
    .from(evaluationQuestions)
    .where(and(eq(evaluationQuestions.setId, set.id), eq(evaluationQuestions.question, question)));
  const next = {
    expected: withoutRepeats([...(before?.expected ?? []), ...wanted.expected]),
    facts: [...new Set([...(before?.facts ?? []), ...wanted.facts])],
    refusal: wanted.refusal || (before?.refusal ?? false),
  };
  checkExpectations(next);
  if (next.expected.length > evaluationLimits.maxExpected || next.facts.length > evaluationLimits.maxFacts)
    throw new AppError('evaluation.too_many_expected', { max: evaluationLimits.maxExpected });
  if (before) {
    const isSame =
      next.expected.length === before.expected.length &&
      next.facts.length === before.facts.length &&
      next.refusal === before.refusal;
    if (isSame) return { row: before, change: 'none' };
    const { knowledgeBase } = set;
    const existing = authorize(evaluationQuestionPolicy, actor, 'update', { ...before, knowledgeBase });
    await updateEvaluationQuestionRow(tx, existing, next);
    return { row: { ...before, ...next }, change: 'extended' };
  }
  const [total] = await tx
    .select({ count: count() })
    .from(evaluationQuestions)
    .where(eq(evaluationQuestions.setId, set.id));
  if ((total?.count ?? 0) >= evaluationLimits.maxQuestions)
    throw new AppError('evaluation.too_many_questions', { max: evaluationLimits.maxQuestions });
  const row = await insertEvaluationQuestion(tx, {
    id: newId(),
    companyId: set.companyId,
    setId: set.id,
    question,
    ...next,
  });
  return { row, change: 'added' };
}

function checkExpectations({ expected, facts, refusal }: Expectations): void {
  if (expected.length === 0 && facts.length === 0 && !refusal)
    throw new AppError('evaluation.nothing_expected');
}

export function changeQuestion(
  { database }: Platform,
  actor: Actor,
  id: string,
  input: BodyOf<typeof updateEvaluationQuestion>,
): Promise<EvaluationQuestion> {
  return database.withActor(actor, async (tx) => {
    const { row, set } = await loadQuestion(tx, actor, 'update', id);
    const question = input.question ?? row.question;
    const [taken] = await tx
      .select({ id: evaluationQuestions.id })
      .from(evaluationQuestions)
      .where(
        and(
          eq(evaluationQuestions.setId, set.id),
          eq(evaluationQuestions.question, question),
          ne(evaluationQuestions.id, id),
        ),
      );
    if (taken) throw new AppError('evaluation.question_taken');
    // What was expected before may be of a deleted document.
    const expected = input.expected
      ? withoutRepeats(await nameExpected(tx, set, input.expected, row.expected))
      : row.expected;
    const next = {
      question,
      expected,
      facts: input.facts ? [...new Set(input.facts)] : row.facts,
      refusal: input.refusal ?? row.refusal,
    };
    if (input.expected || input.facts || input.refusal !== undefined) checkExpectations(next);
    await updateEvaluationQuestionRow(tx, row, next);
    return presentOne(tx, set, { ...row, ...next });
  });
}

export function deleteQuestion({ database }: Platform, actor: Actor, id: string): Promise<void> {
  return database.withActor(actor, async (tx) => {
    const { row } = await loadQuestion(tx, actor, 'delete', id);
    await deleteEvaluationQuestion(tx, row);
  });
}

/** The question and its set, which is locked. */
async function loadQuestion<Action extends 'update' | 'delete'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
) {
  const [found] = await tx.select().from(evaluationQuestions).where(eq(evaluationQuestions.id, id));
  const set = found && (await findEvaluationSet(tx, found.setId, { lock: true }));
  const question = set && { ...found, knowledgeBase: set.knowledgeBase };
  const row = authorize(evaluationQuestionPolicy, actor, action, question);
  return { row, set: set as EvaluationSetRow };
}

/** Adds the documents' names. A document must be in the set's knowledge base or have been expected before. */
async function nameExpected(
  tx: Tx,
  set: EvaluationSetRow,
  expected: Expected,
  before: StoredExpectation[] = [],
): Promise<StoredExpectation[]> {
  const names = await readNames(
    tx,
    set,
    expected.map(({ documentId }) => documentId),
  );
  const known = new Map([
    ...before.map(({ documentId, documentName }) => [documentId, documentName] as const),
    ...names,
  ]);
  return expected.map(({ documentId, page, text }) => {
    const documentName = known.get(documentId);
    if (documentName === undefined) throw new AppError('document.not_found');
    return { documentId, documentName, page, text };
  });
}

/** The names of existing documents in the set's knowledge base, by id. */
export async function readNames(tx: Tx, set: EvaluationSetRow, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: documents.id, name: documents.name })
    .from(documents)
    .where(
      and(
        eq(documents.knowledgeBaseId, set.knowledgeBaseId),
        isNull(documents.deletedAt),
        inArray(documents.id, [...new Set(ids)]),
      ),
    );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function withoutRepeats(expected: StoredExpectation[]): StoredExpectation[] {
  const key = ({ documentId, page, text }: StoredExpectation) => JSON.stringify([documentId, page, text]);
  return [...new Map(expected.map((one) => [key(one), one])).values()];
}

async function presentOne(
  tx: Tx,
  set: EvaluationSetRow,
  row: EvaluationQuestionRow,
): Promise<EvaluationQuestion> {
  const [presented] = await presentQuestions(tx, set, [row]);
  return presented as EvaluationQuestion;
}

async function presentQuestions(
  tx: Tx,
  set: EvaluationSetRow,
  rows: EvaluationQuestionRow[],
): Promise<EvaluationQuestion[]> {
  const names = await readNames(
    tx,
    set,
    rows.flatMap(({ expected }) => expected.map(({ documentId }) => documentId)),
  );
  return rows.map(({ id, question, expected, facts, refusal }) => ({
    id,
    question,
    facts,
    refusal,
    expected: expected.map(({ documentId, documentName, page, text }) => ({
      documentId,
      documentName: names.get(documentId) ?? documentName,
      page,
      text,
      gone: !names.has(documentId),
    })),
  }));
}
