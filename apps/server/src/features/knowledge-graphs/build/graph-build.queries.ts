import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Authorized } from '../../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../../platform/database/database.ts';
import { cancelledRun, finishedRun, noError } from '../../../platform/runs/columns.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import {
  graphCommunities,
  graphEntities,
  graphMentions,
  graphRelations,
  graphStatements,
} from '../graph-parts.table.ts';
import { graphExtractions, type KnowledgeGraphRow, knowledgeGraphs } from '../knowledge-graph.table.ts';

/** Rows that one statement writes or deletes at most. */
export const rowsAtOnce = 500;

/** Number of a report whose community is not stored yet. */
export const draftNumber = -1;

export async function lockGraph(tx: Tx, knowledgeBaseId: string): Promise<KnowledgeGraphRow | undefined> {
  const [row] = await tx
    .select()
    .from(knowledgeGraphs)
    .where(eq(knowledgeGraphs.knowledgeBaseId, knowledgeBaseId))
    .for('update');
  return row;
}

/** Numbers a build; an attempt that is running ends first. Returns the number. */
export async function upsertRequestedBuild(
  tx: Tx,
  { companyId, knowledgeBaseId }: Pick<KnowledgeGraphRow, 'companyId' | 'knowledgeBaseId'>,
  { wantsNew, wantsAll }: Pick<KnowledgeGraphRow, 'wantsNew' | 'wantsAll'>,
): Promise<number> {
  const [row] = await tx
    .insert(knowledgeGraphs)
    .values({ knowledgeBaseId, companyId, state: 'queued', requestedVersion: 1, wantsNew, wantsAll })
    .onConflictDoUpdate({
      target: knowledgeGraphs.knowledgeBaseId,
      set: {
        requestedVersion: sql`${knowledgeGraphs.requestedVersion} + 1`,
        wantsNew: sql`${knowledgeGraphs.wantsNew} or ${wantsNew}`,
        wantsAll: sql`${knowledgeGraphs.wantsAll} or ${wantsAll}`,
        state: sql`case when ${knowledgeGraphs.state} = 'running' then 'running' else 'queued' end`,
        ...noError,
        updatedAt: new Date(),
      },
    })
    .returning({ version: knowledgeGraphs.requestedVersion });
  return row?.version ?? 1;
}

/** Its jobs are obsolete from here on. */
export async function cancelBuild(tx: Tx, base: Authorized<KnowledgeBaseRow, 'update'>): Promise<void> {
  await tx
    .update(knowledgeGraphs)
    .set({ ...cancelledRun(), requestedVersion: sql`${knowledgeGraphs.requestedVersion} + 1` })
    .where(eq(knowledgeGraphs.knowledgeBaseId, base.id));
}

/** What was read of the base is forgotten, so that the next build reads all of it. */
export async function deleteExtractions(tx: Tx, base: Authorized<KnowledgeBaseRow, 'update'>): Promise<void> {
  await tx.delete(graphExtractions).where(eq(graphExtractions.knowledgeBaseId, base.id));
}

/** Every row of a base's graph. A run that is at work finds no graph to write to, and ends. */
export async function deleteGraphRows(tx: Tx, base: Authorized<KnowledgeBaseRow, 'update'>): Promise<void> {
  await lockGraph(tx, base.id);
  await tx.delete(graphEntities).where(eq(graphEntities.knowledgeBaseId, base.id));
  await tx.delete(graphCommunities).where(eq(graphCommunities.knowledgeBaseId, base.id));
  await tx.delete(graphExtractions).where(eq(graphExtractions.knowledgeBaseId, base.id));
  await tx.delete(knowledgeGraphs).where(eq(knowledgeGraphs.knowledgeBaseId, base.id));
}

/** What an attempt writes that holds the lease. */
export async function updateGraph(
  tx: SystemTx,
  knowledgeBaseId: string,
  changes: Partial<KnowledgeGraphRow>,
): Promise<void> {
  await tx.update(knowledgeGraphs).set(changes).where(eq(knowledgeGraphs.knowledgeBaseId, knowledgeBaseId));
}

/** What a job writes after its attempt: only while no other build was requested. */
export async function updateRequestedBuild(
  tx: SystemTx,
  { knowledgeBaseId, version }: { knowledgeBaseId: string; version: number },
  changes: Partial<KnowledgeGraphRow>,
): Promise<void> {
  await tx
    .update(knowledgeGraphs)
    .set(changes)
    .where(
      and(
        eq(knowledgeGraphs.knowledgeBaseId, knowledgeBaseId),
        eq(knowledgeGraphs.requestedVersion, version),
      ),
    );
}

