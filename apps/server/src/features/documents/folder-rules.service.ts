import {
  AppError,
  type applyFolderRule,
  type BodyOf,
  type DocumentLabels,
  metadataLimits,
  type previewFolderRules,
  type ResponseOf,
} from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { readSubtree } from '../file-storage/folder.queries.ts';
import type { FolderRow } from '../file-storage/folder.table.ts';
import { keepFitting } from '../knowledge-bases/field-values.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import {
  type LabelledDocument,
  listLabelsInFolders,
  lockDocumentsByIds,
  updateLabels,
} from './document.queries.ts';

/** Documents that are locked and changed in one statement. */
const batchSize = 1_000;

/** How many documents that are there already would be changed by each rule. */
export function previewRules(
  { database }: Platform,
  actor: Actor,
  knowledgeBaseId: string,
): Promise<ResponseOf<typeof previewFolderRules>> {
  return database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'update', knowledgeBaseId);
    const tree = await readTree(tx, base);
    const rows = await listLabelsInFolders(tx, base.id, [...tree.keys()]);
    const changed = rows.filter((row) => addRules(base, tree, row) !== undefined);
    return {
      items: base.folderRules.map(({ folderId }) => ({
        folderId,
        documents: changed.filter((row) => pathOf(tree, row.folderId).includes(folderId)).length,
      })),
    };
  });
}

/** Gives the documents in a folder and below it what new ones would get there. What they have already stays. */
export function applyRule(
  { database }: Platform,
  actor: Actor,
  knowledgeBaseId: string,
  { folderId }: BodyOf<typeof applyFolderRule>,
): Promise<ResponseOf<typeof applyFolderRule>> {
  return database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'update', knowledgeBaseId);
    const tree = await readTree(tx, base);
    const hasRule = base.folderRules.some((rule) => rule.folderId === folderId);
    if (!hasRule || !tree.has(folderId)) throw new AppError('folder.not_found');
    const below = [...tree.keys()].filter((id) => pathOf(tree, id).includes(folderId));
    const rows = await listLabelsInFolders(tx, base.id, below);
    const folderOf = new Map(rows.map((row) => [row.id, row.folderId]));
    const ids = rows
      .filter((row) => addRules(base, tree, row) !== undefined)
      .map(({ id }) => id)
      .sort();
    let changed = 0;
    for (let start = 0; start < ids.length; start += batchSize) {
      // Another may have changed them since they were listed.
      const locked = await lockDocumentsByIds(tx, ids.slice(start, start + batchSize));
      const changes = locked.flatMap(
        ({ id, tags, fieldValues }) =>
          addRules(base, tree, { id, tags, fieldValues, folderId: folderOf.get(id) ?? null }) ?? [],
      );
      await updateLabels(tx, base, changes);
      changed += changes.length;
    }
    return { changed };
  });
}

type Tree = Map<string, FolderRow>;

/** The folders of the rules and all below them. */
async function readTree(tx: Tx, { folderRules }: Pick<KnowledgeBaseRow, 'folderRules'>): Promise<Tree> {
  const rows = await readSubtree(
    tx,
    folderRules.map(({ folderId }) => folderId),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** From the top of the tree down to the folder, itself included. */
function pathOf(tree: Tree, folderId: string | null): string[] {
  const path: string[] = [];
  let row = folderId === null ? undefined : tree.get(folderId);
  while (row && !path.includes(row.id)) {
    path.unshift(row.id);
    row = row.parentId === null ? undefined : tree.get(row.parentId);
  }
  return path;
}

/** The labels with what the rules add; undefined where that is nothing. */
function addRules(
  { metadataFields, folderRules }: Pick<KnowledgeBaseRow, 'metadataFields' | 'folderRules'>,
  tree: Tree,
  { id, folderId, ...labels }: LabelledDocument,
): ({ id: string } & DocumentLabels) | undefined {
  const rules = pathOf(tree, folderId).flatMap((inPath) =>
    folderRules.filter((rule) => rule.folderId === inPath),
  );
  const had = new Set(labels.tags.map((tag) => tag.toLowerCase()));
  const added = new Map(rules.flatMap(({ tags }) => tags).map((tag) => [tag.toLowerCase(), tag]));
  for (const tag of had) added.delete(tag);
  const tags = [...labels.tags, ...added.values()].slice(0, metadataLimits.maxTags);
  const given = keepFitting(metadataFields, Object.assign({}, ...rules.map((rule) => rule.fieldValues)));
  const fieldValues = { ...given, ...labels.fieldValues };
  const adds =
    tags.length > labels.tags.length ||
    Object.keys(fieldValues).length > Object.keys(labels.fieldValues).length;
  return adds ? { id, tags, fieldValues } : undefined;
}
