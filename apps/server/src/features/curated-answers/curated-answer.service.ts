import {
  AppError,
  type BodyOf,
  type CuratedAnswer,
  type CuratedSource,
  type createCuratedAnswer,
  curatedAnswerLimits,
  type listCuratedAnswers,
  type QueryOf,
  type updateCuratedAnswer,
} from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { readOwnerNames } from '../accounts/owner-names.service.ts';
import { findAssistant, listKnowledgeBasesOf } from '../assistants/assistant.queries.ts';
import { loadAssistant } from '../assistants/assistant.service.ts';
import type { AssistantRow } from '../assistants/assistant.table.ts';
import { listServableBases, lockAssistantRow } from '../assistants/assistant-version.queries.ts';
import { readPassages } from '../retrieval/read-hits.ts';
import { curatedAnswerPolicy } from './curated-answer.policy.ts';
import {
  countCuratedAnswers,
  deleteCuratedAnswerRow,
  findCuratedAnswer,
  insertCuratedAnswer,
  isQuestionCurated,
  listCuratedAnswerRows,
  updateCuratedAnswerRow,
} from './curated-answer.queries.ts';
import type { CuratedAnswerRow } from './curated-answer.table.ts';
import { copySources, readSources } from './curated-sources.service.ts';
import { matchQuestion } from './match-question.service.ts';

const excerptLength = 300;

export function listAnswers(
  { database }: Platform,
  actor: Actor,
  assistantId: string,
  query: QueryOf<typeof listCuratedAnswers>,
) {
  return database.withActor(actor, async (tx) => {
    const assistant = await loadAssistant(tx, actor, 'update', assistantId);
    const { rows, total } = await listCuratedAnswerRows(tx, assistant, query);
    return { items: await present(tx, assistant, rows), total };
  });
}

export function addAnswer(
  { database }: Platform,
  actor: Actor,
  assistantId: string,
  input: BodyOf<typeof createCuratedAnswer>,
): Promise<CuratedAnswer> {
  return database.withActor(actor, async (tx) => {
    await lockAssistantRow(tx, assistantId);
    const assistant = await loadAssistant(tx, actor, 'update', assistantId);
    if ((await countCuratedAnswers(tx, assistantId)) >= curatedAnswerLimits.maxAnswers)
      throw new AppError('curated_answer.too_many', { max: curatedAnswerLimits.maxAnswers });
    await checkQuestion(tx, assistantId, input.question);
    const sourceCopies = await readNewSources(tx, assistant, input.chunkIds);
    const row = await insertCuratedAnswer(tx, assistant, {
      id: newId(),
      ...input,
      ...withoutRepeats(input.question, input),
      sourceCopies,
      changedBy: actor.accountId,
    });
    return presentOne(tx, assistant, row);
  });
}

export function changeAnswer(
  { database }: Platform,
  actor: Actor,
  id: string,
  input: BodyOf<typeof updateCuratedAnswer>,
): Promise<CuratedAnswer> {
  return database.withActor(actor, async (tx) => {
    const before = await loadAnswer(tx, actor, 'update', id);
    const { assistant } = before;
    await lockAssistantRow(tx, assistant.id);
    const question = input.question ?? before.question;
    if (input.question !== undefined) await checkQuestion(tx, assistant.id, question, id);
    // A source that was there before may be gone meanwhile.
    const added = (input.chunkIds ?? []).filter((chunkId) => !before.chunkIds.includes(chunkId));
    const copies = { ...before.sourceCopies, ...(await readNewSources(tx, assistant, added)) };
    const kept = input.chunkIds ?? before.chunkIds;
    const row = await updateCuratedAnswerRow(tx, before, {
      ...input,
      ...withoutRepeats(question, input),
      sourceCopies: Object.fromEntries(Object.entries(copies).filter(([chunkId]) => kept.includes(chunkId))),
      changedBy: actor.accountId,
    });
    return presentOne(tx, assistant, row);
  });
}

