import { levels, type McpUse } from '@lectern/contract';
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
  ilike,
  inArray,
  isNull,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import { isSameName } from '../../platform/database/same-name.ts';
import type { QuotaToken } from '../../platform/quota.ts';
import { memberships } from '../companies/company.table.ts';
import { rememberDeleted } from '../deletions/deletion.queries.ts';
import { visibleTo } from '../knowledge-bases/knowledge-base.queries.ts';
import {
  isActiveKnowledgeBase,
  type KnowledgeBaseRow,
  knowledgeBases,
} from '../knowledge-bases/knowledge-base.table.ts';
import type { AssistantForActor } from './assistant.policy.ts';
import {
  type AssistantRow,
  assistantKnowledgeBases,
  assistantMembers,
  assistants,
} from './assistant.table.ts';

const alive = isNull(assistants.deletedAt);
const listed = and(alive, eq(assistants.isGeneral, false));

/**
 * Whether an assistant may answer from a knowledge base: the team's, or what its own owner may open. A base that was
 * made private stays out of other people's assistants, whatever they were set up with.
 */
export const mayServe = or(
  eq(knowledgeBases.permission, 'team'),
  eq(knowledgeBases.ownerId, assistants.ownerId),
  sql`exists (
    select from ${memberships}
    where ${memberships.companyId} = ${assistants.companyId} and ${memberships.accountId} = ${assistants.ownerId}
      and ${memberships.level} >= ${levels.COMPANY})`,
);

/** By the account that `withActor` sets for the transaction. */
const actorIsChosen = sql<boolean>`exists (
  select from ${assistantMembers} chosen
  where chosen.assistant_id = ${assistants.id}
    and chosen.account_id = nullif(current_setting('lectern.account_id', true), '')::uuid)`;

const forActor = { ...getTableColumns(assistants), actorIsChosen };

/** The policy's `read` as a condition, so that the database pages lists. */
function usableBy(actor: Actor): SQL | undefined {
  if (actor.level >= levels.COMPANY) return undefined;
  return or(eq(assistants.audience, 'everyone'), eq(assistants.ownerId, actor.accountId), actorIsChosen);
}

export async function listAssistantRows(
  tx: Tx,
  actor: Actor,
  filter: { search?: string | undefined; page: number; pageSize: number },
) {
  const where = and(
    listed,
    usableBy(actor),
    filter.search ? ilike(assistants.name, likePattern(filter.search)) : undefined,
  );
  const [total] = await tx.select({ count: count() }).from(assistants).where(where);
  const rows = await tx
    .select()
    .from(assistants)
    .where(where)
    .orderBy(desc(assistants.createdAt), desc(assistants.id))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  return { rows, total: total?.count ?? 0 };
}

export async function findAssistant(tx: Tx, id: string): Promise<AssistantForActor | undefined> {
  const [row] = await tx
    .select(forActor)
    .from(assistants)
    .where(and(alive, eq(assistants.id, id)));
  return row;
}

export async function listAssistantsByIds(tx: Tx, ids: string[]): Promise<AssistantForActor[]> {
  return ids.length === 0
    ? []
    : tx
        .select(forActor)
        .from(assistants)
        .where(and(alive, inArray(assistants.id, ids)));
}

/** Assistants of several companies, with the accounts that were chosen to use them. */
export async function listAssistantsWithMembers(
  tx: SystemTx,
  ids: string[],
): Promise<(AssistantRow & { memberIds: string[] })[]> {
  if (ids.length === 0) return [];
  return tx
    .select({
      ...getTableColumns(assistants),
      memberIds: sql<string[]>`array(
        select chosen.account_id::text from ${assistantMembers} chosen where chosen.assistant_id = ${assistants.id})`,
    })
    .from(assistants)
    .where(and(alive, inArray(assistants.id, ids)));
}

export async function isAssistantNameTaken(tx: Tx, name: string, except?: string): Promise<boolean> {
  const rows = await tx
    .select({ id: assistants.id })
    .from(assistants)
    .where(and(listed, isSameName(assistants.name, name)));
  return rows.some((row) => row.id !== except);
}

