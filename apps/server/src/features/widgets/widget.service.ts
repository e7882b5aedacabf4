import { randomBytes } from 'node:crypto';
import {
  AppError,
  type BodyOf,
  type createWidget,
  mostWidgets,
  type updateWidget,
  type Widget,
} from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { type Authorized, authorize } from '../../platform/authorized.ts';
import { asSystemTx, newId, type Tx } from '../../platform/database/database.ts';
import type { Audit } from '../../platform/http/audit-call.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeQuota } from '../../platform/quota.ts';
import { secretEnding } from '../../platform/secret-ending.ts';
import { generateToken } from '../../platform/token.ts';
import { readOwnerNames } from '../accounts/owner-names.service.ts';
import { loadAssistant } from '../assistants/assistant.service.ts';
import { lockCompanyRow } from '../companies/company.queries.ts';
import { deleteConversationRows } from '../conversations/conversation.queries.ts';
import { type WidgetWithAssistant, widgetPolicy } from './widget.policy.ts';
import {
  countConversations,
  deleteWidgetRow,
  findConversationOfWidget,
  findWidget,
  insertWidget,
  isWidgetNameTaken,
  listConversationIds,
  listWidgetRows,
  updateWidgetRow,
} from './widget.queries.ts';
import type { WidgetRow } from './widget.table.ts';

export const secretContext = (widgetId: string) => `widget:${widgetId}`;

/** The day (UTC) for which questions are counted. */
export const today = () => new Date().toISOString().slice(0, 10);

async function present(tx: Tx, rows: WidgetRow[]): Promise<Widget[]> {
  const conversations = await countConversations(
    tx,
    rows.map(({ id }) => id),
  );
  const names = await readOwnerNames(
    tx,
    rows.flatMap(({ createdBy }) => (createdBy ? [{ ownerId: createdBy }] : [])),
  );
  return rows.map((row) => {
    const {
      companyId: _,
      sealedIdentitySecret: __,
      countedDay,
      countedQuestions,
      createdBy,
      ...fields
    } = row;
    return {
      ...fields,
      createdByName: names.get(createdBy ?? '') ?? '',
      askedToday: countedDay === today() ? countedQuestions : 0,
      conversationCount: conversations.get(row.id) ?? 0,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    };
  });
}

async function presentOne(tx: Tx, row: WidgetRow): Promise<Widget> {
  const [widget] = await present(tx, [row]);
  return widget as Widget;
}

/** What decides who reaches the assistant, and how long that is remembered. */
const auditedOf = ({ enabled, linkEnabled, identity, sources, sites, keepDays }: WidgetRow) => ({
  enabled,
  linkEnabled,
  identity,
  sources,
  sites: sites.join(' '),
  keepDays,
});

export async function loadWidget<Action extends 'manage' | 'update' | 'delete'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
): Promise<Authorized<WidgetWithAssistant, Action>> {
  return authorize(widgetPolicy, actor, action, await findWidget(tx, id));
}

export function listWidgetsOf(
  { database }: Platform,
  actor: Actor,
  assistantId: string,
): Promise<{ items: Widget[] }> {
  return database.withActor(actor, async (tx) => {
    const assistant = await loadAssistant(tx, actor, 'update', assistantId);
    return { items: await present(tx, await listWidgetRows(tx, assistant.id)) };
  });
}

export function addWidget(
  { database }: Platform,
  actor: Actor,
  assistantId: string,
  input: BodyOf<typeof createWidget>,
  audit: Audit,
): Promise<Widget> {
  return database.withActor(actor, async (tx) => {
    const assistant = await loadAssistant(tx, actor, 'update', assistantId);
    // Its lock on the company also serialises the checks of names and of their number.
    const place = await takeQuota(tx, actor.companyId, 'iframes', 1);
    if ((await listWidgetRows(tx, assistant.id)).length >= mostWidgets)
      throw new AppError('widget.too_many', { max: mostWidgets });
    if (await isWidgetNameTaken(tx, assistant.id, input.name))
      throw new AppError('widget.name_taken', { name: input.name });
    const row = await insertWidget(
      tx,
      {
        id: newId(),
        companyId: actor.companyId,
        assistantId: assistant.id,
        createdBy: actor.accountId,
        publicId: generateToken('lwi'),
        ...input,
        sites: [...new Set(input.sites)],
      },
      place,
    );
    audit(row.name);
    return presentOne(tx, row);
  });
}

export function changeWidget(
  { database }: Platform,
  actor: Actor,
  id: string,
  changes: BodyOf<typeof updateWidget>,
  audit: Audit,
): Promise<Widget> {
  return database.withActor(actor, async (tx) => {
    await lockCompanyRow(tx, actor.companyId);
    const widget = await loadWidget(tx, actor, 'update', id);
    const { name = widget.name, identity = widget.identity, sites } = changes;
    if (
      name.toLowerCase() !== widget.name.toLowerCase() &&
      (await isWidgetNameTaken(tx, widget.assistantId, name))
    )
      throw new AppError('widget.name_taken', { name });
    if (identity !== 'off' && widget.sealedIdentitySecret === null)
      throw new AppError('widget.no_identity_secret');
    const row = await updateWidgetRow(tx, widget, {
      ...changes,
      ...(sites ? { sites: [...new Set(sites)] } : {}),
    });
    audit(row.name);
    audit.changed(auditedOf(widget), auditedOf(row));
    return presentOne(tx, row);
  });
}

/** Deletes a widget with its visitors and what they asked. */
export function removeWidget({ database }: Platform, actor: Actor, id: string, audit: Audit): Promise<void> {
  return database.withActor(actor, async (tx) => {
    const widget = await loadWidget(tx, actor, 'delete', id);
    audit(widget.name);
    const system = asSystemTx('what visitors asked is deleted with the widget', tx);
    await deleteConversationRows(system, await listConversationIds(tx, widget.id));
    await deleteWidgetRow(tx, widget);
  });
}

/** Deletes a conversation of a visitor, for whoever manages the widget. */
export function removeConversation(
  { database }: Platform,
  actor: Actor,
  { widgetId, conversationId }: { widgetId: string; conversationId: string },
  audit: Audit,
): Promise<void> {
  return database.withActor(actor, async (tx) => {
    const widget = await loadWidget(tx, actor, 'update', widgetId);
    const found = await findConversationOfWidget(tx, widget.id, conversationId);
    if (!found) throw new AppError('conversation.not_found');
    audit(widget.name);
    await deleteConversationRows(asSystemTx('visitors delete nothing themselves', tx), [conversationId]);
  });
}

/** What the old secret signed lets nobody in any more. */
export function replaceSecret(
  { database, secrets }: Platform,
  actor: Actor,
  id: string,
  audit: Audit,
): Promise<{ widget: Widget; secret: string }> {
  return database.withActor(actor, async (tx) => {
    const widget = await loadWidget(tx, actor, 'update', id);
    const secret = randomBytes(32).toString('base64url');
    const row = await updateWidgetRow(tx, widget, {
      sealedIdentitySecret: secrets.encrypt(secret, secretContext(id)),
      identityHint: secretEnding(secret),
    });
    audit(row.name);
    return { widget: await presentOne(tx, row), secret };
  });
}