/** Returns its question. */
export function removeAnswer({ database }: Platform, actor: Actor, id: string): Promise<string> {
  return database.withActor(actor, async (tx) => {
    const row = await loadAnswer(tx, actor, 'delete', id);
    await deleteCuratedAnswerRow(tx, row);
    return row.question;
  });
}

export function findMatch({ database }: Platform, actor: Actor, assistantId: string, question: string) {
  return database.withActor(actor, async (tx) => {
    await loadAssistant(tx, actor, 'update', assistantId);
    const match = await matchQuestion(tx, assistantId, question);
    return {
      match: match ? { curatedAnswerId: match.id, question: match.question, phrasing: match.phrasing } : null,
    };
  });
}

async function loadAnswer<Action extends 'update' | 'delete'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
) {
  const row = await findCuratedAnswer(tx, id);
  const assistant = row && (await findAssistant(tx, row.assistantId));
  return authorize(curatedAnswerPolicy, actor, action, row && assistant && { ...row, assistant });
}

async function checkQuestion(tx: Tx, assistantId: string, question: string, self?: string): Promise<void> {
  if (await isQuestionCurated(tx, assistantId, question, self))
    throw new AppError('curated_answer.question_taken');
}

/** The knowledge bases that the assistant answers from, and those of its draft. */
async function listBaseIds(tx: Tx, { id, draft }: AssistantRow): Promise<string[]> {
  const published = await listKnowledgeBasesOf(tx, [id]);
  const drafted = await listServableBases(tx, id, draft?.knowledgeBaseIds ?? []);
  return [...published.map(({ base }) => base.id), ...drafted.map((base) => base.id)];
}

async function readNewSources(tx: Tx, assistant: AssistantRow, chunkIds: string[]) {
  if (chunkIds.length === 0) return {};
  const found = await readPassages(tx, chunkIds, await listBaseIds(tx, assistant));
  if (found.length < new Set(chunkIds).size) throw new AppError('chunk.not_found');
  return copySources(found);
}

function withoutRepeats(
  question: string,
  { alternatives, chunkIds }: { alternatives?: string[] | undefined; chunkIds?: string[] | undefined },
) {
  return {
    ...(alternatives && { alternatives: [...new Set(alternatives)].filter((other) => other !== question) }),
    ...(chunkIds && { chunkIds: [...new Set(chunkIds)] }),
  };
}

async function presentOne(tx: Tx, assistant: AssistantRow, row: CuratedAnswerRow): Promise<CuratedAnswer> {
  const [presented] = await present(tx, assistant, [row]);
  return presented as CuratedAnswer;
}

async function present(tx: Tx, assistant: AssistantRow, kept: CuratedAnswerRow[]): Promise<CuratedAnswer[]> {
  if (kept.length === 0) return [];
  const { rows, passages } = await readSources(tx, kept, await listBaseIds(tx, assistant));
  const byId = new Map(passages.map((passage) => [passage.chunkId, passage]));
  const names = await readOwnerNames(
    tx,
    rows.flatMap(({ changedBy }) => (changedBy ? [{ ownerId: changedBy }] : [])),
  );
  return rows.map((row) => {
    const sources = row.chunkIds.flatMap((chunkId): CuratedSource[] => {
      const passage = byId.get(chunkId);
      const copy = row.sourceCopies[chunkId];
      if (!passage) {
        const nowhere = { chunkId, page: null, headingPath: [], gone: true };
        return copy ? [{ ...nowhere, ...copy, text: copy.text.slice(0, excerptLength) }] : [];
      }
      const { documentId, documentName, page, headingPath, text } = passage;
      const place = { documentId, documentName, page, headingPath };
      return [{ chunkId, ...place, text: text.slice(0, excerptLength), gone: false }];
    });
    return {
      id: row.id,
      assistantId: row.assistantId,
      question: row.question,
      alternatives: row.alternatives,
      answer: row.answer,
      sources,
      missingSources: row.chunkIds.filter((chunkId) => !byId.has(chunkId)).length,
      enabled: row.enabled,
      changedByName: names.get(row.changedBy ?? '') ?? '',
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    };
  });
}
