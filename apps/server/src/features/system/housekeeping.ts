import type { Platform } from '../../platform/platform.ts';
import { deleteOldChallenges } from '../accounts/challenge.service.ts';
import { deleteExpiredSessions } from '../accounts/session.service.ts';
import { deleteOldAttempts } from '../accounts/sign-in-guard.service.ts';
import { careForArchives } from '../archives/archive-task.service.ts';
import { deleteOldInvitations } from '../companies/invitation.service.ts';
import { settleAllSilentAnswers } from '../conversations/settle-answers.service.ts';
import { settleLostParses } from '../documents/lost-parse.service.ts';
import { settleLostEvaluations } from '../evaluations/lost-evaluation.service.ts';
import { settleLostGraphs } from '../knowledge-graphs/lost-graph.service.ts';
import { tidyMails } from '../mails/mail-care.service.ts';
import { settleLostReEmbeddings } from '../re-embedding/lost-re-embedding.service.ts';
import { settleLostS3Imports } from '../s3-connections/lost-s3-import.service.ts';
import { deleteExpiredAttempts } from '../sso/sso-sign-in.service.ts';
import { makeSlots } from '../usage/usage-slots.service.ts';
import { careForWebsiteImports } from '../website-imports/import-care.service.ts';
import { reconcile } from './reconcile.service.ts';

const everyMs = 60_000;
/** Comparing index and objects with the database reads much: at the start, then seldom. */
const reconcileEveryMs = 6 * 3600_000;
const firstReconcileMs = 5_000;

/** Regular small work of a worker process. Several processes may do it at once: each step is safe to repeat. */
export function startHousekeeping(platform: Platform) {
  const { database, log } = platform;
  const guarded = (event: string, work: () => Promise<unknown>) => () => {
    work().catch((error) => log.error({ event }, error));
  };
  const tidy = guarded('housekeeping.failed', async () => {
    await deleteExpiredSessions(database);
    await deleteOldAttempts(database);
    await deleteOldChallenges(database);
    await deleteOldInvitations(database);
    await deleteExpiredAttempts(database);
    await settleAllSilentAnswers(database);
    await settleLostParses(database);
    await settleLostGraphs(database);
    await settleLostEvaluations(database);
    await settleLostReEmbeddings(database);
    await settleLostS3Imports(database);
    await makeSlots(database);
    await tidyMails(platform);
    await careForWebsiteImports(platform);
    await careForArchives(platform);
  });
  const compare = guarded('reconcile.failed', () => reconcile(platform));
  const timers = [setInterval(tidy, everyMs), setInterval(compare, reconcileEveryMs)];
  const first = setTimeout(() => {
    tidy();
    compare();
  }, firstReconcileMs);
  return {
    stop: () => {
      clearTimeout(first);
      for (const timer of timers) clearInterval(timer);
    },
  };
}
