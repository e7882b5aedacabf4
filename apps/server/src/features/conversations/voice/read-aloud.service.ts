import { listSpokenParts } from '@lectern/answering';
import { AppError } from '@lectern/contract';
import type { Actor } from '../../../platform/actor.ts';
import { newId, type Tx } from '../../../platform/database/database.ts';
import type { FileAnswer } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { bookedTo, openVoice } from '../../models/model.service.ts';
import { recordModelCall, sourceOf } from '../../usage/usage.service.ts';
import { findAnswer } from '../conversation.service.ts';

type Ids = { conversationId: string; messageId: string };

async function readParts(tx: Tx, actor: Actor, ids: Ids) {
  const { row, conversation } = await findAnswer(tx, actor, ids);
  if (row.status === 'streaming') throw new AppError('conversation.busy');
  return { parts: listSpokenParts(row.content), conversation };
}

export function listParts({ database }: Platform, actor: Actor, ids: Ids): Promise<string[]> {
  return database.withActor(actor, async (tx) => (await readParts(tx, actor, ids)).parts);
}

/** The sound of one part of an answer. Made anew each time: the page keeps what it has played. */
export async function readAloud(
  platform: Platform,
  actor: Actor,
  ids: Ids,
  { part, signal }: { part: number; signal: AbortSignal },
): Promise<FileAnswer> {
  const { database } = platform;
  const { text, opened, assistantId } = await database.withActor(actor, async (tx) => {
    const { parts, conversation } = await readParts(tx, actor, ids);
    const opened = await openVoice(platform, tx);
    if (!opened) throw new AppError('voice.no_text_to_speech');
    return { text: parts[part], opened, assistantId: conversation.assistantId };
  });
  if (text === undefined) throw new AppError('voice.part_not_found');
  const startedAt = performance.now();
  const { bytes, mediaType, standIn } = await opened.model.speak(text, { signal });
  await database.withActor(actor, (tx) =>
    recordModelCall(tx, 'voice', {
      operationId: `voice:${ids.messageId}:${part}:${newId()}`,
      companyId: actor.companyId,
      accountId: actor.accountId,
      assistantId,
      source: sourceOf(actor),
      ...bookedTo(opened, { standIn }),
      characters: text.length,
      durationMs: Math.round(performance.now() - startedAt),
    }),
  );
  return {
    stream: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    mediaType,
    name: `${part + 1}.${mediaType.split('/')[1] === 'mpeg' ? 'mp3' : mediaType.split('/')[1]}`,
  };
}
