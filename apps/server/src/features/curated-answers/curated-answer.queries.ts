import { and, count, desc, eq, ilike, ne, or, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import type { AssistantRow } from '../assistants/assistant.table.ts';
import { type CuratedAnswerRow, curatedAnswers } from './curated-answer.table.ts';

export async function listCuratedAnswerRows(
  tx: Tx,
  { id }: Authorized<AssistantRow, 'update'>,
  { search, page, pageSize }: { search?: string | undefined; page: number; pageSize: number },
): Promise<{ rows: CuratedAnswerRow[]; total: number }> {
  const pattern = search === undefined ? undefined : likePattern(search);
  const where = and(
    eq(curatedAnswers.assistantId, id),
    pattern === undefined
      ? undefined
      : or(
          ilike(curatedAnswers.question, pattern),
          ilike(curatedAnswers.answer, pattern),
          sql`exists (select from jsonb_array_elements_text(${curatedAnswers.alternatives}) other where other ilike ${pattern})`,
        ),
  );
  const [total] = await tx.select({ count: count() }).from(curatedAnswers).where(where);
  const rows = await tx
    .select()
    .from(curatedAnswers)
    .where(where)
    .orderBy(desc(curatedAnswers.updatedAt), desc(curatedAnswers.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { rows, total: total?.count ?? 0 };
}

export async function countCuratedAnswers(tx: Tx, assistantId: string): Promise<number> {
  const [total] = await tx
    .select({ count: count() })
    .from(curatedAnswers)
    .where(eq(curatedAnswers.assistantId, assistantId));
  return total?.count ?? 0;
}

export async function findCuratedAnswer(tx: Tx, id: string): Promise<CuratedAnswerRow | undefined> {
  const [row] = await tx.select().from(curatedAnswers).where(eq(curatedAnswers.id, id));
  return row;
}

export async function isQuestionCurated(
  tx: Tx,
  assistantId: string,
  question: string,
  self?: string,
): Promise<boolean> {
  const [row] = await tx
    .select({ id: curatedAnswers.id })
    .from(curatedAnswers)
    .where(
      and(
        eq(curatedAnswers.assistantId, assistantId),
        sql`md5(lower(${curatedAnswers.question})) = md5(lower(${question}))`,
        self === undefined ? undefined : ne(curatedAnswers.id, self),
      ),
    );
  return row !== undefined;
}

/** What an assistant's questions are compared with. */
export function listCuratedPhrasings(
  tx: Tx,
  assistantId: string,
): Promise<Pick<CuratedAnswerRow, 'id' | 'question' | 'alternatives'>[]> {
  return tx
    .select({
      id: curatedAnswers.id,
      question: curatedAnswers.question,
      alternatives: curatedAnswers.alternatives,
    })
    .from(curatedAnswers)
    .where(and(eq(curatedAnswers.assistantId, assistantId), eq(curatedAnswers.enabled, true)))
    .orderBy(curatedAnswers.createdAt, curatedAnswers.id);
}

export async function insertCuratedAnswer(
  tx: Tx,
  { id: assistantId, companyId }: Authorized<AssistantRow, 'update'>,
  values: Omit<CuratedAnswerRow, 'assistantId' | 'companyId' | 'createdAt' | 'updatedAt'>,
): Promise<CuratedAnswerRow> {
  const [row] = await tx
    .insert(curatedAnswers)
    .values({ ...values, assistantId, companyId })
    .returning();
  return row as CuratedAnswerRow;
}

export async function updateCuratedAnswerRow(
  tx: Tx,
  { id }: Authorized<CuratedAnswerRow, 'update'>,
  changes: Partial<
    Pick<
      CuratedAnswerRow,
      'question' | 'alternatives' | 'answer' | 'chunkIds' | 'sourceCopies' | 'enabled' | 'changedBy'
    >
  >,
): Promise<CuratedAnswerRow> {
  const [row] = await tx
    .update(curatedAnswers)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(curatedAnswers.id, id))
    .returning();
  return row as CuratedAnswerRow;
}

export async function deleteCuratedAnswerRow(
  tx: Tx,
  { id }: Authorized<CuratedAnswerRow, 'delete'>,
): Promise<void> {
  await tx.delete(curatedAnswers).where(eq(curatedAnswers.id, id));
}

/** Unless somebody changed them meanwhile. Nobody changed the answer: its time stays. */
export async function setCuratedSources(
  tx: SystemTx,
  id: string,
  { from, ...changes }: { from: string[] } & Pick<CuratedAnswerRow, 'chunkIds' | 'sourceCopies'>,
): Promise<void> {
  await tx
    .update(curatedAnswers)
    .set(changes)
    .where(and(eq(curatedAnswers.id, id), sql`${curatedAnswers.chunkIds} = ${JSON.stringify(from)}::jsonb`));
}
