import type { ModelTypeName } from '@lectern/contract';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Authorized } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineHook } from '../../platform/hooks.ts';
import { companies } from '../companies/company.table.ts';
import { companyDefaultModels, type ModelRow, models, systemModels } from './model.table.ts';

/** The company's models and the platform's. */
export function listModelRows(tx: Tx): Promise<ModelRow[]> {
  return tx.select().from(models).orderBy(asc(models.createdAt));
}

const ofOwner = (companyId: string | null) =>
  companyId === null ? isNull(models.companyId) : eq(models.companyId, companyId);

export function listModelRowsOf(tx: Tx, companyId: string | null): Promise<ModelRow[]> {
  return tx.select().from(models).where(ofOwner(companyId)).orderBy(asc(models.createdAt));
}

export async function findModelRowOf(
  tx: Tx,
  companyId: string | null,
  id: string,
): Promise<ModelRow | undefined> {
  const [row] = await tx
    .select()
    .from(models)
    .where(and(eq(models.id, id), ofOwner(companyId)));
  return row;
}

const seconds = alias(models, 'second');

/** The row, the one behind it, and the company that asks: each company has its own circuit breakers and limits. */
export async function findModelRow(tx: Tx, id: string) {
  const askedBy = sql<string>`current_setting('lectern.company_id', true)`;
  const [found] = await tx
    .select({ row: models, second: seconds, askedBy })
    .from(models)
    .leftJoin(seconds, eq(seconds.id, models.secondModelId))
    .where(eq(models.id, id));
  return found;
}

export async function insertModel(tx: Tx, values: typeof models.$inferInsert): Promise<ModelRow> {
  const [row] = await tx.insert(models).values(values).returning();
  return row as ModelRow;
}

/** Undefined if the model was deleted meanwhile. */
export async function updateModelRow(
  tx: Tx,
  { id }: Authorized<ModelRow, 'update'>,
  changes: Partial<ModelRow>,
): Promise<ModelRow | undefined> {
  const [row] = await tx
    .update(models)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(models.id, id))
    .returning();
  return row;
}

export async function deleteModelRow(tx: Tx, { id }: Authorized<ModelRow, 'delete'>): Promise<void> {
  await tx.delete(models).where(eq(models.id, id));
}

/** Until the transaction ends, no other one names a model of this owner. */
export async function lockModelNames(tx: Tx, companyId: string | null): Promise<void> {
  const key = `model names of ${companyId ?? 'the platform'}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** Choosing a model shares the lock; deleting it waits for the choosers, so that no choice refers to a deleted model. */
export async function lockUseOfModel(tx: Tx, id: string, mode: 'choose' | 'remove'): Promise<void> {
  const key = `use of model ${id}`;
  await tx.execute(
    mode === 'choose'
      ? sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`
      : sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`,
  );
}

/** Until the transaction ends, no other one gives these models a second model, or makes them one. */
export async function lockSecondModels(tx: Tx, ids: string[]): Promise<void> {
  for (const id of [...ids].sort())
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`second model of or behind ${id}`}, 0))`,
    );
}

/** The names of the models of this owner that have the model as their second one. */
export async function listFirstModels(tx: Tx, companyId: string | null, id: string): Promise<string[]> {
  const rows = await tx
    .select({ name: models.name })
    .from(models)
    .where(and(eq(models.secondModelId, id), ofOwner(companyId)))
    .limit(3);
  return rows.map(({ name }) => name);
}

export type ChosenModels = Map<ModelTypeName, string>;

export async function readSystemModels(tx: Tx): Promise<ChosenModels> {
  const rows = await tx.select().from(systemModels);
  return new Map(rows.map((row) => [row.type, row.modelId]));
}

export async function setSystemModel(
  tx: Tx,
  _owner: Authorized<{ companyId: null }, 'update'>,
  type: ModelTypeName,
  modelId: string | null,
): Promise<void> {
  if (modelId === null) await tx.delete(systemModels).where(eq(systemModels.type, type));
  else
    await tx
      .insert(systemModels)
      .values({ type, modelId })
      .onConflictDoUpdate({ target: systemModels.type, set: { modelId } });
}

/** Leaves a choice that was made as it is. */
export async function fillSystemModel(tx: Tx, type: ModelTypeName, modelId: string): Promise<void> {
  await tx.insert(systemModels).values({ type, modelId }).onConflictDoNothing();
}

/** The choice of the transaction's company. */
export async function readCompanyDefaults(tx: Tx): Promise<ChosenModels> {
  const rows = await tx
    .select()
    .from(companyDefaultModels)
    .where(sql`${companyDefaultModels.companyId}::text = current_setting('lectern.company_id', true)`);
  return new Map(rows.map((row) => [row.type, row.modelId]));
}

export async function setCompanyDefault(
  tx: Tx,
  { companyId }: Authorized<{ companyId: string }, 'update'>,
  type: ModelTypeName,
  modelId: string | null,
): Promise<void> {
  if (modelId === null)
    await tx
      .delete(companyDefaultModels)
      .where(and(eq(companyDefaultModels.companyId, companyId), eq(companyDefaultModels.type, type)));
  else
    await tx
      .insert(companyDefaultModels)
      .values({ companyId, type, modelId })
      .onConflictDoUpdate({
        target: [companyDefaultModels.companyId, companyDefaultModels.type],
        set: { modelId },
      });
}

/** Names of what uses a model in features above, a few of each kind. */
export const modelUses = defineHook<[Tx, string], string[]>('uses of a model');

/**
 * Names of what uses a model, a few of each kind. A company's model is used within the company;
 * the platform's models are used everywhere, so this is called across companies for them.
 */
export async function listUsesOfModel(tx: Tx, { id, companyId }: ModelRow): Promise<string[]> {
  const uses = (await modelUses.run(tx, id)).flat();
  const asSystemDefault = await tx
    .select({ name: systemModels.type })
    .from(systemModels)
    .where(eq(systemModels.modelId, id));
  const asCompanyDefault = await tx
    .selectDistinct({
      // Administrators see which company chose it.
      name: sql<string>`${companyId === null ? companies.name : companyDefaultModels.type}`,
    })
    .from(companyDefaultModels)
    .innerJoin(companies, eq(companies.id, companyDefaultModels.companyId))
    .where(eq(companyDefaultModels.modelId, id))
    .limit(3);
  const asSecond = await tx
    .selectDistinct({ name: sql<string>`coalesce(${companies.name}, ${models.name})` })
    .from(models)
    // As above: administrators see which company, a company which of its models.
    .leftJoin(companies, and(eq(companies.id, models.companyId), sql`${companyId === null}`))
    .where(eq(models.secondModelId, id))
    .limit(3);
  return [...uses, ...[...asSystemDefault, ...asCompanyDefault, ...asSecond].map((use) => use.name)];
}
