import { type ErrorCode, errorText, webhookLimits } from '@lectern/contract';
import { eq, inArray } from 'drizzle-orm';
import { asSystemTx, type Tx } from '../../platform/database/database.ts';
import { onQuotaCrossed } from '../../platform/quota.ts';
import { onImportEnded } from '../../platform/runs/import-ended.ts';
import { accounts } from '../accounts/account.table.ts';
import { onMemberJoined } from '../companies/member.queries.ts';
import { onAnswerEnded, onAnswerRated, onLooseQuestionUnanswered } from '../conversations/answer-hooks.ts';
import { findConversation, findMessage } from '../conversations/conversation.queries.ts';
import type { MessageRow } from '../conversations/conversation.table.ts';
import { documents } from '../documents/document.table.ts';
import { onParseEnded } from '../parsing/parse-ended.ts';
import { keepConversationOpen } from './due-work.queries.ts';
import { recordEvents } from './record-events.ts';
import { holdSubscribers } from './webhook.queries.ts';

/** What lower features tell, as events. Each is asked for its contents only where an endpoint wants to know. */
export const webhookListeners = [
  onAnswerEnded.on(async (tx, answer) => {
    const { companyId, conversationId } = answer;
    if (answer.nothingFound && answer.status === 'complete')
      await recordEvents(tx, companyId, 'question.unanswered', async () => [
        { data: await describeAnswer(tx, answer), texts: { question: await questionOf(tx, answer) } },
      ]);
    if ((await holdSubscribers(tx, companyId, 'conversation.finished')).length === 0) return;
    const finishedAt = new Date(Date.now() + webhookLimits.finishedAfterMinutes * 60_000);
    const system = asSystemTx('that a conversation goes on follows from its answer', tx);
    await keepConversationOpen(system, { companyId, conversationId }, finishedAt);
  }),

  onLooseQuestionUnanswered.on((tx, { companyId, assistantId, question }) =>
    recordEvents(tx, companyId, 'question.unanswered', () => [
      {
        data: { assistant_id: assistantId, conversation_id: null, message_id: null },
        texts: { question },
      },
    ]),
  ),

  onAnswerRated.on((tx, answer) =>
    recordEvents(tx, answer.companyId, 'feedback.given', async () => [
      {
        data: { ...(await describeAnswer(tx, answer)), rating: answer.rating },
        texts: {
          comment: answer.feedbackText,
          question: await questionOf(tx, answer),
          answer: answer.content,
        },
      },
    ]),
  ),

  onParseEnded.on((tx, { companyId, documentIds, outcome }) =>
    recordEvents(tx, companyId, `document.${outcome}`, async () => {
      const rows = await tx.select().from(documents).where(inArray(documents.id, documentIds));
      return rows.map((row) => ({
        data: {
          document_id: row.id,
          knowledge_base_id: row.knowledgeBaseId,
          name: row.name,
          ...(outcome === 'parsed'
            ? { chunk_count: row.chunkCount, file_version: row.activeFileVersion }
            : { error: describeError(row.errorCode) }),
        },
      }));
    }),
  ),

  onImportEnded.on((tx, { companyId, source, importId, state, errorCode }) =>
    recordEvents(tx, companyId, 'import.finished', () => [
      { data: { import_id: importId, source, state, error: describeError(errorCode) } },
    ]),
  ),

  onQuotaCrossed.on((tx, { companyId, quota, level, used, max }) =>
    recordEvents(tx, companyId, `limit.${level}`, () => [{ data: { limit: limitNames[quota], used, max } }]),
  ),

  onMemberJoined.on((tx, { companyId, accountId, level }) =>
    recordEvents(tx, companyId, 'member.joined', async () => {
      const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId));
      return [{ data: { account_id: accountId, username: account?.username, email: account?.email, level } }];
    }),
  ),
];

const limitNames = {
  users: 'users',
  assistants: 'assistants',
  knowledgeBases: 'knowledge_bases',
  iframes: 'iframes',
  storage: 'storage_gigabytes',
  monthlyRequests: 'monthly_requests',
  yearlyRequests: 'yearly_requests',
} as const;

function describeError(code: string | null): { code: string; message: string } | null {
  return code === null ? null : { code, message: errorText(code as ErrorCode, 'en', { requestId: '–' }) };
}

async function describeAnswer(tx: Tx, { id, conversationId }: MessageRow): Promise<Record<string, unknown>> {
  const conversation = await findConversation(tx, conversationId);
  return { assistant_id: conversation?.assistantId, conversation_id: conversationId, message_id: id };
}

async function questionOf(tx: Tx, { conversationId, questionId }: MessageRow): Promise<string | null> {
  if (questionId === null) return null;
  return (await findMessage(tx, conversationId, questionId))?.content ?? null;
}