/** Finishes the run, unless another build was requested meanwhile: its job waits for this one to end. */
export async function finishBuild(tx: SystemTx, knowledgeBaseId: string, version: number): Promise<void> {
  const isOutdated = sql`${knowledgeGraphs.requestedVersion} > ${version}`;
  await tx
    .update(knowledgeGraphs)
    .set({
      ...finishedRun(),
      state: sql`case when ${isOutdated} then 'queued' else 'finished' end`,
      wantsNew: sql`${isOutdated} and ${knowledgeGraphs.wantsNew}`,
    })
    .where(eq(knowledgeGraphs.knowledgeBaseId, knowledgeBaseId));
}

/** Adds a model call to what the graph has cost. */
export async function addCost(
  tx: SystemTx,
  knowledgeBaseId: string,
  call: { prompt: number; completion: number; cost: number | null },
): Promise<void> {
  await tx
    .update(knowledgeGraphs)
    .set({
      calls: sql`${knowledgeGraphs.calls} + 1`,
      promptTokens: sql`${knowledgeGraphs.promptTokens} + ${call.prompt}`,
      completionTokens: sql`${knowledgeGraphs.completionTokens} + ${call.completion}`,
      cost:
        call.cost === null
          ? sql`${knowledgeGraphs.cost}`
          : sql`coalesce(${knowledgeGraphs.cost}, 0) + ${call.cost}`,
    })
    .where(eq(knowledgeGraphs.knowledgeBaseId, knowledgeBaseId));
}

export async function insertExtractions(
  tx: Tx,
  rows: (typeof graphExtractions.$inferInsert)[],
): Promise<void> {
  await tx.insert(graphExtractions).values(rows).onConflictDoNothing();
}

export async function deleteExtractionsByKey(
  tx: SystemTx,
  knowledgeBaseId: string,
  keys: string[],
): Promise<void> {
  await tx
    .delete(graphExtractions)
    .where(and(eq(graphExtractions.knowledgeBaseId, knowledgeBaseId), inArray(graphExtractions.key, keys)));
}

/** One row per chunk that an entity or a relation is taken from. */
type OfChunk = { ownerId: string; chunkId: string; description: string };

export async function insertEntities(
  tx: Tx,
  rows: (typeof graphEntities.$inferInsert)[],
  mentions: OfChunk[],
): Promise<void> {
  await tx.insert(graphEntities).values(rows);
  await insertOfChunks(tx, sql`insert into ${graphMentions} (entity_id, chunk_id, description, company_id)`, {
    rows: mentions,
    companyId: rows[0]?.companyId,
  });
}

export async function insertRelations(
  tx: Tx,
  rows: (typeof graphRelations.$inferInsert)[],
  statements: OfChunk[],
): Promise<void> {
  await tx.insert(graphRelations).values(rows);
  const into = sql`insert into ${graphStatements} (relation_id, chunk_id, description, company_id)`;
  await insertOfChunks(tx, into, { rows: statements, companyId: rows[0]?.companyId });
}

/** Rows of a chunk that was deleted meanwhile are left out; the others' chunks stay until the commit. */
async function insertOfChunks(
  tx: Tx,
  insert: SQL,
  { rows, companyId }: { rows: OfChunk[]; companyId: string | undefined },
): Promise<void> {
  if (rows.length === 0) return;
  const list = (column: keyof OfChunk) => sql.param(rows.map((row) => row[column]));
  await tx.execute(sql`
    ${insert}
    select given.owner_id, given.chunk_id, given.description, ${companyId}::uuid
    from unnest(${list('ownerId')}::uuid[], ${list('chunkId')}::uuid[], ${list('description')}::text[])
      as given(owner_id, chunk_id, description)
    join chunks on chunks.id = given.chunk_id
    for key share of chunks`);
}

export async function insertCommunities(
  tx: Tx,
  rows: (typeof graphCommunities.$inferInsert)[],
): Promise<void> {
  await tx.insert(graphCommunities).values(rows);
}

/** Communities of earlier builds, and reports that were kept until their community was stored. */
export async function deleteOldCommunities(
  tx: SystemTx,
  knowledgeBaseId: string,
  build: number,
): Promise<void> {
  await tx
    .delete(graphCommunities)
    .where(
      and(
        eq(graphCommunities.knowledgeBaseId, knowledgeBaseId),
        sql`(${graphCommunities.build} < ${build} or ${graphCommunities.number} = ${draftNumber})`,
      ),
    );
}

/** Deletes some of the entities with all that hangs on them. Returns how many. */
export async function deleteSomeEntities(tx: SystemTx, knowledgeBaseId: string, which: SQL): Promise<number> {
  // The graph before its chunks, as everywhere.
  await lockGraph(tx, knowledgeBaseId);
  const rows = await tx
    .select({ id: graphEntities.id })
    .from(graphEntities)
    .where(and(eq(graphEntities.knowledgeBaseId, knowledgeBaseId), which))
    .limit(rowsAtOnce);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(graphEntities).where(inArray(graphEntities.id, ids));
  return ids.length;
}
