import { and, count, desc, eq, getTableColumns, inArray, lte, notInArray } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import {
  isActiveKnowledgeBase,
  type KnowledgeBaseRow,
  knowledgeBases,
} from '../knowledge-bases/knowledge-base.table.ts';
import { mayServe } from './assistant.queries.ts';
import {
  type AssistantRow,
  type AssistantVersionRow,
  assistants,
  assistantVersions,
} from './assistant.table.ts';

export async function insertVersion(
  tx: Tx,
  { id: assistantId, companyId, version: number }: AssistantRow,
  values: Pick<AssistantVersionRow, 'id' | 'settings' | 'note' | 'publishedBy'>,
): Promise<void> {
  await tx.insert(assistantVersions).values({ ...values, assistantId, companyId, number });
}

/** Those up to a number, except some. */
export async function deleteVersions(
  tx: Tx,
  { id }: Authorized<AssistantRow, 'update'>,
  { upTo, except }: { upTo: number; except: number[] },
): Promise<void> {
  const { assistantId, number } = assistantVersions;
  await tx
    .delete(assistantVersions)
    .where(and(eq(assistantId, id), lte(number, upTo), notInArray(number, except)));
}

export async function listVersionRows(
  tx: Tx,
  { id }: Authorized<AssistantRow, 'update'>,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: Omit<AssistantVersionRow, 'settings'>[]; total: number }> {
  const where = eq(assistantVersions.assistantId, id);
  const [total] = await tx.select({ count: count() }).from(assistantVersions).where(where);
  const { settings: _, ...columns } = getTableColumns(assistantVersions);
  const rows = await tx
    .select(columns)
    .from(assistantVersions)
    .where(where)
    .orderBy(desc(assistantVersions.number))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { rows, total: total?.count ?? 0 };
}

export async function findVersion(
  tx: Tx,
  { id }: Authorized<AssistantRow, 'update'>,
  number: number,
): Promise<AssistantVersionRow | undefined> {
  const [row] = await tx
    .select()
    .from(assistantVersions)
    .where(and(eq(assistantVersions.assistantId, id), eq(assistantVersions.number, number)));
  return row;
}

/** Whoever changes what is published waits for the others, so that no change is built on old settings. */
export async function lockAssistantRow(tx: Tx, id: string): Promise<void> {
  await tx.select({ id: assistants.id }).from(assistants).where(eq(assistants.id, id)).for('no key update');
}

/** Of these knowledge bases those that the assistant may answer from, in the order given. */
export async function listServableBases(
  tx: Tx,
  assistantId: string,
  ids: string[],
): Promise<KnowledgeBaseRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ base: knowledgeBases })
    .from(knowledgeBases)
    .innerJoin(assistants, eq(assistants.id, assistantId))
    .where(and(inArray(knowledgeBases.id, ids), isActiveKnowledgeBase(), mayServe));
  return rows.map(({ base }) => base).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
