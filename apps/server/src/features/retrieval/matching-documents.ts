import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { together } from '../../platform/database/together.ts';
import { documents } from '../documents/document.table.ts';
import type { DocumentSet } from '../documents/document-filter.ts';

/** The documents of a base that a search is restricted to, as the list of them or of all others. */
export type MatchingDocuments = { count: number; only?: string[]; allBut?: string[] };

export type SetOfBase = {
  baseId: string;
  set: DocumentSet;
};

/** By base; found before anything is ranked, so that top N is full. */
export async function findMatching(
  tx: Tx,
  sets: readonly SetOfBase[],
  /** Documents that are not to be found in any case, by base. */
  findingOff: Promise<ReadonlyMap<string, { documents: readonly string[] }>>,
): Promise<Map<string, MatchingDocuments>> {
  if (sets.length === 0) return new Map();
  const statement = sql.join(
    sets.map((set) => sql`(${listShorter(set)})`),
    sql` union all `,
  );
  const [{ rows }, switchedOff] = await together([tx.execute<FoundSet>(statement), findingOff]);
  return new Map(
    sets.map(({ baseId, set }): [string, MatchingDocuments] => {
      const found = rows.find(({ base }) => base === baseId);
      const off = new Set(switchedOff.get(baseId)?.documents);
      const ids = [...new Set(found?.ids?.split(','))].filter((id) => !off.has(id));
      if (set.others === (found?.turned ?? false)) return [baseId, { count: ids.length, only: ids }];
      return [baseId, { count: (found?.total ?? 0) - off.size - ids.length, allBut: ids }];
    }),
  );
}

/** `turned`: the ids are those that the set's query leaves out. */
type FoundSet = { base: string; ids: string | null; turned: boolean; total: number | null };

/** A list of this length is not worth counting the documents of the base for. */
const shortList = 10_000;

/** The longer of the two lists stays in the database. Ids as one long text: the driver reads arrays character by character. */
function listShorter({ baseId, set }: SetOfBase): SQL {
  const ofBase = sql`from ${documents} where ${documents.knowledgeBaseId} = ${baseId}`;
  return sql`with found(id) as materialized (${set.ids}),
      total(n) as materialized (select count(*)::int ${ofBase}),
      side(turned) as materialized (
        select n > ${shortList} and n * 2 > (select n from total) from (select count(*) as n from found) as counted)
    select ${baseId}::text as base, turned,
      case when turned or ${set.others} then (select n from total) end as total,
      case when turned
        then (select string_agg(id::text, ',') from (select ${documents.id} as id ${ofBase} except select id from found) as others)
        else (select string_agg(id::text, ',') from found) end as ids
    from side`;
}
