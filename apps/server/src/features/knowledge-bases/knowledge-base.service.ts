import { chunkMethods } from '@lectern/chunking';
import {
  AppError,
  type BodyOf,
  type ChunkOptions,
  type createKnowledgeBase,
  enrichmentOptions,
  type KnowledgeBase,
  profiles,
  readingOptions,
  type updateKnowledgeBase,
} from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { type Authorized, abilitiesOf, authorize } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { defineHook } from '../../platform/hooks.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockCompany, takeQuota } from '../../platform/quota.ts';
import { readOwnerNames } from '../accounts/owner-names.service.ts';
import { checkModel, getDefaultEmbeddingModelId } from '../models/model.service.ts';
import { knowledgeBaseContents } from './contents.service.ts';
import { checkFolderRules } from './field-values.ts';
import { knowledgeBasePolicy } from './knowledge-base.policy.ts';
import {
  findKnowledgeBase,
  insertKnowledgeBase,
  isNameTaken,
  softDeleteKnowledgeBase,
  updateKnowledgeBaseRow,
} from './knowledge-base.queries.ts';
import type { KnowledgeBaseRow } from './knowledge-base.table.ts';

/** Features above take the knowledge base from everybody but its owner, in the transaction that makes it private. */
export const onKnowledgeBaseMadePrivate = defineHook<
  [platform: Platform, tx: Tx, knowledgeBase: Authorized<KnowledgeBaseRow, 'update'>]
>('knowledge base made private');

export const defaultFolderWeight = 0.1;
const defaultChunkMethod = 'naive';

/** The row, checked against the policy: the way in for every feature that works inside a base. */
export async function loadKnowledgeBase<Action extends 'read' | 'update' | 'delete'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
) {
  return authorize(knowledgeBasePolicy, actor, action, await findKnowledgeBase(tx, id));
}

/** For jobs, which act for nobody: the base unless it was deleted. */
export function findActiveKnowledgeBase(tx: Tx, id: string): Promise<KnowledgeBaseRow | undefined> {
  return findKnowledgeBase(tx, id);
}

/** The options with their defaults, as the method itself checks them. Throws what to repair. */
export function checkChunkOptions(method: string, options: ChunkOptions): ChunkOptions {
  const chunkMethod = chunkMethods.find(({ id }) => id === method);
  if (!chunkMethod) throw new AppError('knowledge_base.chunk_method_unknown', { method });
  const result = chunkMethod.options.strict().safeParse(options);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new AppError('knowledge_base.chunk_options_invalid', {
      option: issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue?.path.join('.'),
    });
  }
  return result.data as ChunkOptions;
}

/** A document that came in or was read is a change of its knowledge base. */
function latest(own: Date, ofDocuments: Date | undefined): Date {
  return ofDocuments && ofDocuments > own ? ofDocuments : own;
}

/** What these knowledge bases set for a search over all of them, where the search sets nothing itself. */
export function retrievalDefaultsOf(bases: readonly KnowledgeBaseRow[]) {
  const ranked = bases.find(({ rerankModelId }) => rerankModelId !== null);
  return {
    ...(bases.length > 0 ? { topK: Math.max(...bases.map(({ topK }) => topK)) } : {}),
    ...(ranked ? { rerankModelId: ranked.rerankModelId } : {}),
  };
}

export async function presentKnowledgeBases(
  tx: Tx,
  actor: Actor,
  rows: KnowledgeBaseRow[],
): Promise<KnowledgeBase[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await knowledgeBaseContents.get().count(tx, ids);
  const owners = await readOwnerNames(tx, rows);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    photo: row.photo,
    language: row.language,
    permission: row.permission,
    embeddingModelId: row.embeddingModelId,
    chunkMethod: row.chunkMethod,
    chunkOptions: row.chunkOptions,
    // Rows older than an option get its default.
    readingOptions: readingOptions.parse(row.readingOptions),
    enrichmentOptions: enrichmentOptions.parse(row.enrichmentOptions),
    folderWeight: row.folderWeight,
    topK: row.topK,
    rerankModelId: row.rerankModelId,
    metadataFields: row.metadataFields,
    folderRules: row.folderRules,
    documentCount: counts.get(row.id)?.documentCount ?? 0,
    chunkCount: counts.get(row.id)?.chunkCount ?? 0,
    ownerName: owners.get(row.ownerId) ?? '',
    createdAt: row.createdAt.toISOString(),
    updatedAt: latest(row.updatedAt, counts.get(row.id)?.changedAt).toISOString(),
    abilities: abilitiesOf(knowledgeBasePolicy, actor, row),
  }));
}

