import type { Platform } from '../../../platform/platform.ts';
import { deleteOldFlowMails } from './flow-mail.queries.ts';
import { deleteEndedRuns } from './flow-run.queries.ts';

const dayMs = 86_400_000;
/** Longer than any step that sent a mail may be repeated after an interruption. */
const mailDays = 30;

/** Deletes runs that ended long ago, where the administrator set how long they are kept. Safe to repeat. */
export async function maintainFlowRuns(
  { database, config }: Pick<Platform, 'database' | 'config'>,
  now = Date.now(),
): Promise<void> {
  const inTx = database.asSystem;
  await inTx('mails of flows of every company', (tx) =>
    deleteOldFlowMails(tx, new Date(now - mailDays * dayMs)),
  );
  const { keptDays } = config.flowRuns;
  if (keptDays === 0) return;
  const before = new Date(now - keptDays * dayMs);
  while ((await inTx('old runs of flows of every company', (tx) => deleteEndedRuns(tx, before))) > 0);
}
