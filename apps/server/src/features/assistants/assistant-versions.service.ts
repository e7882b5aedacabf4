import { isDeepStrictEqual } from 'node:util';
import {
  AppError,
  type Assistant,
  type AssistantSettings,
  type AssistantVersion,
  type BodyOf,
  type updateAssistant,
} from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { defineHook } from '../../platform/hooks.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockCompany } from '../../platform/quota.ts';
import { readOwnerNames } from '../accounts/owner-names.service.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import {
  isAssistantNameTaken,
  listKnowledgeBasesOf,
  replaceAssistantKnowledgeBases,
  updateAssistantRow,
} from './assistant.queries.ts';
import { checkReferences, loadAssistant, presentAssistant } from './assistant.service.ts';
import type { AssistantRow, AssistantVersionRow } from './assistant.table.ts';
import { checkPrompt, completeSettings, settingsOf } from './assistant-settings.ts';
import {
  deleteVersions,
  findVersion,
  insertVersion,
  listVersionRows,
  lockAssistantRow,
} from './assistant-version.queries.ts';

/** Of one assistant; a script may publish every hour. */
const mostVersions = 100;

/** Versions of an assistant that something names: they are kept however old they are. */
export const versionUses = defineHook<[tx: Tx, assistant: Authorized<AssistantRow, 'update'>], number[]>(
  'uses of versions of an assistant',
);

const noDraft = { draft: null, draftSavedBy: null, draftSavedAt: null };

async function openToChange(tx: Tx, actor: Actor, id: string) {
  await lockAssistantRow(tx, id);
  const assistant = await loadAssistant(tx, actor, 'update', id);
  const baseIds = (await listKnowledgeBasesOf(tx, [id])).map(({ base }) => base.id);
  return { assistant, published: settingsOf(assistant, baseIds) };
}

type Change = {
  settings: Partial<AssistantSettings>;
  name?: string | undefined;
  note: string;
  /** Null: it is done with; undefined: it stays as it is. */
  draft?: AssistantSettings | null;
};

/** Publishes changed settings as the next version; settings that stay as they are make none. */
async function publish(
  tx: Tx,
  actor: Actor,
  { assistant, published }: Awaited<ReturnType<typeof openToChange>>,
  { settings, name, note, draft }: Change,
): Promise<Assistant> {
  const next = { ...published, ...settings };
  const isNew = !isDeepStrictEqual(next, published);
  const { knowledgeBaseIds, ...columns } = settings;
  const row = await updateAssistantRow(tx, assistant, {
    ...columns,
    ...(draft === null ? noDraft : draft && { draft }),
    ...(name === undefined ? {} : { name }),
    ...(isNew ? { version: assistant.version + 1 } : {}),
  });
  if (knowledgeBaseIds) await replaceAssistantKnowledgeBases(tx, assistant, knowledgeBaseIds);
  if (isNew) {
    await insertVersion(tx, row, { id: newId(), settings: next, note, publishedBy: actor.accountId });
    const except = (await versionUses.run(tx, assistant)).flat();
    await deleteVersions(tx, assistant, { upTo: row.version - mostVersions, except });
  }
  return presentAssistant(tx, actor, row);
}

export function changeAssistant(
  { database }: Platform,
  actor: Actor,
  id: string,
  input: BodyOf<typeof updateAssistant>,
): Promise<Assistant> {
  const { name, publish: publishes, note, ...settings } = input;
  return database.withActor(actor, async (tx) => {
    if (name !== undefined) await lockCompany(tx, actor.companyId);
    const open = await openToChange(tx, actor, id);
    const { assistant, published } = open;
    if (name !== undefined && (await isAssistantNameTaken(tx, name, id)))
      throw new AppError('assistant.name_taken', { name });
    const draft = assistant.draft && completeSettings(assistant.draft);
    const from = publishes ? published : (draft ?? published);
    const next = { ...from, ...settings };
    checkPrompt(next.systemPrompt, next.variables);
    await checkReferences(tx, actor, settings, {
      knowledgeBaseIds: [...published.knowledgeBaseIds, ...(draft?.knowledgeBaseIds ?? [])],
      flowIds: [published.flowId, draft?.flowId ?? null],
    });
    // A draft goes on from what is published now; one that says nothing else has served.
    const rest = draft && { ...draft, ...settings };
    if (publishes)
      return publish(tx, actor, open, {
        settings,
        name,
        note,
        draft: rest && !isDeepStrictEqual(rest, next) ? rest : null,
      });
    const row = await updateAssistantRow(tx, assistant, {
      ...(name === undefined ? {} : { name }),
      ...(isDeepStrictEqual(next, published)
        ? noDraft
        : { draft: next, draftSavedBy: actor.accountId, draftSavedAt: new Date() }),
    });
    return presentAssistant(tx, actor, row);
  });
}

