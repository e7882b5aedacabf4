import type { AuditBeginning, AuditEnding } from '../../platform/audit-port.ts';
import { type Database, newId } from '../../platform/database/database.ts';
import { completeAuditEntry, insertAuditEntry } from './audit.queries.ts';

/**
 * Writes the entry before the call runs, so that no action goes unrecorded; the returned function adds how
 * the call ended. A call whose process died in between keeps an entry without a status.
 */
export async function beginAudit(
  database: Database,
  beginning: AuditBeginning,
): Promise<(ending: AuditEnding) => Promise<void>> {
  const id = newId();
  const { actor, ofPlatform } = beginning;
  await (ofPlatform
    ? database.acrossCompanies('administrators act on the platform, which belongs to no company', (tx) =>
        insertAuditEntry(tx, id, beginning),
      )
    : database.withActor(actor, (tx) => insertAuditEntry(tx, id, beginning)));
  return async (ending) => {
    await database.asSystem('an entry may be about another company than its actor’s', (tx) =>
      completeAuditEntry(tx, id, ending),
    );
  };
}
