import { eq, sql } from 'drizzle-orm';
import type { AuditBeginning, AuditEnding } from '../../platform/audit-port.ts';
import { type Database, newId, type Tx } from '../../platform/database/database.ts';
import { auditLog } from './audit.table.ts';

const nameOf = (accountId: string) =>
  sql<string>`coalesce((select username from accounts where id = ${accountId}), '')`;

function insertEntry(tx: Tx, id: string, { actor, action, ofPlatform, fields, address }: AuditBeginning) {
  return tx.insert(auditLog).values({
    id,
    companyId: ofPlatform ? null : actor.companyId,
    companyName: ofPlatform ? null : sql`(select name from companies where id = ${actor.companyId})`,
    accountId: actor.accountId,
    accountName: nameOf(actor.accountId),
    impersonatorId: actor.impersonatedBy ?? null,
    impersonatorName: actor.impersonatedBy ? nameOf(actor.impersonatedBy) : null,
    via: actor.via,
    action,
    fields,
    address,
  });
}

/**
 * Writes the entry before the call runs, so that no action can be without one; what it returns adds how
 * the call ended. A call whose process died in between keeps an entry without a status.
 */
export async function beginAudit(
  database: Database,
  beginning: AuditBeginning,
): Promise<(ending: AuditEnding) => Promise<void>> {
  const id = newId();
  const { actor, ofPlatform } = beginning;
  await (ofPlatform
    ? database.acrossCompanies('what administrators do to the platform is no company’s', (tx) =>
        insertEntry(tx, id, beginning),
      )
    : database.withActor(actor, (tx) => insertEntry(tx, id, beginning)));
  return async ({ status, errorCode, about }) => {
    const [subject, company] = about ?? [''];
    await database.acrossCompanies('an entry may be about another company than its writer’s', (tx) =>
      tx
        .update(auditLog)
        .set({
          status,
          errorCode: errorCode ?? null,
          subject: subject.slice(0, 255),
          ...(company ? { companyId: company.id, companyName: company.name } : {}),
        })
        .where(eq(auditLog.id, id)),
    );
  };
}