async function presentKnowledgeBase(tx: Tx, actor: Actor, row: KnowledgeBaseRow): Promise<KnowledgeBase> {
  const [presented] = await presentKnowledgeBases(tx, actor, [row]);
  return presented as KnowledgeBase;
}

export function createKnowledgeBaseFor(
  { database }: Platform,
  actor: Actor,
  input: BodyOf<typeof createKnowledgeBase>,
) {
  return database.withActor(actor, async (tx) => {
    // Under the company's lock: the name is then free until this transaction ends.
    const place = await takeQuota(tx, actor.companyId, 'knowledgeBases', 1);
    if (await isNameTaken(tx, input.name))
      throw new AppError('knowledge_base.name_taken', { name: input.name });
    const embeddingModelId = input.embeddingModelId ?? (await getDefaultEmbeddingModelId(tx));
    await checkModel(tx, embeddingModelId, 'embedding');
    if (input.rerankModelId) await checkModel(tx, input.rerankModelId, 'rerank');
    checkFolderRules(input.metadataFields ?? [], input.folderRules);
    const { profile: profileId, ...settings } = input;
    const profile = profiles.find(({ id }) => id === profileId);
    const chunkMethod = input.chunkMethod ?? profile?.chunkMethod ?? defaultChunkMethod;
    const ofProfile = chunkMethod === profile?.chunkMethod ? profile.chunkOptions : {};
    const row = await insertKnowledgeBase(
      tx,
      {
        ...settings,
        id: newId(),
        companyId: actor.companyId,
        ownerId: actor.accountId,
        language: input.language ?? actor.language,
        embeddingModelId,
        chunkMethod,
        chunkOptions: checkChunkOptions(chunkMethod, { ...ofProfile, ...input.chunkOptions }),
        readingOptions: input.readingOptions ?? readingOptions.parse(profile?.readingOptions ?? {}),
        enrichmentOptions:
          input.enrichmentOptions ?? enrichmentOptions.parse(profile?.enrichmentOptions ?? {}),
        folderWeight: input.folderWeight ?? defaultFolderWeight,
      },
      place,
    );
    return presentKnowledgeBase(tx, actor, row);
  });
}

export function readKnowledgeBase({ database }: Platform, actor: Actor, id: string) {
  return database.withActor(actor, async (tx) =>
    presentKnowledgeBase(tx, actor, await loadKnowledgeBase(tx, actor, 'read', id)),
  );
}

export function changeKnowledgeBase(
  platform: Platform,
  actor: Actor,
  id: string,
  input: BodyOf<typeof updateKnowledgeBase>,
) {
  return platform.database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'update', id);
    if (input.name !== undefined) await lockCompany(tx, actor.companyId);
    if (input.name !== undefined && (await isNameTaken(tx, input.name, id)))
      throw new AppError('knowledge_base.name_taken', { name: input.name });
    if (input.embeddingModelId !== undefined && input.embeddingModelId !== base.embeddingModelId) {
      if (await knowledgeBaseContents.get().hasVectors(tx, base.id))
        throw new AppError('knowledge_base.embedding_model_locked');
      await checkModel(tx, input.embeddingModelId, 'embedding');
    }
    if (input.rerankModelId) await checkModel(tx, input.rerankModelId, 'rerank');
    checkFolderRules(input.metadataFields ?? base.metadataFields, input.folderRules);
    const changes: Partial<KnowledgeBaseRow> = { ...input };
    if (input.chunkMethod !== undefined || input.chunkOptions !== undefined) {
      const method = input.chunkMethod ?? base.chunkMethod;
      const kept = method === base.chunkMethod ? base.chunkOptions : {};
      changes.chunkOptions = checkChunkOptions(method, { ...kept, ...input.chunkOptions });
    }
    const changed = await updateKnowledgeBaseRow(tx, base, changes);
    if (base.permission !== 'me' && changed.permission === 'me')
      await onKnowledgeBaseMadePrivate.run(platform, tx, base);
    return presentKnowledgeBase(tx, actor, changed);
  });
}

/** Gone from every list and answer when this returns; a job clears what is left. */
export function removeKnowledgeBase({ database, jobs }: Platform, actor: Actor, id: string): Promise<void> {
  return database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'delete', id);
    await softDeleteKnowledgeBase(tx, base);
    await knowledgeBaseContents.get().softDelete(tx, base);
    await jobs.enqueue(tx, 'knowledge-base.clear', { companyId: actor.companyId, knowledgeBaseId: id });
  });
}
