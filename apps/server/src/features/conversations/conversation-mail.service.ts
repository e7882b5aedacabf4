import { AppError, type Conversation, type Language } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAccount } from '../accounts/account.queries.ts';
import { checkGuess } from '../accounts/sign-in-guard.service.ts';
import { loadAssistant } from '../assistants/assistant.service.ts';
import { findMembership } from '../companies/member.queries.ts';
import { queueMail } from '../mails/mail.service.ts';
import type { MailedTurn } from '../mails/mail-values.ts';
import { listShownMessages } from './branches/branch.service.ts';
import { updateConversationRow } from './conversation.queries.ts';
import { loadConversation } from './conversation.service.ts';
import type { MessageRow } from './conversation.table.ts';
import { presentConversation } from './present-message.ts';

/** A mail is to be read: of a long conversation it has the end. */
const maxTurns = 20;
const maxCharacters = 4_000;
/** What is not delivered by then is erased: it is the company's text in the platform's outbox. */
const deliverableMs = 86_400_000;

const shorten = (text: string) => (text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text);

function listTurns(rows: MessageRow[]): MailedTurn[] {
  return rows
    .filter(({ role }) => role === 'user')
    .map(({ id, content }) => ({
      question: shorten(content),
      answer: shorten(rows.find(({ questionId }) => questionId === id)?.content ?? ''),
    }));
}

async function loadMailable(tx: Tx, actor: Actor, conversationId: string) {
  const conversation = await loadConversation(tx, actor, 'update', conversationId);
  const assistant = await loadAssistant(tx, actor, 'read', conversation.assistantId);
  const messages = await listShownMessages(tx, conversation);
  const isOffered = assistant.mailSupport && !assistant.isGeneral;
  if (!isOffered || !messages.some(({ nothingFound }) => nothingFound))
    throw new AppError('conversation.mail_not_offered');
  // Whoever left the company must not receive its conversations.
  if (!(await findMembership(tx, actor.companyId, assistant.ownerId)))
    throw new AppError('conversation.creator_left');
  return { conversation, assistant, messages };
}

/** Mails a conversation in which nothing was found to the creator of its assistant. */
export async function mailConversation(
  platform: Platform,
  actor: Actor,
  conversationId: string,
): Promise<Conversation> {
  const { database, mailer, publicUrl } = platform;
  const { assistantId } = await database.withActor(actor, async (tx) => {
    const { conversation } = await loadMailable(tx, actor, conversationId);
    return conversation;
  });
  // Without a mail server the mail would stay in the outbox, where it is not the company's any more.
  if (!mailer.configured) throw new AppError('mail.not_configured');
  await checkGuess(database, `conversations mailed by ${actor.accountId} about ${assistantId}`);
  return database.withActor(actor, async (tx) => {
    const { conversation, assistant, messages } = await loadMailable(tx, actor, conversationId);
    const owner = await getAccount(tx, assistant.ownerId);
    const asker = await getAccount(tx, actor.accountId);
    const turns = listTurns(messages);
    await queueMail(platform, tx, {
      to: owner.email,
      kind: 'conversation',
      language: owner.language as Language,
      expiresAt: new Date(Date.now() + deliverableMs),
      values: {
        askedBy: asker.username,
        assistant: assistant.name,
        turns: turns.slice(-maxTurns),
        omitted: Math.max(0, turns.length - maxTurns),
        url: `${publicUrl()}/chat?assistant=${assistant.id}`,
      },
    });
    return presentConversation(await updateConversationRow(tx, conversation, { mailedAt: new Date() }));
  });
}
