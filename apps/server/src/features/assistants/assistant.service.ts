import {
  AppError,
  type Assistant,
  type AssistantSettings,
  type AssistantSummary,
  type BodyOf,
  type createAssistant,
} from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { type Authorized, abilitiesOf, authorize } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { defineHook } from '../../platform/hooks.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeQuota } from '../../platform/quota.ts';
import { readOwnerNames } from '../accounts/owner-names.service.ts';
import { listKnowledgeBaseRows } from '../knowledge-bases/knowledge-base.queries.ts';
import { loadKnowledgeBase, retrievalDefaultsOf } from '../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { checkTools } from '../mcp-connections/mcp-tools.service.ts';
import { checkModel } from '../models/model.service.ts';
import { assistantPolicy } from './assistant.policy.ts';
import {
  findAssistant,
  findGeneralAssistant,
  insertAssistant,
  insertAssistantKnowledgeBases,
  isAssistantNameTaken,
  listAssistantsByIds,
  listKnowledgeBasesOf,
  softDeleteAssistant,
} from './assistant.queries.ts';
import type { AssistantRow } from './assistant.table.ts';
import { assistantDefaults, generalDefaults } from './assistant-defaults.ts';
import { checkPrompt, completeSettings, settingsOf } from './assistant-settings.ts';
import { insertVersion, listServableBases } from './assistant-version.queries.ts';
import { type DescribedFlow, flowPort } from './flow-port.ts';

/** Features above delete what belongs to the assistant, in its transaction. */
export const onAssistantDeleted =
  defineHook<[tx: Tx, assistant: Authorized<AssistantRow, 'delete'>]>('assistant deleted');

export async function loadAssistant<Action extends 'read' | 'update' | 'delete'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
) {
  return authorize(assistantPolicy, actor, action, await findAssistant(tx, id));
}

/** The assistants among these that the actor may chat with. */
export async function loadAssistantsToChat(tx: Tx, actor: Actor, ids: string[]): Promise<AssistantRow[]> {
  return (await listAssistantsByIds(tx, ids)).filter((row) => assistantPolicy.rules.read(actor, row));
}

/** Most knowledge bases that an assistant may have, and that the general one asks. */
const maxBases = 64;

/** The general assistant of the actor; it is made when it is first asked for, and takes no place in the quota. */
export async function openGeneralAssistant(tx: Tx, actor: Actor): Promise<AssistantRow> {
  const existing = await findGeneralAssistant(tx, actor);
  if (existing) return existing;
  const place = await takeQuota(tx, actor.companyId, 'assistants', 0);
  // Under the company's lock: another request may have made it meanwhile.
  const made = await findGeneralAssistant(tx, actor);
  if (made) return made;
  const { knowledgeBaseIds: _, ...settings } = generalDefaults(actor.language);
  const owner = { companyId: actor.companyId, ownerId: actor.accountId };
  return insertAssistant(tx, { id: newId(), isGeneral: true, ...owner, ...settings }, place);
}

/**
 * An assistant with its knowledge bases; the general one has those that the actor may open, and today's defaults.
 * Those who may change it can have its draft instead.
 */
export async function readAssistantWithBases(
  tx: Tx,
  actor: Actor,
  assistant: AssistantRow,
  { draft = false } = {},
) {
  if (assistant.isGeneral) {
    const { rows } = await listKnowledgeBaseRows(tx, actor, { page: 1, pageSize: maxBases });
    const defaults = generalDefaults(actor.language);
    const retrieval = { ...defaults.retrieval, ...retrievalDefaultsOf(rows) };
    return { assistant: { ...assistant, ...defaults, retrieval }, bases: rows };
  }
  if (draft && assistant.draft && mayTryDraft(actor, assistant)) {
    const { knowledgeBaseIds, ...settings } = completeSettings(assistant.draft);
    const bases = await listServableBases(tx, assistant.id, knowledgeBaseIds);
    return { assistant: { ...assistant, ...settings }, bases };
  }
  const bases = await listKnowledgeBasesOf(tx, [assistant.id]);
  return { assistant, bases: bases.map((row) => row.base) };
}

export function mayTryDraft(actor: Actor, assistant: AssistantRow): boolean {
  return assistantPolicy.rules.update(actor, assistant);
}

