import {
  AppError,
  type BodyOf,
  type introduceVisitor,
  type VisitorSummary,
  type WidgetSources,
} from '@lectern/contract';
import { type Actor, originOf } from '../../../platform/actor.ts';
import { asSystemTx, newId, type Tx } from '../../../platform/database/database.ts';
import type { FileAnswer } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadAssistant } from '../../assistants/assistant.service.ts';
import { findMessage, insertConversation } from '../../conversations/conversation.queries.ts';
import { loadConversation } from '../../conversations/conversation.service.ts';
import type { Visitor } from '../../conversations/visitors/visitor-port.ts';
import { readOriginal } from '../../documents/document-file.service.ts';
import type { WidgetWithAssistant } from '../widget.policy.ts';
import { findWidget } from '../widget.queries.ts';
import type { VisitorRow } from '../widget.table.ts';
import { presentVisitor } from './open-visit.service.ts';
import { presentVisitorConversation } from './present-visitor.ts';
import {
  countConversationsToday,
  findVisitor,
  insertWidgetConversation,
  listConversationsOfVisitor,
  updateVisitorDetails,
} from './visitor.queries.ts';

/** Conversations that a visitor may begin in a day, and those that are listed. */
const mostInADay = 50;
const mostListed = 50;

function visitorOf({ visitor }: Actor): Visitor {
  if (!visitor) throw new AppError('auth.required');
  return visitor;
}

async function readVisit(
  tx: Tx,
  actor: Actor,
): Promise<{ visitor: VisitorRow; widget: WidgetWithAssistant }> {
  const { id, widgetId } = visitorOf(actor);
  const [visitor, widget] = [await findVisitor(tx, id), await findWidget(tx, widgetId)];
  if (!visitor || !widget) throw new AppError('widget.not_found');
  return { visitor, widget };
}

/** What visitors of this widget see of the documents behind an answer. */
export function readSources({ database }: Platform, actor: Actor): Promise<WidgetSources> {
  return database.withActor(actor, async (tx) => (await readVisit(tx, actor)).widget.sources);
}

const lacks = (
  { askName, askEmail }: Pick<WidgetWithAssistant, 'askName' | 'askEmail'>,
  { name, email }: { name: string; email: string },
) => (askName === 'required' && name === '') || (askEmail === 'required' && email === '');

export function introduce(
  { database }: Platform,
  actor: Actor,
  details: BodyOf<typeof introduceVisitor>,
): Promise<VisitorSummary> {
  return database.withActor(actor, async (tx) => {
    const { visitor, widget } = await readVisit(tx, actor);
    if (visitor.subject !== null) throw new AppError('widget.details_signed');
    if (lacks(widget, details)) throw new AppError('widget.details_required');
    await updateVisitorDetails(asSystemTx('visitors say who they are', tx), visitor.id, details);
    return presentVisitor({ ...visitor, ...details });
  });
}

export function listOwnConversations({ database }: Platform, actor: Actor) {
  return database.withActor(actor, async (tx) => ({
    items: (await listConversationsOfVisitor(tx, visitorOf(actor).id, mostListed)).map(
      presentVisitorConversation,
    ),
  }));
}

export function beginConversation({ database }: Platform, actor: Actor) {
  return database.withActor(actor, async (tx) => {
    const { visitor, widget } = await readVisit(tx, actor);
    if (visitor.subject === null && lacks(widget, visitor)) throw new AppError('widget.details_required');
    if ((await countConversationsToday(tx, visitor.id)) >= mostInADay)
      throw new AppError('widget.too_many_conversations', {}, { retryAfterSeconds: 3_600 });
    const assistant = await loadAssistant(tx, actor, 'read', widget.assistantId);
    const { companyId } = widget;
    const row = await insertConversation(tx, {
      id: newId(),
      companyId,
      assistantId: assistant.id,
      accountId: actor.accountId,
      origin: originOf(actor),
      name: '',
    });
    await insertWidgetConversation(tx, {
      conversationId: row.id,
      companyId,
      widgetId: widget.id,
      visitorId: visitor.id,
      site: visitor.site,
    });
    return presentVisitorConversation(row);
  });
}

/** The original of a document, through an answer of the visitor's own conversation that cites it. */
export async function readCitedDocument(
  platform: Platform,
  actor: Actor,
  { conversationId, messageId, number }: { conversationId: string; messageId: string; number: number },
  rangeHeader: string | undefined,
): Promise<FileAnswer> {
  const citation = await platform.database.withActor(actor, async (tx) => {
    const { widget } = await readVisit(tx, actor);
    const conversation = await loadConversation(tx, actor, 'read', conversationId);
    const message = await findMessage(tx, conversation.id, messageId);
    const found = message?.citations.find((one) => one.number === number);
    if (!found) throw new AppError('message.not_found');
    if (widget.sources !== 'documents' || !widget.assistant.showQuote)
      throw new AppError('widget.documents_closed');
    return found;
  });
  const { documentId, documentVersion: version } = citation;
  return readOriginal(platform, actor, { documentId, version }, rangeHeader);
}
