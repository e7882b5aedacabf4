import { AppError, type listAskableDocuments, type Message, type ResponseOf } from '@lectern/contract';
import { and, asc, eq, gt, ilike, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import { abilitiesOf } from '../../../platform/authorized.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { likePattern } from '../../../platform/database/like-pattern.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadAssistant, readAssistantWithBases } from '../../assistants/assistant.service.ts';
import type { AssistantRow } from '../../assistants/assistant.table.ts';
import { documents } from '../../documents/document.table.ts';
import { knowledgeBasePolicy } from '../../knowledge-bases/knowledge-base.policy.ts';
import { type KnowledgeBaseRow, knowledgeBases } from '../../knowledge-bases/knowledge-base.table.ts';

/**
 * Documents that the actor may name in a question: of bases that it may open, and of those whose passages the
 * assistant's answers show. An assistant without citations gives no names away.
 */
function mayBeNamed(actor: Actor, assistant: Pick<AssistantRow, 'showQuote'>, bases: KnowledgeBaseRow[]) {
  const open = bases.filter(
    (base) => assistant.showQuote || abilitiesOf(knowledgeBasePolicy, actor, base).read,
  );
  return and(
    inArray(
      documents.knowledgeBaseId,
      open.map(({ id }) => id),
    ),
    eq(documents.enabled, true),
    isNull(documents.deletedAt),
    gt(documents.activeVersion, 0),
  ) as SQL;
}

export function listNameable(
  { database }: Platform,
  actor: Actor,
  assistantId: string,
  { search, limit }: { search: string; limit: number },
): Promise<ResponseOf<typeof listAskableDocuments>> {
  return database.withActor(actor, async (tx) => {
    const loaded = await loadAssistant(tx, actor, 'read', assistantId);
    const { assistant, bases } = await readAssistantWithBases(tx, actor, loaded);
    const items = await tx
      .select({
        id: documents.id,
        name: documents.name,
        format: documents.format,
        knowledgeBaseName: knowledgeBases.name,
      })
      .from(documents)
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, documents.knowledgeBaseId))
      .where(and(mayBeNamed(actor, assistant, bases), ilike(documents.name, likePattern(search))))
      .orderBy(asc(documents.name), asc(documents.id))
      .limit(limit);
    return { items };
  });
}

/** The documents with these ids. One that may not be named is not there. */
export async function readNamed(
  tx: Tx,
  actor: Actor,
  { assistant, bases }: { assistant: AssistantRow; bases: KnowledgeBaseRow[] },
  ids: readonly string[],
): Promise<Message['documents']> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const rows = await tx
    .select({ id: documents.id, name: documents.name })
    .from(documents)
    .where(and(mayBeNamed(actor, assistant, bases), inArray(documents.id, wanted)));
  if (rows.length < wanted.length) throw new AppError('document.not_found');
  const byId = new Map(rows.map((row) => [row.id, row]));
  return wanted.flatMap((id) => byId.get(id) ?? []);
}
