import {
  AppError,
  type BodyOf,
  type createShare,
  type Level,
  levels,
  type Share,
  type SharedConversation,
} from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { generateToken, hashToken } from '../../platform/token.ts';
import { getAccount } from '../accounts/account.queries.ts';
import { listSearchableKnowledgeBases } from '../assistants/assistant.queries.ts';
import { loadAssistant } from '../assistants/assistant.service.ts';
import { generalDefaults } from '../assistants/assistant-defaults.ts';
import { findCompany } from '../companies/company.queries.ts';
import { findMembership } from '../companies/member.queries.ts';
import { listShownMessages } from '../conversations/branches/branch.service.ts';
import { listMessagesInOrder } from '../conversations/conversation.queries.ts';
import { loadConversation } from '../conversations/conversation.service.ts';
import type { ConversationRow, MessageRow } from '../conversations/conversation.table.ts';
import { findConversationBase } from '../knowledge-bases/conversation-base.queries.ts';
import { presentShared } from './present-shared.ts';
import { sharePolicy } from './share.policy.ts';
import {
  findShare,
  findShareByHash,
  insertShare,
  listBasesReadFor,
  listShareRows,
  type ShareWithConversation,
  updateShareRow,
} from './share.queries.ts';
import type { ShareRow } from './share.table.ts';

/** Links to one conversation that work at a time. */
export const mostShares = 20;
/** More knowledge bases than a conversation draws on. */
const mostBases = 1_000;

export function presentShare({ share, conversation }: ShareWithConversation): Share {
  return {
    id: share.id,
    conversationId: share.conversationId,
    conversationName: conversation.name,
    assistantId: conversation.assistantId,
    audience: share.audience,
    hint: share.hint,
    messageCount: share.messageIds.length,
    sharedAt: share.sharedAt.toISOString(),
    expiresAt: share.expiresAt?.toISOString() ?? null,
    createdAt: share.createdAt.toISOString(),
  };
}

/** The messages of the branch shown: each question that has its answer, with it. */
async function takeMessages(tx: Tx, conversation: ConversationRow): Promise<string[]> {
  const ended = (await listShownMessages(tx, conversation)).filter(({ status }) => status !== 'streaming');
  const answered = ended.filter(
    ({ role, id }) => role === 'assistant' || ended.some(({ questionId }) => questionId === id),
  );
  if (answered.length === 0) throw new AppError('share.nothing_said');
  return answered.map(({ id }) => id);
}

export async function allowsPublicLinks(tx: Tx, companyId: string): Promise<boolean> {
  return (await findCompany(tx, companyId))?.publicLinks === true;
}

export function shareConversation(
  { database }: Platform,
  actor: Actor,
  conversationId: string,
  { audience, expiresInDays }: BodyOf<typeof createShare>,
): Promise<{ share: Share; token: string; assistantName: string }> {
  return database.withActor(actor, async (tx) => {
    const conversation = await loadConversation(tx, actor, 'update', conversationId);
    const assistant = await loadAssistant(tx, actor, 'read', conversation.assistantId);
    if (audience === 'anyone' && !(await allowsPublicLinks(tx, actor.companyId)))
      throw new AppError('share.public_forbidden');
    const { total } = await listShareRows(tx, {
      accountId: actor.accountId,
      conversationId,
      page: 1,
      pageSize: 1,
    });
    if (total >= mostShares) throw new AppError('share.too_many', { max: mostShares });
    const token = generateToken('lsh');
    const id = newId();
    await insertShare(tx, {
      id,
      companyId: actor.companyId,
      conversationId,
      accountId: actor.accountId,
      tokenHash: hashToken(token),
      hint: token.slice(-4),
      audience,
      messageIds: await takeMessages(tx, conversation),
      sharedAt: new Date(),
      expiresAt: expiresInDays === null ? null : new Date(Date.now() + expiresInDays * 86_400_000),
    });
    const made = (await findShare(tx, id)) as ShareWithConversation;
    return { share: presentShare(made), token, assistantName: assistant.name };
  });
}

export async function loadShare<Action extends 'read' | 'update' | 'delete'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
) {
  return authorize(sharePolicy, actor, action, (await findShare(tx, id))?.share);
}

/** Has the link show what the conversation shows now. */
export function refreshShare({ database }: Platform, actor: Actor, id: string): Promise<Share> {
  return database.withActor(actor, async (tx) => {
    const row = await loadShare(tx, actor, 'update', id);
    const conversation = await loadConversation(tx, actor, 'read', row.conversationId);
    await updateShareRow(tx, row, {
      messageIds: await takeMessages(tx, conversation),
      sharedAt: new Date(),
    });
    return presentShare((await findShare(tx, id)) as ShareWithConversation);
  });
}

