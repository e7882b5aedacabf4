import { AppError } from '@lectern/contract';
import { authorizeSystem } from '../../platform/authorized.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { finishedRun } from '../../platform/runs/columns.ts';
import { lockObject } from '../file-storage/object.service.ts';
import { updateArchiveTask } from './archive.queries.ts';
import { type ArchiveRun, failTask, runTask, type TaskId } from './archive-run.ts';
import { archivePrefix, keptMs, releaseArchive } from './archive-task.service.ts';
import { packBase } from './pack-base.ts';

/** Writes an archive and keeps it for a day. Begun again, it writes another: half of one counts for nothing. */
export function exportBaseJob(platform: Platform): Job<TaskId> {
  async function pack(run: ArchiveRun): Promise<void> {
    const { companyId } = run.task;
    const packed = packBase(run);
    const stored = await platform.objects
      .put(archivePrefix(companyId), packed.bytes, { signal: run.signal })
      .catch(async (error) => {
        packed.stop();
        // What went wrong with the contents says more than that their stream broke.
        await packed.done.catch((reason) => {
          throw reason;
        });
        throw error;
      });
    const { documentCount } = await packed.done;
    try {
      await run.write(async (tx, task) => {
        await lockObject(tx, stored.key);
        if (!(await platform.objects.head(stored.key))) throw new AppError('server.unavailable');
        await updateArchiveTask(tx, authorizeSystem(tx, task), {
          ...finishedRun(),
          documentCount,
          objectKey: stored.key,
          sizeBytes: stored.size,
          sha256: stored.sha256,
          expiresAt: new Date(Date.now() + keptMs),
        });
      });
    } catch (error) {
      await platform.database.withCompany(companyId, (tx) =>
        releaseArchive(platform, tx, { objectKey: stored.key }),
      );
      throw error;
    }
  }

  return {
    concurrency: () => 1,
    companyConcurrency: 1,
    run: (id, outer) => runTask(platform, id, outer, pack),
    onFailed: (id) => failTask(platform, id, { code: 'archive.failed' }),
  };
}
