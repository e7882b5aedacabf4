import { and, count, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { SystemTx, Tx } from '../../../platform/database/database.ts';
import { accounts } from '../../accounts/account.table.ts';
import { assistants } from '../../assistants/assistant.table.ts';
import { companies } from '../../companies/company.table.ts';
import { conversations } from '../../conversations/conversation.table.ts';
import {
  usedIdentities,
  type VisitorRow,
  visitorTokens,
  widgetConversations,
  widgets,
  widgetVisitors,
} from '../widget.table.ts';

/** A visit is forgotten by its browser after this many days without a question. */
const tokenDays = 90;

const inDays = (days: number) => sql`now() + make_interval(days => ${days})`;

/** What lets a visitor in: the widget, its assistant, the owner of that and the company. */
function selectVisitors(tx: SystemTx) {
  return tx
    .select({
      id: widgetVisitors.id,
      companyId: widgetVisitors.companyId,
      widgetId: widgetVisitors.widgetId,
      assistantId: widgets.assistantId,
      ownerId: assistants.ownerId,
      stale: sql<boolean>`${widgetVisitors.lastSeenAt} < now() - interval '5 minutes'`,
    })
    .from(widgetVisitors)
    .innerJoin(widgets, and(eq(widgets.id, widgetVisitors.widgetId), widgets.enabled))
    .innerJoin(assistants, and(eq(assistants.id, widgets.assistantId), isNull(assistants.deletedAt)))
    .innerJoin(accounts, and(eq(accounts.id, assistants.ownerId), accounts.active))
    .innerJoin(
      companies,
      and(eq(companies.id, widgets.companyId), companies.enabled, isNull(companies.deletedAt)),
    );
}

export type AdmittedVisitor = Awaited<ReturnType<typeof selectVisitors>>[number];

export async function findVisitorByToken(
  tx: SystemTx,
  tokenHash: string,
): Promise<AdmittedVisitor | undefined> {
  const [row] = await selectVisitors(tx)
    .innerJoin(visitorTokens, eq(visitorTokens.visitorId, widgetVisitors.id))
    .where(and(eq(visitorTokens.tokenHash, tokenHash), gt(visitorTokens.expiresAt, sql`now()`)));
  return row;
}

export async function listAdmittedVisitors(tx: SystemTx, ids: string[]): Promise<AdmittedVisitor[]> {
  return ids.length === 0 ? [] : selectVisitors(tx).where(inArray(widgetVisitors.id, ids));
}

export async function touchVisitor(tx: SystemTx, id: string): Promise<void> {
  await tx.update(widgetVisitors).set({ lastSeenAt: new Date() }).where(eq(widgetVisitors.id, id));
  await tx
    .update(visitorTokens)
    .set({ expiresAt: inDays(tokenDays) })
    .where(eq(visitorTokens.visitorId, id));
}

export async function findVisitor(tx: Tx, id: string): Promise<VisitorRow | undefined> {
  const [row] = await tx.select().from(widgetVisitors).where(eq(widgetVisitors.id, id));
  return row;
}

export async function findVisitorOfToken(tx: Tx, tokenHash: string): Promise<VisitorRow | undefined> {
  const [row] = await tx
    .select({ visitor: widgetVisitors })
    .from(visitorTokens)
    .innerJoin(widgetVisitors, eq(widgetVisitors.id, visitorTokens.visitorId))
    .where(and(eq(visitorTokens.tokenHash, tokenHash), gt(visitorTokens.expiresAt, sql`now()`)));
  return row?.visitor;
}

export async function insertVisitor(
  tx: SystemTx,
  values: typeof widgetVisitors.$inferInsert,
): Promise<VisitorRow> {
  const [row] = await tx.insert(widgetVisitors).values(values).returning();
  return row as VisitorRow;
}

/** The person whom the site vouches for, with the details that it signed. */
export async function upsertKnownVisitor(
  tx: SystemTx,
  values: typeof widgetVisitors.$inferInsert & { subject: string },
): Promise<VisitorRow> {
  const { name, email } = values;
  const [row] = await tx
    .insert(widgetVisitors)
    .values(values)
    .onConflictDoUpdate({
      target: [widgetVisitors.widgetId, widgetVisitors.subject],
      targetWhere: sql`subject is not null`,
      set: { name, email, lastSeenAt: new Date() },
    })
    .returning();
  return row as VisitorRow;
}

export async function updateVisitorDetails(
  tx: SystemTx,
  id: string,
  details: { name: string; email: string },
): Promise<void> {
  await tx.update(widgetVisitors).set(details).where(eq(widgetVisitors.id, id));
}

export async function insertVisitorToken(
  tx: SystemTx,
  visitor: Pick<VisitorRow, 'id' | 'companyId'>,
  tokenHash: string,
): Promise<void> {
  await tx
    .insert(visitorTokens)
    .values({ tokenHash, companyId: visitor.companyId, visitorId: visitor.id, expiresAt: inDays(tokenDays) });
}

/** False where it was used before. */
export async function insertUsedIdentity(
  tx: SystemTx,
  values: typeof usedIdentities.$inferInsert,
): Promise<boolean> {
  const rows = await tx
    .insert(usedIdentities)
    .values(values)
    .onConflictDoNothing()
    .returning({ tokenHash: usedIdentities.tokenHash });
  return rows.length > 0;
}

export async function findIdentityUser(tx: Tx, tokenHash: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ visitorId: usedIdentities.visitorId })
    .from(usedIdentities)
    .where(eq(usedIdentities.tokenHash, tokenHash));
  return row?.visitorId;
}

