import type { ConversationExportFormat, Language } from '@lectern/contract';
import { stringify } from 'csv-stringify/sync';
import type { Actor } from '../../../platform/actor.ts';
import type { FileAnswer } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadAssistant } from '../../assistants/assistant.service.ts';
import { generalDefaults } from '../../assistants/assistant-defaults.ts';
import { listShownMessages } from '../branches/branch.service.ts';
import { loadConversation } from '../conversation.service.ts';
import type { ConversationRow, MessageRow } from '../conversation.table.ts';
import { exportTexts } from './export-texts.ts';

type Exported = {
  conversation: ConversationRow;
  assistant: string;
  messages: MessageRow[];
  language: Language;
};

/** Spreadsheets take text without it for the encoding of their country. */
const byteOrderMark = '\uFEFF';

const writers: Record<
  ConversationExportFormat,
  { mediaType: string; write: (exported: Exported) => string }
> = {
  md: { mediaType: 'text/markdown; charset=utf-8', write: writeMarkdown },
  json: { mediaType: 'application/json; charset=utf-8', write: writeJson },
  csv: { mediaType: 'text/csv; charset=utf-8', write: writeCsv },
};

/** A conversation as a file, each answer with the passages that it cites. */
export function exportConversation(
  { database }: Platform,
  actor: Actor,
  conversationId: string,
  format: ConversationExportFormat,
  language: Language,
): Promise<FileAnswer> {
  return database.withActor(actor, async (tx) => {
    const conversation = await loadConversation(tx, actor, 'read', conversationId);
    const assistant = await loadAssistant(tx, actor, 'read', conversation.assistantId);
    const { mediaType, write } = writers[format];
    const text = write({
      conversation,
      assistant: assistant.isGeneral ? generalDefaults(language).name : assistant.name,
      messages: await listShownMessages(tx, conversation),
      language,
    });
    const bytes = Buffer.from(text);
    const title = (conversation.name || exportTexts[language].untitled).replace(/[\\/:*?"<>|]/g, '-');
    return { stream: bytes, sizeBytes: bytes.length, mediaType, name: `${title}.${format}` };
  });
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function writeMarkdown({ conversation, assistant, messages, language }: Exported): string {
  const texts = exportTexts[language];
  const turns = messages.map(({ role, content, createdAt, citations, files }) => {
    const heading = `## ${role === 'user' ? texts.question : assistant} (${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC)`;
    const sources = citations.map(({ number, documentName, page, quote }) => {
      const place = page === null ? documentName : `${documentName}, ${texts.page(page)}`;
      return `- [${number}] ${place}\n  > ${oneLine(quote)}`;
    });
    return [
      heading,
      content,
      ...(files.length > 0 ? [`${texts.files}: ${files.map(({ name }) => name).join(', ')}`] : []),
      ...(sources.length > 0 ? [`**${texts.sources}**`, sources.join('\n')] : []),
    ].join('\n\n');
  });
  return `${[`# ${conversation.name || texts.untitled}`, ...turns].join('\n\n')}\n`;
}

function writeJson({ conversation, assistant, messages }: Exported): string {
  const exported = {
    name: conversation.name,
    assistant,
    created_at: conversation.createdAt.toISOString(),
    messages: messages.map((row) => ({
      role: row.role,
      content: row.content,
      status: row.status,
      created_at: row.createdAt.toISOString(),
      model: row.modelName,
      files: row.files.map(({ name }) => name),
      citations: row.citations.map(({ number, documentName, page, quote }) => ({
        number,
        document: documentName,
        page,
        quote,
      })),
    })),
  };
  return `${JSON.stringify(exported, null, 2)}\n`;
}

/** A row per citation, or one for a message without any. */
function writeCsv({ messages }: Exported): string {
  const columns = ['message', 'role', 'created_at', 'content', 'citation', 'document', 'page', 'quote'];
  const rows = messages.flatMap(({ role, createdAt, content, citations }, index) => {
    const said = [index + 1, role, createdAt.toISOString(), content];
    if (citations.length === 0) return [[...said, null, null, null, null]];
    return citations.map(({ number, documentName, page, quote }) => [
      ...said,
      number,
      documentName,
      page,
      quote,
    ]);
  });
  return (
    byteOrderMark +
    stringify([columns, ...rows], {
      record_delimiter: 'windows',
      quote_record_delimiter: true,
      escape_formulas: true,
    })
  );
}
