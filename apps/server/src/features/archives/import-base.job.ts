import { eq } from 'drizzle-orm';
import { authorizeSystem } from '../../platform/authorized.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { finishedRun } from '../../platform/runs/columns.ts';
import { noteImportEnd } from '../../platform/runs/import-ended.ts';
import { JobObsoleteError } from '../../platform/runs/watch-work.ts';
import { putIntoFolders } from '../files/put-into-folders.service.ts';
import { publishDraft } from '../knowledge-bases/draft.service.ts';
import { indexTable } from '../knowledge-bases/index-table.service.ts';
import { scheduleGraph } from '../knowledge-graphs/build/graph-schedule.service.ts';
import { updateArchiveTask } from './archive.queries.ts';
import { archiveTasks } from './archive.table.ts';
import { baseIdOf, documentRecord, idWithin, places } from './archive-format.ts';
import { type ArchiveRun, failTask, runTask, type TaskId } from './archive-run.ts';
import { keptMs, releaseArchive } from './archive-task.service.ts';
import { beginBase } from './begin-base.ts';
import { type OpenArchive, openArchive } from './open-archive.ts';
import { unpackDocument } from './unpack-document.ts';

/** Unpacked, an archive may be so many times as large as the largest that is taken. */
const mostUnpacked = 4;

/**
 * Makes a base of an archive, document by document, out of sight until all of it is there. Ids come from those of the
 * archive: killed at any line and run again, it ends the same.
 */
export function importBaseJob(platform: Platform): Job<TaskId> {
  const { database, index } = platform;

  async function unpack(run: ArchiveRun): Promise<void> {
    const { objectKey } = run.task;
    if (!objectKey) throw new JobObsoleteError();
    await platform.objects.withLocalFile(objectKey, async (path) => {
      const archive = await openArchive(
        path,
        platform.config.maxArchiveMegabytes * 1024 * 1024 * mostUnpacked,
      );
      try {
        await check(run, archive);
        const base = await beginBase(run, archive);
        let position = 0;
        for await (const { value } of archive.readLines(places.documents, documentRecord)) {
          // Those of an earlier run are there.
          if (position++ < base.documentsDone) continue;
          await unpackDocument(run, archive, base, value);
          await run.report('unpacking', position, archive.manifest.documents);
        }
        await finish(run, archive, base);
      } finally {
        archive.close();
      }
    });
  }

  /** Every byte is held against its checksum, and every document against its form, before anything is made. */
  async function check(run: ArchiveRun, archive: OpenArchive): Promise<void> {
    let done = 0;
    for (const name of archive.names) {
      run.signal.throwIfAborted();
      await archive.verify(name, (bytes) => {
        done += bytes;
        run.signal.throwIfAborted();
      });
      await run.report('checking', done, archive.unpackedBytes);
    }
    for await (const _ of archive.readLines(places.documents, documentRecord)) run.signal.throwIfAborted();
  }

  /** One commit makes it a base like any other. */
  async function finish(
    run: ArchiveRun,
    archive: OpenArchive,
    { row }: Awaited<ReturnType<typeof beginBase>>,
  ): Promise<void> {
    await run.write(async (tx, task) => {
      const born = await publishDraft(tx, row);
      await putIntoFolders(tx, task.companyId, listFolders(task.id, archive));
      await scheduleGraph(platform, tx, { ...born, knowledgeBaseId: born.id });
      await updateArchiveTask(tx, authorizeSystem(tx, task), {
        ...finishedRun(),
        name: born.name,
        documentCount: task.documentsDone,
        objectKey: null,
        expiresAt: new Date(Date.now() + keptMs),
      });
      const { id, companyId } = task;
      await noteImportEnd(tx, { companyId, source: 'archive', importId: id }, { state: 'finished' });
    });
    // Bytes are removed only once nothing refers to them any more; if this is interrupted, the reconciler does it.
    await database.withCompany(run.task.companyId, (tx) =>
      releaseArchive(platform, tx, { objectKey: run.task.objectKey }),
    );
  }

  return {
    concurrency: () => 1,
    companyConcurrency: 1,
    run: (id, outer) =>
      runTask(platform, id, outer, unpack, async () => {
        // The base was cleared away, perhaps a moment before this run's last write to its index.
        const left = await database.withCompany(id.companyId, (tx) =>
          tx.select().from(archiveTasks).where(eq(archiveTasks.id, id.taskId)),
        );
        const ended = left[0]?.state !== 'running' && left[0]?.state !== 'finished';
        if (ended) await index.drop(indexTable({ id: baseIdOf(id.taskId), generation: 0 }));
      }),
    onFailed: (id) => failTask(platform, id, { code: 'archive.failed' }),
  };
}

/** Folders are searched with what is in them: originals lie in folders of the same names again. */
async function* listFolders(taskId: string, archive: OpenArchive) {
  for await (const { value } of archive.readLines(places.documents, documentRecord))
    yield { documentId: idWithin(taskId, value.id), name: value.file.name, folders: value.file.folders };
}