export async function checkReferences(
  tx: Tx,
  actor: Actor,
  input: Partial<AssistantSettings>,
  kept: { knowledgeBaseIds?: string[]; flowIds?: (string | null)[]; toolIds?: string[] } = {},
): Promise<KnowledgeBaseRow[]> {
  const added: KnowledgeBaseRow[] = [];
  // A knowledge base or flow that someone else chose stays, even if this actor may not open it.
  for (const id of input.knowledgeBaseIds ?? [])
    if (!kept.knowledgeBaseIds?.includes(id)) added.push(await loadKnowledgeBase(tx, actor, 'read', id));
  if (input.flowId && !kept.flowIds?.includes(input.flowId))
    await flowPort.get().check(tx, actor, input.flowId);
  await checkTools(
    tx,
    (input.toolIds ?? []).filter((id) => !kept.toolIds?.includes(id)),
  );
  if (input.chatModelId) await checkModel(tx, input.chatModelId, 'chat');
  if (input.retrieval?.rerankModelId) await checkModel(tx, input.retrieval.rerankModelId, 'rerank');
  return added;
}

export async function presentAssistant(tx: Tx, actor: Actor, row: AssistantRow): Promise<Assistant> {
  const bases = await listKnowledgeBasesOf(tx, [row.id]);
  const abilities = abilitiesOf(assistantPolicy, actor, row);
  const flows = await flowPort.get().describe(tx, row.flowId === null ? [] : [row.flowId]);
  const savedBy = row.draftSavedBy ?? row.ownerId;
  const owners = await readOwnerNames(tx, [row, { ownerId: savedBy }]);
  return {
    id: row.id,
    name: row.name,
    ...settingsOf(
      row,
      bases.map(({ base }) => base.id),
    ),
    version: row.version,
    draft:
      row.draftSavedAt && abilities.update
        ? { savedByName: owners.get(savedBy) ?? '', savedAt: row.draftSavedAt.toISOString() }
        : null,
    flowHasDraft: flows.get(row.flowId ?? '')?.hasDraft === true,
    ownerName: owners.get(row.ownerId) ?? '',
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    abilities,
  };
}

function presentFlow(flow: DescribedFlow | undefined): AssistantSummary['flow'] {
  return flow ? { id: flow.id, name: flow.name, form: flow.form } : null;
}

export async function presentSummaries(
  tx: Tx,
  actor: Actor,
  rows: AssistantRow[],
): Promise<AssistantSummary[]> {
  const bases = await listKnowledgeBasesOf(
    tx,
    rows.map((row) => row.id),
  );
  const flows = await flowPort.get().describe(
    tx,
    rows.flatMap(({ flowId }) => flowId ?? []),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    flow: presentFlow(flows.get(row.flowId ?? '')),
    hasDraft:
      (row.draft !== null || flows.get(row.flowId ?? '')?.hasDraft === true) &&
      abilitiesOf(assistantPolicy, actor, row).update === true,
    description: row.description,
    avatar: row.avatar,
    opener: row.opener,
    language: row.language,
    knowledgeBaseCount: bases.filter((base) => base.assistantId === row.id).length,
    general: false,
    variables: row.variables,
    showQuote: row.showQuote,
    mailSupport: row.mailSupport,
    abilities: abilitiesOf(assistantPolicy, actor, row),
  }));
}

export async function presentGeneralAssistant(tx: Tx, actor: Actor): Promise<AssistantSummary> {
  const { assistant, bases } = await readAssistantWithBases(tx, actor, await openGeneralAssistant(tx, actor));
  const [summary] = await presentSummaries(tx, actor, [assistant]);
  return { ...(summary as AssistantSummary), general: true, knowledgeBaseCount: bases.length };
}

export function addAssistant(
  { database }: Platform,
  actor: Actor,
  input: BodyOf<typeof createAssistant>,
): Promise<Assistant> {
  return database.withActor(actor, async (tx) => {
    const place = await takeQuota(tx, actor.companyId, 'assistants', 1);
    if (await isAssistantNameTaken(tx, input.name))
      throw new AppError('assistant.name_taken', { name: input.name });
    const { knowledgeBaseIds, ...settings } = {
      ...assistantDefaults(input.language ?? actor.language),
      ...input,
    };
    checkPrompt(settings.systemPrompt, settings.variables);
    const bases = await checkReferences(tx, actor, input);
    const retrieval = input.retrieval ?? { ...settings.retrieval, ...retrievalDefaultsOf(bases) };
    const row = await insertAssistant(
      tx,
      { id: newId(), companyId: actor.companyId, ownerId: actor.accountId, ...settings, retrieval },
      place,
    );
    await insertAssistantKnowledgeBases(tx, row, knowledgeBaseIds);
    await insertVersion(tx, row, {
      id: newId(),
      settings: settingsOf(row, [...new Set(knowledgeBaseIds)]),
      note: '',
      publishedBy: actor.accountId,
    });
    return presentAssistant(tx, actor, row);
  });
}

export function removeAssistant({ database }: Platform, actor: Actor, id: string): Promise<void> {
  return database.withActor(actor, async (tx) => {
    const assistant = await loadAssistant(tx, actor, 'delete', id);
    await onAssistantDeleted.run(tx, assistant);
    await softDeleteAssistant(tx, assistant);
  });
}
