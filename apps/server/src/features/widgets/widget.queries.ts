import { and, asc, count, desc, eq, ilike, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import { isSameName } from '../../platform/database/same-name.ts';
import type { QuotaToken } from '../../platform/quota.ts';
import { assistants } from '../assistants/assistant.table.ts';
import { conversations, messages } from '../conversations/conversation.table.ts';
import type { WidgetWithAssistant } from './widget.policy.ts';
import { type WidgetRow, widgetConversations, widgets, widgetVisitors } from './widget.table.ts';

function selectWithAssistant(tx: Tx) {
  return tx
    .select({ widget: widgets, assistant: assistants })
    .from(widgets)
    .innerJoin(assistants, and(eq(assistants.id, widgets.assistantId), sql`${assistants.deletedAt} is null`));
}

export async function findWidget(tx: Tx, id: string): Promise<WidgetWithAssistant | undefined> {
  const [row] = await selectWithAssistant(tx).where(eq(widgets.id, id));
  return row && { ...row.widget, assistant: row.assistant };
}

/** One that shows: a widget that is switched off is not found. */
export async function findWidgetByPublicId(
  tx: SystemTx,
  publicId: string,
): Promise<WidgetWithAssistant | undefined> {
  const [row] = await selectWithAssistant(tx).where(and(eq(widgets.publicId, publicId), widgets.enabled));
  return row && { ...row.widget, assistant: row.assistant };
}

export function listWidgetRows(tx: Tx, assistantId: string): Promise<WidgetRow[]> {
  return tx
    .select()
    .from(widgets)
    .where(eq(widgets.assistantId, assistantId))
    .orderBy(asc(widgets.createdAt));
}

export async function isWidgetNameTaken(tx: Tx, assistantId: string, name: string): Promise<boolean> {
  const rows = await tx
    .select({ id: widgets.id })
    .from(widgets)
    .where(and(eq(widgets.assistantId, assistantId), isSameName(widgets.name, name)));
  return rows.length > 0;
}

export async function insertWidget(
  tx: Tx,
  values: typeof widgets.$inferInsert,
  _place: QuotaToken<'iframes'>,
): Promise<WidgetRow> {
  const [row] = await tx.insert(widgets).values(values).returning();
  return row as WidgetRow;
}

export async function updateWidgetRow(
  tx: Tx,
  widget: Authorized<WidgetWithAssistant, 'update'>,
  changes: PgUpdateSetSource<typeof widgets>,
): Promise<WidgetRow> {
  const [row] = await tx
    .update(widgets)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(widgets.id, widget.id))
    .returning();
  return row as WidgetRow;
}

export async function deleteWidgetRow(
  tx: Tx,
  widget: Authorized<WidgetWithAssistant, 'delete'>,
): Promise<void> {
  await tx.delete(widgets).where(eq(widgets.id, widget.id));
}

/** The widgets of an assistant that is deleted. */
export async function deleteWidgetsOfAssistant(
  tx: Tx,
  assistant: Authorized<{ id: string }, 'delete'>,
): Promise<void> {
  await tx.delete(widgets).where(eq(widgets.assistantId, assistant.id));
}

export async function listConversationIds(tx: Tx, widgetId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: widgetConversations.conversationId })
    .from(widgetConversations)
    .where(eq(widgetConversations.widgetId, widgetId));
  return rows.map(({ id }) => id);
}

/** Each takes a place of the package's iframes, whether it is switched on or not. */
export function countWidgets(companyId: SQLWrapper): SQL<number> {
  return sql`(select count(*) from ${widgets} where ${widgets.companyId} = ${companyId})`;
}

export async function countConversations(tx: Tx, widgetIds: string[]): Promise<Map<string, number>> {
  if (widgetIds.length === 0) return new Map();
  const rows = await tx
    .select({ widgetId: widgetConversations.widgetId, count: count() })
    .from(widgetConversations)
    .where(or(...widgetIds.map((id) => eq(widgetConversations.widgetId, id))))
    .groupBy(widgetConversations.widgetId);
  return new Map(rows.map((row) => [row.widgetId, row.count]));
}

const ofConversation = (condition: SQL) =>
  sql<number>`(select count(*)::int from ${messages} where ${messages.conversationId} = ${conversations.id} and ${condition})`;

function selectConversations(tx: Tx) {
  return tx
    .select({
      conversation: conversations,
      visitor: widgetVisitors,
      site: widgetConversations.site,
      questionCount: ofConversation(sql`${messages.role} = 'user'`),
      unansweredCount: ofConversation(sql`${messages.nothingFound}`),
      dislikedCount: ofConversation(sql`${messages.rating} = 'down'`),
    })
    .from(widgetConversations)
    .innerJoin(conversations, eq(conversations.id, widgetConversations.conversationId))
    .innerJoin(widgetVisitors, eq(widgetVisitors.id, widgetConversations.visitorId));
}

export type ConversationOfVisitor = Awaited<ReturnType<typeof selectConversations>>[number];

/** Conversations in which something was asked, the latest first. */
export async function listConversationPage(
  tx: Tx,
  widgetId: string,
  filter: { search?: string | undefined; page: number; pageSize: number },
): Promise<{ rows: ConversationOfVisitor[]; total: number }> {
  const pattern = filter.search ? likePattern(filter.search) : undefined;
  const where = and(
    eq(widgetConversations.widgetId, widgetId),
    sql`${conversations.name} <> ''`,
    pattern === undefined
      ? undefined
      : or(
          ilike(conversations.name, pattern),
          ilike(widgetVisitors.name, pattern),
          ilike(widgetVisitors.email, pattern),
        ),
  );
  const [total] = await tx
    .select({ count: count() })
    .from(widgetConversations)
    .innerJoin(conversations, eq(conversations.id, widgetConversations.conversationId))
    .innerJoin(widgetVisitors, eq(widgetVisitors.id, widgetConversations.visitorId))
    .where(where);
  const rows = await selectConversations(tx)
    .where(where)
    .orderBy(desc(conversations.updatedAt), desc(conversations.id))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  return { rows, total: total?.count ?? 0 };
}

export async function findConversationOfWidget(
  tx: Tx,
  widgetId: string,
  conversationId: string,
): Promise<ConversationOfVisitor | undefined> {
  const [row] = await selectConversations(tx).where(
    and(eq(widgetConversations.widgetId, widgetId), eq(widgetConversations.conversationId, conversationId)),
  );
  return row;
}
