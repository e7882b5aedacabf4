import {
  AppError,
  type BodyOf,
  type DocumentLabels,
  type labelDocuments,
  type listDocumentLabels,
  type MetadataField,
  metadataLimits,
  type ResponseOf,
  searchLimits,
} from '@lectern/contract';
import { and, asc, count, desc, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { listSearchableKnowledgeBases } from '../assistants/assistant.queries.ts';
import type { FileRow } from '../file-storage/file.table.ts';
import { readPath } from '../file-storage/folder.queries.ts';
import { changeFieldValues, checkFieldValues, keepFitting } from '../knowledge-bases/field-values.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { lockDocumentsByIds, updateLabels } from './document.queries.ts';
import { documents } from './document.table.ts';

/** Tags offered as suggestions and in filters. */
const mostTags = 500;

/** What a new document gets: by the rules of its file's folders, the nearest last, and what came with it. */
export async function labelsOfNew(
  tx: Tx,
  base: Pick<KnowledgeBaseRow, 'metadataFields' | 'folderRules'>,
  file: Pick<FileRow, 'folderId'>,
  given: Partial<DocumentLabels>,
): Promise<DocumentLabels> {
  const values = given.fieldValues ?? {};
  checkFieldValues(base.metadataFields, values);
  const path = base.folderRules.length > 0 ? await readPath(tx, file.folderId) : [];
  const rules = path.flatMap(({ id }) => base.folderRules.filter(({ folderId }) => folderId === id));
  return {
    tags: joinTags([...rules.map(({ tags }) => tags), given.tags ?? []]),
    fieldValues: {
      // A field may have changed since the rule was made.
      ...keepFitting(base.metadataFields, Object.assign({}, ...rules.map((rule) => rule.fieldValues))),
      ...values,
    },
  };
}

function joinTags(lists: string[][]): string[] {
  const byFolded = new Map(lists.flat().map((tag) => [tag.toLowerCase(), tag]));
  return [...byFolded.values()].slice(0, metadataLimits.maxTags);
}

/** Changes tags and field values of many documents: all or nothing. */
export function changeLabels(
  { database }: Platform,
  actor: Actor,
  knowledgeBaseId: string,
  { documentIds, addTags, removeTags, fieldValues }: BodyOf<typeof labelDocuments>,
): Promise<ResponseOf<typeof labelDocuments>> {
  return database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'update', knowledgeBaseId);
    checkFieldValues(base.metadataFields, fieldValues);
    const wanted = new Set(documentIds);
    const rows = (await lockDocumentsByIds(tx, [...wanted])).filter((row) => row.knowledgeBaseId === base.id);
    if (rows.length !== wanted.size) throw new AppError('document.not_found');
    const removed = new Set(removeTags.map((tag) => tag.toLowerCase()));
    const changes = rows.map((row) => {
      const kept = row.tags.filter((tag) => !removed.has(tag.toLowerCase()));
      const had = new Set(kept.map((tag) => tag.toLowerCase()));
      const tags = [...kept, ...addTags.filter((tag) => !had.has(tag.toLowerCase()))];
      if (tags.length > metadataLimits.maxTags)
        throw new AppError('document.too_many_tags', { name: row.name, max: metadataLimits.maxTags });
      return { id: row.id, tags, fieldValues: changeFieldValues(row.fieldValues, fieldValues) };
    });
    await updateLabels(tx, base, changes);
    return { changed: rows.length };
  });
}

/** What the documents of these bases can be filtered by. A base that the actor may not search is not there. */
export function readLabels(
  { database }: Platform,
  actor: Actor,
  { knowledgeBaseIds }: { knowledgeBaseIds?: string[] | undefined },
): Promise<ResponseOf<typeof listDocumentLabels>> {
  return database.withActor(actor, async (tx) => {
    const ids = knowledgeBaseIds && [...new Set(knowledgeBaseIds)];
    const bases = await listSearchableKnowledgeBases(tx, actor, { ids, limit: searchLimits.maxBases });
    if (ids && bases.length < ids.length) throw new AppError('knowledge_base.not_found');
    const types = await tx
      .selectDistinct({ format: documents.format })
      .from(documents)
      .where(ofBases(bases))
      .orderBy(asc(documents.format));
    return {
      tags: await listTags(tx, bases),
      fields: joinFields(bases),
      types: types.map(({ format }) => format),
    };
  });
}

const ofBases = (bases: readonly { id: string }[]) =>
  and(
    isNull(documents.deletedAt),
    inArray(
      documents.knowledgeBaseId,
      bases.map(({ id }) => id),
    ),
  );

/** The tags in use, the most used first; of spellings that differ in case, one. */
export async function listTags(
  tx: Tx,
  bases: readonly { id: string }[],
): Promise<{ name: string; count: number }[]> {
  const tags = tx
    .select({ tag: sql<string>`unnest(${documents.tags})`.as('tag') })
    .from(documents)
    .where(ofBases(bases))
    .as('tags');
  return tx
    .select({ name: sql<string>`min(${tags.tag})`, count: count() })
    .from(tags)
    .groupBy(sql`lower(${tags.tag})`)
    .orderBy(desc(count()), sql`lower(${tags.tag})`)
    .limit(mostTags);
}

/** Of bases that declare a field of one key differently, the first; choices are joined. */
export function joinFields(bases: readonly Pick<KnowledgeBaseRow, 'metadataFields'>[]): MetadataField[] {
  const joined = new Map<string, MetadataField>();
  for (const field of bases.flatMap(({ metadataFields }) => metadataFields)) {
    const known = joined.get(field.key);
    if (!known) joined.set(field.key, field);
    else if (known.type === 'choice' && field.type === 'choice') {
      const choices = [...new Set([...known.choices, ...field.choices])].slice(0, metadataLimits.maxChoices);
      joined.set(field.key, { ...known, choices });
    }
  }
  return [...joined.values()].slice(0, metadataLimits.maxFields);
}