export async function findGeneralAssistant(tx: Tx, actor: Actor): Promise<AssistantRow | undefined> {
  const [row] = await tx
    .select()
    .from(assistants)
    .where(and(eq(assistants.isGeneral, true), eq(assistants.ownerId, actor.accountId)));
  return row;
}

export async function insertAssistant(
  tx: Tx,
  values: typeof assistants.$inferInsert,
  _place: QuotaToken<'assistants'>,
): Promise<AssistantRow> {
  const [row] = await tx.insert(assistants).values(values).returning();
  return row as AssistantRow;
}

export async function updateAssistantRow(
  tx: Tx,
  assistant: Authorized<AssistantRow, 'update'>,
  changes: Partial<AssistantRow>,
): Promise<AssistantRow> {
  const [row] = await tx
    .update(assistants)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(assistants.id, assistant.id))
    .returning();
  return row as AssistantRow;
}

export async function softDeleteAssistant(
  tx: Tx,
  assistant: Authorized<AssistantRow, 'delete'>,
): Promise<void> {
  await tx.update(assistants).set({ deletedAt: new Date() }).where(eq(assistants.id, assistant.id));
  await rememberDeleted(tx, 'assistant', [assistant]);
}

export async function insertAssistantKnowledgeBases(
  tx: Tx,
  assistant: AssistantRow,
  knowledgeBaseIds: string[],
): Promise<void> {
  if (knowledgeBaseIds.length === 0) return;
  await tx.insert(assistantKnowledgeBases).values(
    [...new Set(knowledgeBaseIds)].map((knowledgeBaseId, position) => ({
      companyId: assistant.companyId,
      assistantId: assistant.id,
      knowledgeBaseId,
      position,
    })),
  );
}

export async function replaceAssistantKnowledgeBases(
  tx: Tx,
  assistant: Authorized<AssistantRow, 'update'>,
  knowledgeBaseIds: string[],
): Promise<void> {
  await tx.delete(assistantKnowledgeBases).where(eq(assistantKnowledgeBases.assistantId, assistant.id));
  await insertAssistantKnowledgeBases(tx, assistant, knowledgeBaseIds);
}

/** The knowledge bases that assistants answer from, without deleted ones, in the order in which they were chosen. */
export async function listKnowledgeBasesOf(
  tx: Tx,
  assistantIds: string[],
): Promise<{ assistantId: string; base: KnowledgeBaseRow }[]> {
  if (assistantIds.length === 0) return [];
  return tx
    .select({ assistantId: assistantKnowledgeBases.assistantId, base: knowledgeBases })
    .from(assistantKnowledgeBases)
    .innerJoin(assistants, eq(assistants.id, assistantKnowledgeBases.assistantId))
    .innerJoin(
      knowledgeBases,
      and(eq(knowledgeBases.id, assistantKnowledgeBases.knowledgeBaseId), isActiveKnowledgeBase(), mayServe),
    )
    .where(inArray(assistantKnowledgeBases.assistantId, assistantIds))
    .orderBy(asc(assistantKnowledgeBases.position));
}

/**
 * The knowledge bases that the actor may search, the newest first: those that it may open, and those that an assistant
 * it may use answers from. The same rule opens their documents.
 */
export async function listSearchableKnowledgeBases(
  tx: Tx,
  actor: Actor,
  { ids, limit }: { ids?: string[] | undefined; limit: number },
): Promise<KnowledgeBaseRow[]> {
  const opened = visibleTo(actor);
  const answering = tx
    .select({ id: assistantKnowledgeBases.knowledgeBaseId })
    .from(assistantKnowledgeBases)
    .innerJoin(assistants, and(listed, eq(assistants.id, assistantKnowledgeBases.assistantId)))
    .where(and(eq(assistantKnowledgeBases.knowledgeBaseId, knowledgeBases.id), mayServe, usableBy(actor)));
  return tx
    .select()
    .from(knowledgeBases)
    .where(
      and(
        isActiveKnowledgeBase(),
        ids && inArray(knowledgeBases.id, ids),
        opened && or(opened, exists(answering)),
      ),
    )
    .orderBy(desc(knowledgeBases.createdAt), desc(knowledgeBases.id))
    .limit(limit);
}

