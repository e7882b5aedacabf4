import { AppError, type AssistantRights, type BodyOf, type updateAssistantRights } from '@lectern/contract';
import { and, asc, count, eq, ilike, inArray, isNull } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import type { Audit } from '../../platform/http/audit-call.ts';
import type { Platform } from '../../platform/platform.ts';
import { readOwnerNames } from '../accounts/owner-names.service.ts';
import { listMemberAccounts } from '../companies/member.service.ts';
import { updateRights } from './assistant.queries.ts';
import { loadAssistant } from './assistant.service.ts';
import { type AssistantRow, assistantMembers, assistants } from './assistant.table.ts';

async function present(tx: Tx, rows: AssistantRow[]): Promise<AssistantRights[]> {
  if (rows.length === 0) return [];
  const chosen = await tx
    .select()
    .from(assistantMembers)
    .where(
      inArray(
        assistantMembers.assistantId,
        rows.map((row) => row.id),
      ),
    );
  const owners = await readOwnerNames(tx, rows);
  return rows.map((row) => ({
    assistantId: row.id,
    assistantName: row.name,
    avatar: row.avatar,
    ownerName: owners.get(row.ownerId) ?? '',
    audience: row.audience,
    accountIds: chosen.filter(({ assistantId }) => assistantId === row.id).map(({ accountId }) => accountId),
  }));
}

export async function listRights(
  tx: Tx,
  filter: { search?: string | undefined; page: number; pageSize: number },
) {
  const where = and(
    isNull(assistants.deletedAt),
    eq(assistants.isGeneral, false),
    filter.search ? ilike(assistants.name, likePattern(filter.search)) : undefined,
  );
  const [total] = await tx.select({ count: count() }).from(assistants).where(where);
  const rows = await tx
    .select()
    .from(assistants)
    .where(where)
    .orderBy(asc(assistants.name), asc(assistants.id))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  return { items: await present(tx, rows), total: total?.count ?? 0 };
}

export function changeRights(
  { database }: Platform,
  actor: Actor,
  assistantId: string,
  input: BodyOf<typeof updateAssistantRights>,
  audit: Audit,
) {
  return database.withActor(actor, async (tx) => {
    const assistant = await loadAssistant(tx, actor, 'update', assistantId);
    const wanted = input.audience === 'chosen' ? [...new Set(input.accountIds)] : [];
    const known = await listMemberAccounts(tx, [...new Set(input.accountIds)]);
    if (known.length !== new Set(input.accountIds).size) throw new AppError('member.not_found');
    const row = await updateRights(tx, assistant, input.audience, wanted);
    audit.changed(assistant, { audience: row.audience });
    const [rights] = await present(tx, [row]);
    return rights as AssistantRights;
  });
}