/** Who shared, with today's rights; undefined where that person may do nothing in the company any more. */
async function findSharer(tx: Tx, share: ShareRow): Promise<(Actor & { username: string }) | undefined> {
  const company = await findCompany(tx, share.companyId);
  const member = await findMembership(tx, share.companyId, share.accountId);
  if (!company?.enabled || !member) return undefined;
  const account = await getAccount(tx, share.accountId);
  if (!account.active || (share.audience === 'anyone' && !company.publicLinks)) return undefined;
  return {
    accountId: share.accountId,
    companyId: share.companyId,
    level: Math.min(member.level, levels.COMPANY) as Level,
    via: 'session',
    sessionId: null,
    signedInWith: 'password',
    mustChangePassword: false,
    language: account.language as Actor['language'],
    username: account.username,
  };
}

function basesOf(row: MessageRow, read: Map<string, string[]>): string[] {
  return [
    ...row.citations.map(({ knowledgeBaseId }) => knowledgeBaseId),
    ...row.tableAnswers.map(({ knowledgeBaseId }) => knowledgeBaseId),
    ...(read.get(row.id) ?? []),
  ];
}

/** The messages before the first answer that rests on what the sharer may not open any more. */
async function keepAllowed(
  tx: Tx,
  sharer: Actor,
  rows: MessageRow[],
  conversationId: string,
): Promise<MessageRow[]> {
  const read = await listBasesReadFor(
    tx,
    rows.filter(({ role }) => role === 'assistant').map(({ id }) => id),
  );
  const ids = [...new Set(rows.flatMap((row) => basesOf(row, read)))];
  if (ids.length === 0) return rows;
  const open = await listSearchableKnowledgeBases(tx, sharer, { ids, limit: mostBases });
  const own = await findConversationBase(tx, conversationId);
  const allowed = new Set([...open, ...(own ? [own] : [])].map(({ id }) => id));
  // An answer knows those before it, so that what follows may repeat what must not be shown.
  const end = rows.findIndex((row) => basesOf(row, read).some((id) => !allowed.has(id)));
  return end === -1 ? rows : rows.slice(0, end);
}

/** What a link shows to a reader; null: one who is not signed in. */
export async function openSharedConversation(
  { database }: Platform,
  token: string,
  reader: Actor | null,
): Promise<SharedConversation> {
  const found = await database.asSystem('a link names its company only after it is looked up', (tx) =>
    findShareByHash(tx, hashToken(token)),
  );
  if (!found) throw new AppError('share.not_found');
  const { share, conversation } = found;
  if (share.audience === 'company' && reader?.companyId !== share.companyId)
    throw new AppError('share.company_only');
  const shared = await database.withActor(share, (tx) => readAsSharer(tx, share, conversation));
  const baseIds = shared.messages.flatMap(({ citations }) =>
    citations.map(({ knowledgeBaseId }) => knowledgeBaseId),
  );
  const openable =
    reader === null || reader.companyId !== share.companyId || baseIds.length === 0
      ? []
      : await database.withActor(reader, (tx) =>
          listSearchableKnowledgeBases(tx, reader, { ids: [...new Set(baseIds)], limit: mostBases }),
        );
  return { ...shared, openableKnowledgeBaseIds: openable.map(({ id }) => id) };
}

async function readAsSharer(tx: Tx, share: ShareRow, conversation: ShareWithConversation['conversation']) {
  const sharer = await findSharer(tx, share);
  if (!sharer) throw new AppError('share.not_found');
  const assistant = await loadAssistant(tx, sharer, 'read', conversation.assistantId).catch((error) => {
    if (error instanceof AppError) throw new AppError('share.not_found');
    throw error;
  });
  const rows = await listMessagesInOrder(tx, share.messageIds);
  const allowed = await keepAllowed(tx, sharer, rows, share.conversationId);
  return {
    name: conversation.name,
    assistantName: assistant.isGeneral ? generalDefaults(sharer.language).name : assistant.name,
    assistantAvatar: assistant.avatar,
    showQuote: assistant.showQuote,
    sharedBy: sharer.username,
    sharedAt: share.sharedAt.toISOString(),
    audience: share.audience,
    messages: allowed.map((row) => presentShared(row, assistant.showQuote)),
    cut: allowed.length < rows.length,
  };
}
