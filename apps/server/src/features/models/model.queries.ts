import type { ModelTypeName } from '@lectern/contract';
import { asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { assistants } from '../assistants/assistant.table.ts';
import { knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';
import { type ModelRow, models, systemModels } from './model.table.ts';

/** The company's models and the platform's. */
export function listModelRows(tx: Tx): Promise<ModelRow[]> {
  return tx.select().from(models).orderBy(asc(models.createdAt));
}

export async function findModelRow(tx: Tx, id: string): Promise<ModelRow | undefined> {
  const [row] = await tx.select().from(models).where(eq(models.id, id));
  return row;
}

export async function readSystemModels(tx: Tx): Promise<Map<ModelTypeName, string>> {
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

/** Names of what uses a model, a few of them. Called across companies: a platform's model serves all. */
export async function listUsesOfModel(tx: Tx, modelId: string): Promise<string[]> {
  const inBases = await tx
    .select({ name: knowledgeBases.name })
    .from(knowledgeBases)
    .where(sql`${knowledgeBases.embeddingModelId} = ${modelId} and ${knowledgeBases.deletedAt} is null`)
    .limit(3);
  const inAssistants = await tx
    .select({ name: assistants.name })
    .from(assistants)
    .where(
      sql`${assistants.deletedAt} is null and (${assistants.chatModelId} = ${modelId} or ${assistants.retrieval}->>'rerankModelId' = ${modelId})`,
    )
    .limit(3);
  const asDefault = await tx
    .select({ name: systemModels.type })
    .from(systemModels)
    .where(eq(systemModels.modelId, modelId));
  return [...inBases, ...inAssistants, ...asDefault].map((use) => use.name);
}
