import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type KnowledgeBaseRow, knowledgeBases } from './knowledge-base.table.ts';

/** The index table of a knowledge base: each generation of its vectors has its own. */
export function indexTable({ id, generation }: Pick<KnowledgeBaseRow, 'id' | 'generation'>): string {
  return generation === 0 ? id : `${id}_${generation}`;
}

/** The base and generation that a table is of, or undefined for a name that none has. */
export function parseIndexTable(name: string): { id: string; generation: number } | undefined {
  const [, id, generation] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:_([1-9]\d*))?$/.exec(name) ?? [];
  return id === undefined ? undefined : { id, generation: Number(generation ?? 0) };
}

/**
 * The generation that answers, which stays until the transaction ends. Whoever writes vectors into the rows of a base,
 * or lets others count, asks here first: they must be of this generation. To be called after documents are locked.
 */
export async function holdGeneration(tx: Tx, knowledgeBaseId: string): Promise<number | undefined> {
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(hashtextextended(${generationLock(knowledgeBaseId)}, 0))`,
  );
  return readGeneration(tx, knowledgeBaseId);
}

/** Waits for all who hold the generation, and keeps new ones waiting until the transaction ends. */
export async function lockGeneration(tx: Tx, knowledgeBaseId: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${generationLock(knowledgeBaseId)}, 0))`,
  );
}

function generationLock(knowledgeBaseId: string): string {
  return `generation of ${knowledgeBaseId}`;
}

/** Also of a base that is deleted, while its row is there. */
async function readGeneration(tx: Tx, knowledgeBaseId: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ generation: knowledgeBases.generation })
    .from(knowledgeBases)
    .where(eq(knowledgeBases.id, knowledgeBaseId));
  return row?.generation;
}

/** Every table there is of these bases, whichever generation it is of. */
export async function dropIndexTables({ index }: Pick<Platform, 'index'>, baseIds: string[]): Promise<void> {
  const gone = new Set(baseIds);
  for (const table of await index.listTables())
    if (gone.has(parseIndexTable(table)?.id ?? '')) await index.drop(table);
}

type BasePlace = { companyId: string; knowledgeBaseId: string };

/** The table that answers now; of a base whose row is gone, its first. */
export async function findIndexTable(
  { database }: Pick<Platform, 'database'>,
  { companyId, knowledgeBaseId }: BasePlace,
): Promise<string> {
  const generation = await database.withCompany(companyId, (tx) => readGeneration(tx, knowledgeBaseId));
  return indexTable({ id: knowledgeBaseId, generation: generation ?? 0 });
}

/** Does `work`, which may be repeated, in the table that answers when it is done. */
export async function withIndexTable(
  platform: Platform,
  place: BasePlace,
  work: (table: string) => Promise<void>,
): Promise<void> {
  let table = await findIndexTable(platform, place);
  while (true) {
    const fault = await work(table).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const now = await findIndexTable(platform, place);
    if (now === table) {
      if (fault) throw fault.error;
      return;
    }
    // Another generation answers since: what was written is of no use, and a fault of no meaning.
    table = now;
  }
}
