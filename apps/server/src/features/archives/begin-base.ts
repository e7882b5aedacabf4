import { AppError } from '@lectern/contract';
import { authorizeSystem } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import { takeQuota } from '../../platform/quota.ts';
import { JobObsoleteError } from '../../platform/runs/watch-work.ts';
import { createDraft } from '../knowledge-bases/draft.service.ts';
import { findDraft } from '../knowledge-bases/knowledge-base.queries.ts';
import { checkChunkOptions } from '../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import {
  checkModel,
  findEmbeddingNamed,
  getDefaultEmbeddingModelId,
  openEmbedding,
} from '../models/model.service.ts';
import { recordModelCall } from '../usage/usage.service.ts';
import { updateArchiveTask } from './archive.queries.ts';
import { baseIdOf, places } from './archive-format.ts';
import type { ArchiveRun } from './archive-run.ts';
import type { OpenArchive } from './open-archive.ts';

export type BegunBase = { row: KnowledgeBaseRow; documentsDone: number; takesVectors: boolean };

/** The base that the task makes: as an earlier run left it, or new, where it and its bytes find room. */
export async function beginBase(run: ArchiveRun, archive: OpenArchive): Promise<BegunBase> {
  const { platform, task } = run;
  const { knowledgeBaseId, companyId } = task;
  if (knowledgeBaseId) {
    const row = await platform.database.withCompany(companyId, (tx) => findDraft(tx, knowledgeBaseId));
    if (!row) throw new JobObsoleteError();
    return { row, documentsDone: task.documentsDone, takesVectors: task.withVectors === true };
  }
  const { knowledgeBase: settings, documents } = archive.manifest;
  const embedding = await chooseEmbedding(run, archive);
  const chunkOptions = checkOptions(settings.chunkMethod, settings.chunkOptions, places.manifest);
  return run.write(async (tx) => {
    // Counted again as each is made; a base that cannot fit is refused before its first document.
    await takeQuota(tx, companyId, 'storage', storedBytes(archive));
    await checkModel(tx, embedding.id, 'embedding');
    const row = await createDraft(tx, {
      ...settings,
      id: baseIdOf(task.id),
      companyId,
      ownerId: task.ownerId,
      // Who may see it is for its new owner to say.
      permission: 'me',
      embeddingModelId: embedding.id,
      chunkOptions,
      readingOptions: settings.readingOptions ?? {},
      enrichmentOptions: { ...settings.enrichmentOptions, chatModelId: null },
    } as Parameters<typeof createDraft>[1]);
    await updateArchiveTask(tx, authorizeSystem(tx, task), {
      knowledgeBaseId: row.id,
      name: settings.name,
      documentCount: documents,
      withVectors: embedding.takesVectors,
    });
    return { row, documentsDone: 0, takesVectors: embedding.takesVectors };
  });
}

/** As the chunk method checks them; what is wrong with them is wrong with the archive. */
export function checkOptions(
  method: string,
  options: Parameters<typeof checkChunkOptions>[1],
  entry: string,
) {
  try {
    return checkChunkOptions(method, options);
  } catch (error) {
    if (error instanceof AppError)
      throw new AppError('archive.invalid', { entry, detail: `chunk method ${method.slice(0, 64)}` });
    throw error;
  }
}

/** Of originals and pictures: what counts as storage. */
function storedBytes({ manifest }: OpenArchive): number {
  return Object.entries(manifest.entries)
    .filter(([name]) => /^(files|pictures)\//.test(name))
    .reduce((sum, [, { size }]) => sum + size, 0);
}

/** The model of the archive, where this installation has it; its vectors count only if that one's are as long. */
async function chooseEmbedding(
  run: ArchiveRun,
  { manifest }: OpenArchive,
): Promise<{ id: string; takesVectors: boolean }> {
  const { platform, task, signal } = run;
  const { dimensions, ...name } = manifest.embedding;
  const opened = await platform.database.withCompany(task.companyId, async (tx) => {
    const id = await findEmbeddingNamed(tx, name);
    return id === undefined ? undefined : openEmbedding(platform, tx, id);
  });
  if (!opened)
    return {
      id: await platform.database.withCompany(task.companyId, (tx: Tx) => getDefaultEmbeddingModelId(tx)),
      takesVectors: false,
    };
  if (dimensions === null) return { id: opened.id, takesVectors: false };
  // The same name may stand for another size elsewhere: one word tells.
  const started = performance.now();
  const { vectors, usage } = await opened.model.embed(['size'], { kind: 'query', signal });
  await platform.database.withCompany(task.companyId, (tx) =>
    recordModelCall(tx, 'embedding', {
      operationId: `archive:${task.id}`,
      companyId: task.companyId,
      source: 'ingest',
      modelId: opened.id,
      modelName: opened.name,
      embeddingTokens: usage.promptTokens,
      estimated: usage.estimated ?? false,
      durationMs: Math.round(performance.now() - started),
    }),
  );
  return { id: opened.id, takesVectors: vectors[0]?.length === dimensions };
}
