import {
  createConversation,
  deleteConversation,
  deleteConversationFile,
  exportConversation,
  getConversation,
  listConversationFiles,
  listConversations,
  listFollowUpQuestions,
  listRecentConversations,
  listSuggestedQuestions,
  mailConversation,
  pinConversation,
  renameConversation,
  setConversationDraft,
  showBranch,
  uploadConversationFiles,
} from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  loadAssistant,
  loadAssistantsToChat,
  readAssistantWithBases,
} from '../assistants/assistant.service.ts';
import type { AssistantRow } from '../assistants/assistant.table.ts';
import { generalDefaults } from '../assistants/assistant-defaults.ts';
import { readConversation, showBranch as show } from './branches/branch.service.ts';
import {
  listConversationRows,
  listMatchingMessages,
  listRecentConversationRows,
  updateConversationRow,
} from './conversation.queries.ts';
import { loadConversation } from './conversation.service.ts';
import { beginConversation, removeConversation } from './conversation-life.service.ts';
import { mailConversation as mail } from './conversation-mail.service.ts';
import { exportConversation as writeExport } from './export/conversation-export.service.ts';
import {
  deleteConversationFile as deleteFile,
  listConversationFiles as listFiles,
  uploadConversationFiles as upload,
} from './files/conversation-files.service.ts';
import { presentConversation } from './present-message.ts';
import { cutSnippet, searchWords } from './search/snippet.ts';
import { suggestFollowUps } from './suggestions/follow-up-questions.service.ts';
import { suggestQuestions } from './suggestions/suggested-questions.service.ts';

function nameFor(actor: Actor, { isGeneral, name, avatar }: AssistantRow) {
  return { assistantName: isGeneral ? generalDefaults(actor.language).name : name, assistantAvatar: avatar };
}

export function conversationRoutes(platform: Platform) {
  const { database } = platform;
  return [
    route(listConversations, ({ actor, params, query }) =>
      database.withActor(actor, async (tx) => {
        await loadAssistant(tx, actor, 'read', params.assistantId);
        const { rows, total } = await listConversationRows(tx, actor, params.assistantId, query);
        const words = searchWords(query.search ?? '');
        const found = await listMatchingMessages(
          tx,
          rows.map(({ id }) => id),
          words,
        );
        const matches = new Map(
          found.map(({ id, conversationId, content }) => [
            conversationId,
            { messageId: id, text: cutSnippet(content, words) },
          ]),
        );
        return {
          items: rows.map((row) => ({ ...presentConversation(row), match: matches.get(row.id) ?? null })),
          total,
        };
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
    route(listFollowUpQuestions, async ({ actor, params }) => ({
      items: await suggestFollowUps(platform, actor, params),
    })),
    route(createConversation, ({ actor, params, body }) =>
      database.withActor(actor, async (tx) => {
        const assistant = await loadAssistant(tx, actor, 'read', params.assistantId);
        return presentConversation(await beginConversation(tx, actor, assistant, body));
      }),
    ),
    route(getConversation, ({ actor, params, query, language }) =>
      readConversation(platform, actor, params.conversationId, language, query),
    ),
    route(showBranch, ({ actor, params, body, language }) =>
      show(platform, actor, params.conversationId, body.messageId, language),
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
    route(pinConversation, ({ actor, params, body }) =>
      database.withActor(actor, async (tx) => {
        const row = await loadConversation(tx, actor, 'update', params.conversationId);
        const pinnedAt = body.pinned ? (row.pinnedAt ?? new Date()) : null;
        return presentConversation(await updateConversationRow(tx, row, { pinnedAt }));
      }),
    ),
    route(exportConversation, ({ actor, params, query, language }) =>
      writeExport(platform, actor, params.conversationId, query.format, language),
    ),
    route(deleteConversation, ({ actor, params }) =>
      database.withActor(actor, (tx) => removeConversation(platform, tx, actor, params.conversationId)),
    ),
    route(uploadConversationFiles, ({ actor, params, request, language }) =>
      upload(platform, actor, params.conversationId, request, language),
    ),
    route(listConversationFiles, async ({ actor, params, language }) => ({
      items: await listFiles(platform, actor, params.conversationId, language),
    })),
    route(deleteConversationFile, ({ actor, params }) =>
      deleteFile(platform, actor, params.conversationId, params.conversationFileId),
    ),
    route(mailConversation, ({ actor, params }) => mail(platform, actor, params.conversationId)),
  ];
}
