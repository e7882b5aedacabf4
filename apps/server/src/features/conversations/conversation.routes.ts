import {
  askQuestion,
  createConversation,
  deleteConversation,
  deleteMessage,
  explainAnswer,
  getConversation,
  listConversations,
  listRecentConversations,
  listSuggestedQuestions,
  mailConversation,
  rateAnswer,
  regenerateAnswer,
  renameConversation,
  resumeAnswer,
  setConversationDraft,
  stopAnswer,
  withdrawRating,
} from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { originOf } from '../../platform/actor.ts';
import { newId } from '../../platform/database/database.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  loadAssistant,
  loadAssistantsToChat,
  readAssistantWithBases,
} from '../assistants/assistant.service.ts';
import type { AssistantRow } from '../assistants/assistant.table.ts';
import { generalDefaults } from '../assistants/assistant-defaults.ts';
import { rateAnswer as rate } from './answer-feedback.service.ts';
import type { Answers } from './answers/answer-stream.service.ts';
import { endStaleAnswers, stopAnswersOf } from './answers/end-answers.service.ts';
import {
  deleteConversationRow,
  insertConversation,
  listConversationRows,
  listMessages,
  listRecentConversationRows,
  updateConversationRow,
} from './conversation.queries.ts';
import {
  ask,
  deletePair,
  findAnswerToResume,
  loadConversation,
  regenerate,
  stop,
} from './conversation.service.ts';
import { mailConversation as mail } from './conversation-mail.service.ts';
import { readExplanation } from './explanation.service.ts';
import { presentConversation, presentMessage } from './present-message.ts';
import { suggestQuestions } from './suggestions/suggested-questions.service.ts';

function nameFor(actor: Actor, { isGeneral, name, avatar }: AssistantRow) {
  return { assistantName: isGeneral ? generalDefaults(actor.language).name : name, assistantAvatar: avatar };
}

export function conversationRoutes(platform: Platform, answers: Answers) {
  const { database } = platform;
  const { answerer } = answers;
  return [
    route(listConversations, ({ actor, params, query }) =>
      database.withActor(actor, async (tx) => {
        await loadAssistant(tx, actor, 'read', params.assistantId);
        const { rows, total } = await listConversationRows(tx, actor, params.assistantId, query);
        return { items: rows.map(presentConversation), total };
      }),
    ),
    route(listRecentConversations, ({ actor, query }) =>
      database.withActor(actor, async (tx) => {
        const rows = await listRecentConversationRows(tx, actor, query);
        const found = await loadAssistantsToChat(tx, actor, [
          ...new Set(rows.map(({ assistantId }) => assistantId)),
        ]);
        const byId = new Map(found.map((assistant) => [assistant.id, nameFor(actor, assistant)]));
        return {
          items: rows.flatMap((row) => {
            const assistant = byId.get(row.assistantId);
            return assistant ? [{ ...presentConversation(row), ...assistant }] : [];
          }),
        };
      }),
    ),
    route(listSuggestedQuestions, ({ actor, params }) =>
      database.withActor(actor, async (tx) => {
        const assistant = await loadAssistant(tx, actor, 'read', params.assistantId);
        const { bases } = await readAssistantWithBases(tx, actor, assistant);
        return { items: await suggestQuestions(tx, bases) };
      }),
    ),
    route(createConversation, ({ actor, params, body }) =>
      database.withActor(actor, async (tx) => {
        const assistant = await loadAssistant(tx, actor, 'read', params.assistantId);
        const row = await insertConversation(tx, {
          id: newId(),
          companyId: actor.companyId,
          assistantId: assistant.id,
          accountId: actor.accountId,
          origin: originOf(actor),
          // Without a name it takes that of its first question.
          name: body.name ?? '',
          usesDraft: body.usesDraft,
        });
        return presentConversation(row);
      }),
    ),
    route(getConversation, ({ actor, params, language }) =>
      database.withActor(actor, async (tx) => {
        const row = await loadConversation(tx, actor, 'read', params.conversationId);
        await endStaleAnswers(tx, row.id);
        const messages = await listMessages(tx, row.id);
        return {
          ...presentConversation(row),
          messages: messages.map((message) => presentMessage(message, language)),
        };
      }),
    ),
    route(renameConversation, ({ actor, params, body }) =>
      database.withActor(actor, async (tx) => {
        const row = await loadConversation(tx, actor, 'update', params.conversationId);
        return presentConversation(await updateConversationRow(tx, row, { name: body.name }));
      }),
    ),
    route(setConversationDraft, ({ actor, params, body }) =>
      database.withActor(actor, async (tx) => {
        const row = await loadConversation(tx, actor, 'update', params.conversationId);
        await loadAssistant(tx, actor, 'update', row.assistantId);
        return presentConversation(await updateConversationRow(tx, row, body));
      }),
    ),
    route(deleteConversation, ({ actor, params }) =>
      database.withActor(actor, async (tx) => {
        const row = await loadConversation(tx, actor, 'delete', params.conversationId);
        await stopAnswersOf(tx, { conversationId: row.id });
        await deleteConversationRow(tx, row);
      }),
    ),
    route(mailConversation, ({ actor, params }) => mail(platform, actor, params.conversationId)),
    route(askQuestion, async ({ actor, params, body, language, signal }) => {
      answers.checkMayRead(actor);
      const { live, assistantId } = await ask(
        platform,
        answerer,
        actor,
        params.conversationId,
        body,
        language,
      );
      return answers.sendLive(live, { actor, assistantId, signal });
    }),
    route(resumeAnswer, async ({ actor, params, query, language, signal }) => {
      answers.checkMayRead(actor);
      // Before the stream begins, so that a foreign id is a status and not an event.
      const { row, assistantId } = await findAnswerToResume(platform, actor, params);
      return answers.resume(row, { actor, assistantId, signal }, { after: query.after, language });
    }),
    route(stopAnswer, ({ actor, params, language }) => stop(platform, answerer, actor, params, language)),
    route(regenerateAnswer, async ({ actor, params, language, signal }) => {
      answers.checkMayRead(actor);
      const { conversationId, messageId } = params;
      const { live, assistantId } = await regenerate(
        platform,
        answerer,
        actor,
        conversationId,
        messageId,
        language,
      );
      return answers.sendLive(live, { actor, assistantId, signal });
    }),
    route(explainAnswer, ({ actor, params }) => readExplanation(platform, actor, params)),
    route(rateAnswer, ({ actor, params, body, language }) => rate(platform, actor, params, body, language)),
    route(withdrawRating, ({ actor, params, language }) => rate(platform, actor, params, null, language)),
    route(deleteMessage, ({ actor, params }) => deletePair(platform, actor, params)),
  ];
}