/** The assistants that answer from this knowledge base. */
export async function listAssistantIdsServing(tx: Tx, knowledgeBaseId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: assistants.id })
    .from(assistantKnowledgeBases)
    .innerJoin(assistants, and(alive, eq(assistants.id, assistantKnowledgeBases.assistantId)))
    .innerJoin(
      knowledgeBases,
      and(eq(knowledgeBases.id, assistantKnowledgeBases.knowledgeBaseId), isActiveKnowledgeBase(), mayServe),
    )
    .where(eq(assistantKnowledgeBases.knowledgeBaseId, knowledgeBaseId));
  return rows.map(({ id }) => id);
}

/** Takes a knowledge base from the assistants of everybody but its owner, and returns them. */
export async function withdrawKnowledgeBase(
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
): Promise<{ id: string; name: string; ownerId: string }[]> {
  const others = await tx
    .select({ id: assistants.id, name: assistants.name, ownerId: assistants.ownerId })
    .from(assistantKnowledgeBases)
    .innerJoin(assistants, and(alive, eq(assistants.id, assistantKnowledgeBases.assistantId)))
    .where(and(eq(assistantKnowledgeBases.knowledgeBaseId, base.id), ne(assistants.ownerId, base.ownerId)))
    .orderBy(asc(assistants.name));
  if (others.length > 0)
    await tx.delete(assistantKnowledgeBases).where(
      and(
        eq(assistantKnowledgeBases.knowledgeBaseId, base.id),
        inArray(
          assistantKnowledgeBases.assistantId,
          others.map(({ id }) => id),
        ),
      ),
    );
  return others;
}

export function countAssistants(companyId: SQLWrapper): SQL<number> {
  const mine = and(sql`${assistants.companyId} = ${companyId}`, listed);
  return sql`(select count(*) from ${assistants} where ${mine})`;
}

/** Takes the person off the assistants that it was chosen for. */
export async function deleteAssistantMember(
  tx: Tx,
  { companyId, accountId }: Authorized<{ companyId: string; accountId: string }, 'delete'>,
): Promise<void> {
  await tx
    .delete(assistantMembers)
    .where(and(eq(assistantMembers.companyId, companyId), eq(assistantMembers.accountId, accountId)));
}

/** Names of a few assistants that use the model. */
export async function listAssistantsUsingModel(tx: Tx, modelId: string): Promise<string[]> {
  const rows = await tx
    .select({ name: assistants.name })
    .from(assistants)
    .where(
      and(
        alive,
        sql`(${assistants.chatModelId} = ${modelId} or ${assistants.retrieval}->>'rerankModelId' = ${modelId}
          or ${assistants.draft}->>'chatModelId' = ${modelId}
          or ${assistants.draft}->'retrieval'->>'rerankModelId' = ${modelId})`,
      ),
    )
    .limit(3);
  return rows.map(({ name }) => name);
}

export async function listAssistantsUsingTools(
  tx: Tx,
  toolIds: string[],
): Promise<(McpUse & { toolId: string })[]> {
  if (toolIds.length === 0) return [];
  const rows = await tx
    .select({ toolId: sql<string>`named.id`, id: assistants.id, name: assistants.name })
    .from(assistants)
    .innerJoin(
      sql`unnest(${sql.param(toolIds)}::text[]) as named(id)`,
      sql`(${assistants.toolIds} ? named.id or ${assistants.draft}->'toolIds' ? named.id)`,
    )
    .where(alive)
    .orderBy(asc(sql`lower(${assistants.name})`));
  return rows.map((row) => ({ kind: 'assistant', ...row }));
}

/** Replaces who may use the assistant. */
export async function updateRights(
  tx: Tx,
  assistant: Authorized<AssistantRow, 'update'>,
  audience: AssistantRow['audience'],
  accountIds: string[],
): Promise<AssistantRow> {
  const { id: assistantId, companyId } = assistant;
  await tx.delete(assistantMembers).where(eq(assistantMembers.assistantId, assistantId));
  if (accountIds.length > 0)
    await tx
      .insert(assistantMembers)
      .values(accountIds.map((accountId) => ({ companyId, assistantId, accountId })));
  const [row] = await tx
    .update(assistants)
    .set({ audience })
    .where(eq(assistants.id, assistantId))
    .returning();
  return row as AssistantRow;
}