/** Counts one more question of the day where the limit leaves room; false where it does not. */
export async function countQuestion(
  tx: SystemTx,
  of: { widgetId: string } | { visitorId: string },
  day: string,
  limit: number | null,
): Promise<boolean> {
  const table = 'widgetId' in of ? widgets : widgetVisitors;
  const used = sql`(case when ${table.countedDay} = ${day} then ${table.countedQuestions} else 0 end)`;
  const rows = await tx
    .update(table)
    .set({ countedDay: day, countedQuestions: sql`${used} + 1` })
    .where(
      and(
        eq(table.id, 'widgetId' in of ? of.widgetId : of.visitorId),
        limit === null ? undefined : sql`${used} < ${limit}`,
      ),
    )
    .returning({ id: table.id });
  return rows.length > 0;
}

export async function insertWidgetConversation(
  tx: Tx,
  values: typeof widgetConversations.$inferInsert,
): Promise<void> {
  await tx.insert(widgetConversations).values(values);
}

export async function countConversationsToday(tx: Tx, visitorId: string): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(widgetConversations)
    .where(
      and(
        eq(widgetConversations.visitorId, visitorId),
        gt(widgetConversations.createdAt, sql`now() - interval '1 day'`),
      ),
    );
  return row?.count ?? 0;
}

/** Conversations in which something was asked, last used first. */
export async function listConversationsOfVisitor(tx: Tx, visitorId: string, limit: number) {
  const rows = await tx
    .select({ conversation: conversations })
    .from(widgetConversations)
    .innerJoin(conversations, eq(conversations.id, widgetConversations.conversationId))
    .where(and(eq(widgetConversations.visitorId, visitorId), sql`${conversations.name} <> ''`))
    .orderBy(desc(conversations.updatedAt), desc(conversations.id))
    .limit(limit);
  return rows.map(({ conversation }) => conversation);
}

/** Conversations that nobody has used for as long as their widget keeps them. */
export async function listForgottenConversations(tx: SystemTx, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: widgetConversations.conversationId })
    .from(widgetConversations)
    .innerJoin(widgets, eq(widgets.id, widgetConversations.widgetId))
    .innerJoin(conversations, eq(conversations.id, widgetConversations.conversationId))
    .where(lt(conversations.updatedAt, sql`now() - make_interval(days => ${widgets.keepDays})`))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Tokens and identities that have ended, and visitors who asked nothing and have not been here for a while. */
export async function deleteWhatHasEnded(tx: SystemTx): Promise<void> {
  await tx.delete(visitorTokens).where(lt(visitorTokens.expiresAt, sql`now()`));
  await tx.delete(usedIdentities).where(lt(usedIdentities.expiresAt, sql`now()`));
  await tx
    .delete(widgetVisitors)
    .where(
      and(
        lt(widgetVisitors.lastSeenAt, sql`now() - interval '2 days'`),
        sql`not exists (select from ${widgetConversations} where ${widgetConversations.visitorId} = ${widgetVisitors.id})`,
        or(isNull(widgetVisitors.subject), lt(widgetVisitors.lastSeenAt, sql`now() - interval '90 days'`)),
      ),
    );
}