export async function readDraft(tx: Tx, actor: Actor, id: string): Promise<AssistantSettings> {
  const { draft } = await loadAssistant(tx, actor, 'update', id);
  if (!draft) throw new AppError('assistant.no_draft');
  return completeSettings(draft);
}

export function publishDraft(
  { database }: Platform,
  actor: Actor,
  id: string,
  note: string,
): Promise<Assistant> {
  return database.withActor(actor, async (tx) => {
    const open = await openToChange(tx, actor, id);
    if (!open.assistant.draft) throw new AppError('assistant.no_draft');
    const settings = await asOfToday(tx, actor, open.published, open.assistant.draft);
    return publish(tx, actor, open, { settings, note, draft: null });
  });
}

export function discardDraft({ database }: Platform, actor: Actor, id: string): Promise<void> {
  return database.withActor(actor, async (tx) => {
    await updateAssistantRow(tx, await loadAssistant(tx, actor, 'update', id), noDraft);
  });
}

export function restoreVersion(
  { database }: Platform,
  actor: Actor,
  { assistantId, number }: { assistantId: string; number: number },
  note: string,
): Promise<Assistant> {
  return database.withActor(actor, async (tx) => {
    const open = await openToChange(tx, actor, assistantId);
    const version = await loadVersion(tx, open.assistant, number);
    const settings = await asOfToday(tx, actor, open.published, version.settings);
    return publish(tx, actor, open, { settings, note });
  });
}

/** Kept settings without the knowledge bases that are gone or that the actor may not choose. */
async function asOfToday(
  tx: Tx,
  actor: Actor,
  published: AssistantSettings,
  kept: AssistantSettings,
): Promise<AssistantSettings> {
  const settings = completeSettings(kept);
  const usable: string[] = [];
  for (const id of settings.knowledgeBaseIds)
    if (published.knowledgeBaseIds.includes(id) || (await mayChoose(tx, actor, id))) usable.push(id);
  const result = { ...settings, knowledgeBaseIds: usable };
  checkPrompt(result.systemPrompt, result.variables);
  await checkReferences(tx, actor, result, { knowledgeBaseIds: usable, flowIds: [published.flowId] });
  return result;
}

async function mayChoose(tx: Tx, actor: Actor, id: string): Promise<boolean> {
  try {
    await loadKnowledgeBase(tx, actor, 'read', id);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

async function loadVersion(
  tx: Tx,
  assistant: Authorized<AssistantRow, 'update'>,
  number: number,
): Promise<AssistantVersionRow> {
  const row = await findVersion(tx, assistant, number);
  if (!row) throw new AppError('assistant.version_not_found');
  return row;
}

async function presentVersions(
  tx: Tx,
  rows: Omit<AssistantVersionRow, 'settings'>[],
): Promise<AssistantVersion[]> {
  const names = await readOwnerNames(
    tx,
    rows.flatMap(({ publishedBy }) => (publishedBy ? [{ ownerId: publishedBy }] : [])),
  );
  return rows.map(({ number, note, publishedBy, createdAt }) => ({
    number,
    note,
    publishedByName: names.get(publishedBy ?? '') ?? '',
    publishedAt: createdAt.toISOString(),
  }));
}

export async function listVersions(
  tx: Tx,
  actor: Actor,
  id: string,
  paging: { page: number; pageSize: number },
) {
  const { rows, total } = await listVersionRows(tx, await loadAssistant(tx, actor, 'update', id), paging);
  return { items: await presentVersions(tx, rows), total };
}

export async function readVersion(tx: Tx, actor: Actor, id: string, number: number) {
  const row = await loadVersion(tx, await loadAssistant(tx, actor, 'update', id), number);
  const [version] = await presentVersions(tx, [row]);
  return { ...(version as AssistantVersion), settings: completeSettings(row.settings) };
}
