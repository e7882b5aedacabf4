import { buffer } from 'node:stream/consumers';
import { fileExtension, type SpeechSegment } from '@lectern/parsing';
import { openSpeech } from '../../models/model.service.ts';
import { findSpeech, storeSpeech } from '../page-reading.queries.ts';
import { progressMessage } from '../parse-progress.ts';
import type { ParseRun } from '../parse-run.ts';
import { recordCall } from '../record-model-call.ts';

const mediaTypes: Record<string, string> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  mp4: 'audio/mp4',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  webm: 'audio/webm',
};

/** What a recording says; undefined where the company has no model that writes it down. */
export async function transcribe(run: ParseRun): Promise<SpeechSegment[] | undefined> {
  const { platform, parse, found, base, follower } = run;
  const opened = await platform.database.withCompany(parse.companyId, (tx) => openSpeech(platform, tx));
  if (!opened) return undefined;
  const source = {
    companyId: parse.companyId,
    sha256: found.file.sha256,
    engine: `speech ${opened.id}`,
  };
  const known = await platform.database.withCompany(parse.companyId, (tx) => findSpeech(tx, source));
  if (known) return known;
  await follower.enter('recognising', progressMessage('parse.transcribing', { with: opened.name }));
  const startedAt = performance.now();
  const bytes = await buffer(await platform.objects.get(found.file.objectKey));
  const mediaType = mediaTypes[fileExtension(found.file.name)] ?? 'application/octet-stream';
  const { segments, usage } = await opened.model.transcribe(
    { bytes, name: found.file.name, mediaType },
    { language: base.language.slice(0, 2), signal: follower.signal },
  );
  await platform.database.withCompany(parse.companyId, async (tx) => {
    await storeSpeech(tx, source, segments);
    await recordCall(tx, 'speech', run, { step: 'speech', opened, usage, startedAt });
  });
  return segments;
}
