import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { authorizeSystem } from '../../platform/authorized.ts';
import { deleteCompanyRows } from '../../platform/database/company-rows.queries.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { RetryLater } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteAccount, getAccount, updateAccountRow } from '../accounts/account.queries.ts';
import { type AccountRow, accounts } from '../accounts/account.table.ts';
import { deleteSessionsOfAccount } from '../accounts/session.queries.ts';
import { archivePrefix } from '../archives/archive-task.service.ts';
import { deleteCompanyRow } from '../companies/company.queries.ts';
import { companies, memberships } from '../companies/company.table.ts';
import { conversations } from '../conversations/conversation.table.ts';
import { picturePrefix } from '../documents/chunks/picture.service.ts';
import { softDeleteAllDocuments } from '../documents/document.queries.ts';
import { documents } from '../documents/document.table.ts';
import { files } from '../file-storage/file.table.ts';
import { dropIndexTables } from '../knowledge-bases/index-table.service.ts';
import { softDeleteAllKnowledgeBases } from '../knowledge-bases/knowledge-base.queries.ts';
import { knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';
import { pdfCopyPrefix } from '../pdf-copies/pdf-copy.service.ts';
import { usageRecords } from '../usage/usage.table.ts';

const clearing = 'a company that nobody can enter any more is cleared away';

/** Parses notice within a second that they are not wanted. */
const parsesEndSeconds = 2;

/** What may be too much for one transaction, in the order of who refers to whom, and how much goes at once. */
const large: [PgTable, number][] = [
  [documents, 50],
  [files, 1_000],
  [conversations, 200],
  [usageRecords, 10_000],
];

/**
 * Removes a deleted company: indexes first, bytes next, the row with all that belongs to it last, and
 * with it the people who are in no other. Safe to repeat from any point, also when nothing is left.
 */
export async function clearCompany(
  platform: Platform,
  companyId: string,
  signal: AbortSignal,
): Promise<void> {
  const found = await platform.database.asSystem(clearing, async (tx) => {
    const [row] = await tx
      .select({ deletedAt: companies.deletedAt })
      .from(companies)
      .where(eq(companies.id, companyId));
    return row;
  });
  if (found && found.deletedAt === null) return;
  if (found) {
    await dropIndexes(platform, companyId);
    await removeObjects(platform, companyId, signal);
    await emptyTables(platform, companyId, signal);
    await deleteRows(platform, companyId);
  }
  // An upload that was under way at the deletion may have stored its bytes after the round above.
  await removeObjects(platform, companyId, signal);
}

async function dropIndexes(platform: Platform, companyId: string): Promise<void> {
  const { database, jobs } = platform;
  await database.withCompany(companyId, async (tx) => {
    await softDeleteAllDocuments(tx);
    await softDeleteAllKnowledgeBases(tx);
  });
  const { parsing, bases } = await database.withCompany(companyId, async (tx) => ({
    parsing:
      (await jobs.isRunning(tx, 'document.parse', companyId)) ||
      (await jobs.isRunning(tx, 'document.parse-together', companyId)) ||
      (await jobs.isRunning(tx, 'archive.import', companyId)),
    bases: await tx.select({ id: knowledgeBases.id }).from(knowledgeBases),
  }));
  // One that is about to publish would make the table again, and nobody would know whose it is.
  if (parsing) throw new RetryLater(parsesEndSeconds);
  await dropIndexTables(
    platform,
    bases.map(({ id }) => id),
  );
}

/** All that was ever stored for the company lies under its id, whether or not a row still names it. */
async function removeObjects({ objects }: Platform, companyId: string, signal: AbortSignal): Promise<void> {
  for (const prefix of [
    companyId,
    picturePrefix(companyId),
    pdfCopyPrefix(companyId),
    archivePrefix(companyId),
  ])
    for await (const { key } of objects.list(prefix)) {
      signal.throwIfAborted();
      await objects.delete(key);
    }
}

async function emptyTables({ database }: Platform, companyId: string, signal: AbortSignal): Promise<void> {
  for (const [table, atOnce] of large) {
    let deleted: number;
    do {
      signal.throwIfAborted();
      deleted = await database.withCompany(companyId, (tx) =>
        deleteCompanyRows(tx, table, companyId, atOnce),
      );
    } while (deleted > 0);
  }
}

/** The company and its people in one transaction: who was in it is known only while it is there. */
function deleteRows({ database }: Platform, companyId: string): Promise<void> {
  return database.asSystem(clearing, async (tx) => {
    const people = await tx
      .select({ id: memberships.accountId })
      .from(memberships)
      .where(eq(memberships.companyId, companyId));
    await deleteCompanyRow(tx, companyId);
    await removePeople(
      tx,
      people.map(({ id }) => id),
    );
  });
}

/** Administrators stay, and so does whoever is a member elsewhere. */
async function removePeople(tx: SystemTx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  // Who is being made a member elsewhere at this moment is waited for, and then stays.
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, ids))
    .orderBy(accounts.id)
    .for('update');
  const left = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        inArray(accounts.id, ids),
        eq(accounts.isAdmin, false),
        notExists(tx.select({ one: sql`1` }).from(memberships).where(eq(memberships.accountId, accounts.id))),
      ),
    );
  for (const { id } of left) await removePerson(tx, id);
}

/** What it made in a company that it has left needs its owner's row: then it stays, and cannot be used. */
async function removePerson(tx: SystemTx, id: string): Promise<void> {
  await tx.execute(sql`savepoint person`);
  try {
    await deleteAccount(tx, id);
    await tx.execute(sql`release savepoint person`);
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code !== '23503') throw error;
    await tx.execute(sql`rollback to savepoint person`);
    const account = authorizeSystem<AccountRow, 'update'>(tx, await getAccount(tx, id));
    await updateAccountRow(tx, account, { active: false });
    await deleteSessionsOfAccount(tx, account);
  }
}

/** Soft-deleted companies that should have been removed by now. */
export function listLeftoverCompanies(tx: Tx, before: Date) {
  return tx.select({ companyId: companies.id }).from(companies).where(lt(companies.deletedAt, before));
}
