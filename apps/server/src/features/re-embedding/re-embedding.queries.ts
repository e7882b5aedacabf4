import { and, eq, inArray, not, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { activeRuns, cancelledRun, finishedRun } from '../../platform/runs/columns.ts';
import { chunks } from '../documents/chunks/chunk.table.ts';
import { packVector } from '../indexing/document-index.service.ts';
import {
  isActiveKnowledgeBase,
  type KnowledgeBaseRow,
  knowledgeBases,
} from '../knowledge-bases/knowledge-base.table.ts';
import {
  type ReEmbeddingRow,
  reEmbeddedChunks,
  reEmbeddedDocuments,
  reEmbeddings,
} from './re-embedding.table.ts';

/** States in which a generation is being built, or can be continued. */
const unfinished = ['queued', 'running', 'failed'] as const;
const rowsAtOnce = 5_000;

export async function findReEmbedding(tx: Tx, knowledgeBaseId: string): Promise<ReEmbeddingRow | undefined> {
  const [row] = await tx.select().from(reEmbeddings).where(eq(reEmbeddings.knowledgeBaseId, knowledgeBaseId));
  return row;
}

export async function lockReEmbedding(tx: Tx, knowledgeBaseId: string): Promise<ReEmbeddingRow | undefined> {
  const [row] = await tx
    .select()
    .from(reEmbeddings)
    .where(eq(reEmbeddings.knowledgeBaseId, knowledgeBaseId))
    .for('update');
  return row;
}

/** The generation that is being made of a base that is there, if any. */
export async function findUnfinishedGeneration(tx: Tx, knowledgeBaseId: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ generation: reEmbeddings.generation })
    .from(reEmbeddings)
    .innerJoin(
      knowledgeBases,
      and(eq(knowledgeBases.id, reEmbeddings.knowledgeBaseId), isActiveKnowledgeBase()),
    )
    .where(
      and(eq(reEmbeddings.knowledgeBaseId, knowledgeBaseId), inArray(reEmbeddings.state, [...unfinished])),
    );
  return row?.generation;
}

/** Undefined while one is queued or running. */
export async function upsertReEmbedding(
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  values: Omit<typeof reEmbeddings.$inferInsert, 'companyId' | 'knowledgeBaseId'>,
): Promise<ReEmbeddingRow | undefined> {
  const [row] = await tx
    .insert(reEmbeddings)
    .values({ companyId: base.companyId, knowledgeBaseId: base.id, ...values })
    .onConflictDoUpdate({
      target: reEmbeddings.knowledgeBaseId,
      set: values,
      setWhere: not(activeRuns(reEmbeddings)),
    })
    .returning();
  return row;
}

/** Its jobs are obsolete from here on. */
export async function cancelReEmbedding(
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
): Promise<ReEmbeddingRow | undefined> {
  const [row] = await tx
    .update(reEmbeddings)
    .set({ ...cancelledRun(), requestedVersion: sql`${reEmbeddings.requestedVersion} + 1` })
    .where(eq(reEmbeddings.knowledgeBaseId, base.id))
    .returning();
  return row;
}

/** What an attempt writes that holds the lease. */
export async function updateReEmbedding(
  tx: SystemTx,
  knowledgeBaseId: string,
  changes: Partial<ReEmbeddingRow>,
): Promise<void> {
  await tx.update(reEmbeddings).set(changes).where(eq(reEmbeddings.knowledgeBaseId, knowledgeBaseId));
}

export async function finishReEmbedding(tx: SystemTx, knowledgeBaseId: string): Promise<void> {
  await updateReEmbedding(tx, knowledgeBaseId, finishedRun());
}

/** What a job writes after its attempt: only while no other was requested and none runs. */
export async function updateQueuedReEmbedding(
  tx: SystemTx,
  { knowledgeBaseId, version }: { knowledgeBaseId: string; version: number },
  changes: Partial<ReEmbeddingRow>,
): Promise<void> {
  await tx
    .update(reEmbeddings)
    .set(changes)
    .where(
      and(
        eq(reEmbeddings.knowledgeBaseId, knowledgeBaseId),
        eq(reEmbeddings.requestedVersion, version),
        eq(reEmbeddings.state, 'queued'),
      ),
    );
}

type Generation = Pick<ReEmbeddingRow, 'companyId' | 'knowledgeBaseId' | 'generation'>;

/** Of chunks that are still there: one that is being deleted is waited for. */
export async function upsertVectors(
  tx: SystemTx,
  { companyId, knowledgeBaseId, generation }: Generation,
  made: { id: string; source: string; vector: Float32Array }[],
): Promise<void> {
  const values = sql.join(
    made.map(({ id, source, vector }) => sql`(${id}::uuid, ${source}, ${packVector(vector)}::bytea)`),
    sql`, `,
  );
  await tx.execute(sql`
    insert into ${reEmbeddedChunks} (company_id, knowledge_base_id, chunk_id, generation, source, vector)
    select ${companyId}::uuid, ${knowledgeBaseId}::uuid, ${chunks.id}, ${generation}, given.source, given.vector
    from (values ${values}) as given(id, source, vector) join ${chunks} on ${chunks.id} = given.id
    for key share of ${chunks}
    on conflict (chunk_id, generation) do update set source = excluded.source, vector = excluded.vector`);
}

/** The new vectors of a base, as `chunk_id` and `vector`. */
export function selectVectors({ knowledgeBaseId, generation }: Omit<Generation, 'companyId'>): SQL {
  return sql`select chunk_id, vector from ${reEmbeddedChunks}
    where knowledge_base_id = ${knowledgeBaseId} and generation = ${generation}`;
}

/** Remembers what the new index holds of a document; without a fingerprint it holds nothing. */
export async function replaceFingerprint(
  tx: SystemTx,
  { companyId, knowledgeBaseId, generation }: Generation,
  { documentId, fingerprint }: { documentId: string; fingerprint: string | undefined },
): Promise<void> {
  await tx
    .delete(reEmbeddedDocuments)
    .where(
      and(
        eq(reEmbeddedDocuments.knowledgeBaseId, knowledgeBaseId),
        eq(reEmbeddedDocuments.generation, generation),
        eq(reEmbeddedDocuments.documentId, documentId),
      ),
    );
  if (fingerprint === undefined) return;
  await tx
    .insert(reEmbeddedDocuments)
    .values({ companyId, knowledgeBaseId, documentId, generation, fingerprint });
}

/** What is remembered of all generations but the one to keep. */
export async function deleteFingerprintsExcept(
  tx: SystemTx,
  knowledgeBaseId: string,
  kept: number | undefined,
): Promise<void> {
  await tx
    .delete(reEmbeddedDocuments)
    .where(
      and(
        eq(reEmbeddedDocuments.knowledgeBaseId, knowledgeBaseId),
        notInArray(reEmbeddedDocuments.generation, kept === undefined ? [] : [kept]),
      ),
    );
}

/** Deletes some vectors of all generations but the one to keep. Returns how many. */
export async function deleteVectorsExcept(
  tx: SystemTx,
  knowledgeBaseId: string,
  kept: number | undefined,
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from ${reEmbeddedChunks} where ctid in (
      select ctid from ${reEmbeddedChunks} where knowledge_base_id = ${knowledgeBaseId}
      and generation <> ${kept ?? -1} limit ${rowsAtOnce})`);
  return rowCount ?? 0;
}
