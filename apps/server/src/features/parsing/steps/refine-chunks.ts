import { createHash } from 'node:crypto';
import { type Chunk, type ChunkResult, getChunkMethod } from '@lectern/chunking';
import { readLines, writeLines } from '../../../platform/parser-process/chunk-lines.ts';
import type { ChunkFileResult, ChunkLine } from '../../../platform/parser-process/requests.ts';
import { complete, openWriter } from '../../models/complete.service.ts';
import { progressMessage } from '../parse-progress.ts';
import type { ParseRun } from '../parse-run.ts';
import { recordCall } from '../record-model-call.ts';

/** The method's own second pass over what it cut, where it has one and a model writes; else the cut as it is. */
export async function refineChunks(
  run: ParseRun,
  result: ChunkFileResult,
  folder: string,
): Promise<ChunkFileResult> {
  const { platform, parse, found, enrichment, follower } = run;
  const { refinement } = getChunkMethod(found.document.chunkMethod);
  if (!refinement || result.refinement.calls === 0) return result;
  const opened = await platform.database.withCompany(parse.companyId, (tx) =>
    openWriter(platform, tx, enrichment.chatModelId),
  );
  if (!opened) return result;
  const lines: ChunkLine[] = [];
  for await (const line of readLines(folder)) lines.push(line);
  await follower.enter('reading', progressMessage('parse.refining', { with: opened.name }));
  const map = lines.filter(({ chunk }) => chunk.kind === 'contents');
  const cut: ChunkResult = {
    chunks: lines.filter((line) => !map.includes(line)).map(({ chunk }) => chunk),
    tables: result.tables,
    facts: result.facts,
    notes: result.notes,
  };
  const refined = await refinement.refine(cut, found.document.chunkOptions, {
    complete: async (request) => {
      const startedAt = performance.now();
      const { text, usage } = await complete(opened.model, { ...request, signal: follower.signal });
      // The question names the call: asked again after a crash, it is booked once.
      const step = `refinement:${createHash('sha256').update(request.prompt).digest('hex').slice(0, 16)}`;
      await platform.database.withCompany(parse.companyId, (tx) =>
        recordCall(tx, 'chat', run, { step, opened, usage, startedAt }),
      );
      return text;
    },
    onProgress: (done, total) => follower.report('reading', done, total),
    signal: follower.signal,
  });
  const pictureOf = new Map(lines.map(({ chunk, picture }) => [pictureKey(chunk), picture]));
  await writeLines(folder, [
    ...refined.chunks.map((chunk): ChunkLine => {
      const picture = pictureKey(chunk) === '' ? undefined : pictureOf.get(pictureKey(chunk));
      return picture === undefined ? { chunk } : { chunk, picture };
    }),
    ...map,
  ]);
  return {
    ...result,
    chunkCount: refined.chunks.length + map.length,
    tables: refined.tables ?? [],
    facts: refined.facts ?? {},
    notes: refined.notes ?? [],
  };
}

function pictureKey({ imageBlockId, imagePage }: Chunk): string {
  return imageBlockId ?? (imagePage === undefined ? '' : `page ${imagePage}`);
}
