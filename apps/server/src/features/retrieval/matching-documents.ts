import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { documents } from '../documents/document.table.ts';

/** The documents of a base that a search is restricted to: as the list of them, or of the others where that is shorter. */
export type MatchingDocuments = { count: number; only?: string[]; allBut?: string[] };

/** By base; found before anything is ranked, so that top N is full. `few`: the condition names its documents. */
export async function findMatching(
  tx: Tx,
  baseIds: string[],
  within: SQL,
  { few }: { few: boolean },
): Promise<Map<string, MatchingDocuments>> {
  const where = and(
    inArray(documents.knowledgeBaseId, baseIds),
    sql`${documents.enabled}`,
    isNull(documents.deletedAt),
    few ? within : undefined,
  );
  // The longer of the two lists stays in the database.
  const { rows } = await tx.execute<{
    baseId: string;
    matches: boolean;
    count: number;
    ids: string[] | null;
  }>(
    sql`select base_id as "baseId", matches, count(*)::int as count,
          case when count(*) * 2 <= sum(count(*)) over (partition by base_id) or ${few} then array_agg(id::text) end as ids
        from (select ${documents.knowledgeBaseId} as base_id, ${documents.id} as id, ${within} as matches
              from ${documents} where ${where}) as found
        group by base_id, matches`,
  );
  const found = new Map<string, MatchingDocuments>(baseIds.map((id) => [id, { count: 0, only: [] }]));
  for (const { baseId, count, ids } of rows.filter(({ matches }) => matches))
    found.set(baseId, ids ? { count, only: ids } : { count, allBut: [] });
  for (const { baseId, ids } of rows.filter(({ matches }) => !matches)) {
    const matching = found.get(baseId);
    if (matching?.allBut) matching.allBut = ids ?? [];
  }
  return found;
}
