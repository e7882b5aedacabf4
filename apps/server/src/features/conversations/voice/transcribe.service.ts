import { AppError, recordingLimits } from '@lectern/contract';
import { recogniseAudio } from '@lectern/models';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../platform/actor.ts';
import { newId } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadAssistant } from '../../assistants/assistant.service.ts';
import { readFiles } from '../../file-storage/upload.service.ts';
import { bookedTo, openSpeech } from '../../models/model.service.ts';
import { recordModelCall, sourceOf } from '../../usage/usage.service.ts';
import { estimateSeconds } from './recording-length.ts';

/** What providers know the recordings of browsers by: they go by the end of the name. */
const extensions: Record<string, string> = {
  'audio/webm': 'webm',
  'audio/ogg': 'ogg',
  'audio/mp4': 'mp4',
  'audio/mpeg': 'mp3',
  'audio/flac': 'flac',
  'audio/wav': 'wav',
};

/** Clocks of recorders and the last buffer differ from those of the page that stopped them. */
const leewaySeconds = 10;

/** A spoken question in words. Only its text leaves this function; the call is in the ledger, but counts as no question. */
export async function transcribe(
  platform: Platform,
  actor: Actor,
  assistantId: string,
  { request, signal }: { request: FastifyRequest; signal: AbortSignal },
): Promise<{ text: string }> {
  const { database } = platform;
  const opened = await database.withActor(actor, async (tx) => {
    await loadAssistant(tx, actor, 'read', assistantId);
    return openSpeech(platform, tx);
  });
  if (!opened) throw new AppError('voice.no_speech_to_text');
  const recording = await receiveRecording(request);
  const startedAt = performance.now();
  const { segments, usage } = await opened.model.transcribe(recording, { short: true, signal });
  await database.withActor(actor, (tx) =>
    recordModelCall(tx, 'speech', {
      operationId: `question_speech:${newId()}`,
      companyId: actor.companyId,
      accountId: actor.accountId,
      assistantId,
      source: sourceOf(actor),
      ...bookedTo(opened, usage),
      promptTokens: usage.promptTokens,
      completionTokens: usage.completionTokens,
      estimated: usage.estimated ?? false,
      durationMs: Math.round(performance.now() - startedAt),
    }),
  );
  const text = joinSegments(segments);
  if (!/[\p{L}\p{N}]/u.test(text)) throw new AppError('voice.nothing_heard');
  return { text };
}

function joinSegments(segments: { text: string }[]): string {
  return (
    segments
      .map(({ text }) => text.trim())
      .join(' ')
      // Chinese sentences stand without a space.
      .replace(/(?<=[\p{Script=Han}。，！？；：、]) (?=\p{Script=Han})/gu, '')
      .trim()
  );
}

/** The one file of the form, in memory: it is small, and stored nowhere. */
async function receiveRecording(request: FastifyRequest) {
  const { bytes: fileSize, seconds } = recordingLimits;
  const tooLong = () => new AppError('voice.too_long', { maxMinutes: seconds / 60 });
  for await (const part of readFiles(request, { fileSize, files: 1 })) {
    const bytes = await part.toBuffer();
    if (part.file.truncated) throw tooLong();
    const mediaType = recogniseAudio(bytes);
    const extension = extensions[mediaType ?? ''];
    if (mediaType === undefined || extension === undefined) throw new AppError('voice.not_audio');
    if ((estimateSeconds(bytes, mediaType) ?? 0) > seconds + leewaySeconds) throw tooLong();
    return { bytes, name: `question.${extension}`, mediaType };
  }
  throw new AppError('document.no_file');
}
