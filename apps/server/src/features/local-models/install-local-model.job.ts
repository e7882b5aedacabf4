import { type BringStage, bringModel } from '@lectern/adapters';
import { AppError } from '@lectern/contract';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { asFailure, type Failure } from '../../platform/jobs/failure.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { failedRun, finishedRun, isActive } from '../../platform/runs/columns.ts';
import { type LeasedRun, openLeasedRun } from '../../platform/runs/leased-run.ts';
import { explainInstall } from './explain-install.ts';
import { lockInstall, updateUnfinishedInstall } from './local-model.queries.ts';
import { type InstallStage, type LocalModelInstallRow, localModelInstalls } from './local-model.table.ts';
import { findInCatalogue, fromCatalogue, fromPath } from './local-model-source.ts';
import { registerLocalModels } from './register-local-models.service.ts';

type InstallId = { companyId: string; installId: string };
type Run = LeasedRun<LocalModelInstallRow, InstallStage, true>;

export const enqueueInstall = ({ jobs }: Platform, tx: Tx, data: InstallId) =>
  jobs.enqueue(tx, 'local-model.install', data);

/** Brings a model to this server. An attempt that was interrupted continues with the bytes that are there. */
export function installLocalModelJob(platform: Platform): Job<InstallId> {
  const { database, localModels, config } = platform;

  async function run(id: InstallId, outer: AbortSignal): Promise<void> {
    const { companyId, installId } = id;
    const run = await openLeasedRun<LocalModelInstallRow, InstallStage, true>(
      platform,
      {
        companyId,
        noun: 'local_model',
        table: localModelInstalls,
        which: eq(localModelInstalls.id, installId),
        lock: (tx) => lockInstall(tx, installId),
        findSubject: async () => true,
        isDue: isActive,
        shares: { files: [0, 65], runtime: [65, 95], check: [95, 100] },
      },
      outer,
    );
    await run?.carryOut(() => install(run), { onFailure: (error) => settleFailure(id, error) });
  }

  async function install(run: Run): Promise<void> {
    const { row, signal } = run;
    const entry = findInCatalogue(config, row.model);
    if (row.path === null && !entry) throw new AppError('local_model.not_found');
    const wanted = row.path === null && entry ? fromCatalogue(entry) : fromPath(config, row.path as string);
    const report = (stage: BringStage, done: number, total: number) => {
      // A report that fails is made up for by the next one; a lease that is lost aborts the signal.
      run.report(stage, done, total).catch(() => {});
    };
    await bringModel(wanted.source, wanted.hints, {
      ...localModels,
      fetch: localModels.downloads.fetch,
      hubUrl: config.localModels.hubUrl,
      registryUrl: config.localModels.registryUrl,
      signal,
      onProgress: report,
    });
    await registerLocalModels(platform);
    await run.write(async (tx) => {
      await updateUnfinishedInstall(tx, row.id, finishedRun());
    });
  }

  async function settleFailure(id: InstallId, error: unknown): Promise<void> {
    const failure =
      explainInstall(error) ??
      (await asFailure(platform, error, { findLastProgress: async () => undefined }));
    if (!failure) throw error;
    await fail(id, failure);
  }

  async function fail({ companyId, installId }: InstallId, failure: Failure): Promise<void> {
    await database.withCompany(companyId, (tx) => updateUnfinishedInstall(tx, installId, failedRun(failure)));
  }

  return { concurrency: () => 1, run, onFailed: (id) => fail(id, { code: 'local_model.failed' }) };
}
