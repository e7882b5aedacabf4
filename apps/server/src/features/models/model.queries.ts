import type { ModelTypeName } from '@lectern/contract';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
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

/** The row, with the company that asks for it: each has breakers and limits of its own. */
export async function findModelRow(tx: Tx, id: string) {
  const askedBy = sql<string>`current_setting('lectern.company_id', true)`;
  const [found] = await tx.select({ row: models, askedBy }).from(models).where(eq(models.id, id));
  return found;
}

/** Until the transaction ends no other gives a model of this owner a name. */
export async function lockModelNames(tx: Tx, companyId: string | null): Promise<void> {
  const key = `model names of ${companyId ?? 'the platform'}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** Who chooses a model shares the lock; who deletes it waits for them, so that no choice outlives its model. */
export async function lockUseOfModel(tx: Tx, id: string, mode: 'choose' | 'remove'): Promise<void> {
  const key = `use of model ${id}`;
  await tx.execute(
    mode === 'choose'
      ? sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`
      : sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`,
  );
}

export type ChosenModels = Map<ModelTypeName, string>;

export async function readSystemModels(tx: Tx): Promise<ChosenModels> {
  const rows = await tx.select().from(systemModels);
  return new Map(rows.map((row) => [row.type, row.modelId]));
}

export async function writeSystemModel(tx: Tx, type: ModelTypeName, modelId: string | null): Promise<void> {
  if (modelId === null) await tx.delete(systemModels).where(eq(systemModels.type, type));
  else
    await tx
      .insert(systemModels)
      .values({ type, modelId })
      .onConflictDoUpdate({ target: systemModels.type, set: { modelId } });
}

/** Of the company that the transaction acts for. */
export async function readCompanyDefaults(tx: Tx): Promise<ChosenModels> {
  const rows = await tx
    .select()
    .from(companyDefaultModels)
    .where(sql`${companyDefaultModels.companyId}::text = current_setting('lectern.company_id', true)`);
  return new Map(rows.map((row) => [row.type, row.modelId]));
}

export async function writeCompanyDefault(
  tx: Tx,
  companyId: string,
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
 * for the platform's, which serve all, this is called across companies.
 */
export async function listUsesOfModel(tx: Tx, { id, companyId }: ModelRow): Promise<string[]> {
  const uses = (await modelUses.run(tx, id)).flat();
  const asSystemDefault = await tx
    .select({ name: systemModels.type })
    .from(systemModels)
    .where(eq(systemModels.modelId, id));
  const asCompanyDefault = await tx
    .selectDistinct({
      // Whoever runs the platform wants to know which company chose it.
      name: sql<string>`${companyId === null ? companies.name : companyDefaultModels.type}`,
    })
    .from(companyDefaultModels)
    .innerJoin(companies, eq(companies.id, companyDefaultModels.companyId))
    .where(eq(companyDefaultModels.modelId, id))
    .limit(3);
  return [...uses, ...[...asSystemDefault, ...asCompanyDefault].map((use) => use.name)];
}
