import { AppError, type ErrorCode } from '@lectern/contract';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../../platform/database/database.ts';
import { accounts } from '../accounts/account.table.ts';
import { assistants } from '../assistants/assistant.table.ts';
import { companies, memberships } from '../companies/company.table.ts';
import { models } from '../models/model.table.ts';
import { flowNamesPort } from './flow-names-port.ts';
import type { UsageFilter } from './usage.queries.ts';
import { isRowId } from './usage.service.ts';
import { usageRecords } from './usage.table.ts';

async function exists(tx: Tx, table: PgTable, where: SQL | undefined): Promise<boolean> {
  const rows = await tx.select({ found: sql`1` }).from(table).where(where).limit(1);
  return rows.length > 0;
}

/**
 * What a filter names must be of the company, or of the platform's for its administrator: now, or
 * once, as the ledger remembers those who left. Anything else is not there.
 */
export async function checkFilter(tx: Tx, filter: UsageFilter, everyCompany: boolean): Promise<void> {
  const { companyId, accountId, assistantId, flowId, modelId } = filter;
  const check = async (code: ErrorCode, table: PgTable, where: SQL | undefined, ledger?: SQL) => {
    if (await exists(tx, table, where)) return;
    if (ledger && (await exists(tx, usageRecords, and(...ofCompany(companyId), ledger)))) return;
    throw new AppError(code);
  };
  if (everyCompany && companyId !== undefined)
    await check(
      'company.not_found',
      companies,
      and(eq(companies.id, companyId), isNull(companies.deletedAt)),
    );
  if (accountId !== undefined)
    await (everyCompany
      ? check(
          'account.not_found',
          accounts,
          eq(accounts.id, accountId),
          eq(usageRecords.accountId, accountId),
        )
      : check(
          'account.not_found',
          memberships,
          eq(memberships.accountId, accountId),
          eq(usageRecords.accountId, accountId),
        ));
  if (assistantId !== undefined)
    await check(
      'assistant.not_found',
      assistants,
      eq(assistants.id, assistantId),
      eq(usageRecords.assistantId, assistantId),
    );
  if (flowId !== undefined && !(await flowNamesPort.get().exists(tx, flowId)))
    await check(
      'flow.not_found',
      usageRecords,
      and(...ofCompany(companyId), eq(usageRecords.flowId, flowId)),
    );
  // Included models go by their names and are everyone's.
  if (modelId !== undefined && isRowId(modelId))
    await check('model.not_found', models, eq(models.id, modelId), eq(usageRecords.modelId, modelId));
}

function ofCompany(companyId: string | undefined): SQL[] {
  return companyId === undefined ? [] : [eq(usageRecords.companyId, companyId)];
}

export async function readCompanyName(tx: Tx, companyId: string): Promise<string> {
  const [row] = await tx.select({ name: companies.name }).from(companies).where(eq(companies.id, companyId));
  return row?.name ?? '';
}
